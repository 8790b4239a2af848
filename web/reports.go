package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"assay/db"
	"assay/research"
	"assay/research/text"
	"assay/views"
)

// perPage is how many reports a page of the index lists; maxPages how far one
// may leaf.
const (
	perPage  = 20
	maxPages = 500
)

// showReports lists reports and searches them. All it shows is decided by the address.
func (s *Server) showReports(c echo.Context) error {
	ctx := c.Request().Context()
	q := readIndexQuery(c)
	found, err := s.Store.Search(ctx, searchFor(q))
	if err != nil {
		return err
	}
	p := views.IndexPage{
		Frame: s.frame(c, "Reports", "reports"), Query: q, Cards: others("", found.Cards), Total: found.Total, Capped: found.Capped, Suggest: found.Suggest,
		Page: q.Page, Pages: min(maxPages, max(1, (found.Total+perPage-1)/perPage)),
	}
	for _, m := range s.Engine.Methods() {
		p.Methods = append(p.Methods, m.Name)
	}
	if q.Page > p.Pages {
		return c.Redirect(http.StatusSeeOther, q.At(p.Pages))
	}
	if q == (views.IndexQuery{Sort: q.Sort, Page: 1}) { // a search is for reports
		if p.Running, err = s.running(ctx); err != nil {
			return err
		}
	}
	if p.Topics, err = s.Store.TopicNames(ctx, 50); err != nil {
		return err
	}
	if p.Deleted, err = s.deleted(c); err != nil {
		return err
	}
	return s.draw(c, http.StatusOK, views.Index(p))
}

// deleted returns the run that was just deleted, if one was.
func (s *Server) deleted(c echo.Context) (*views.RunCard, error) {
	id, ctx := c.QueryParam("deleted"), c.Request().Context()
	if !isID.MatchString(id) {
		return nil, nil
	}
	if hidden, err := s.Store.Hidden(ctx, id); err != nil || !hidden {
		return nil, err
	}
	var card views.RunCard
	err := s.withState(ctx, id, func(state *research.State) error {
		card = liveCard(state)
		return nil
	})
	return &card, err
}

// readIndexQuery reads the state of the index from the address. What makes no
// sense there does not narrow.
func readIndexQuery(c echo.Context) views.IndexQuery {
	get := func(name string) string {
		return text.Head(strings.ToValidUTF8(strings.TrimSpace(c.QueryParam(name)), ""), 500)
	}
	q := views.IndexQuery{
		Text: get("q"), Method: get("method"), Topic: get("topic"), After: get("after"), Before: get("before"),
		Confidence: known(get("confidence"), research.High, research.Medium, research.Low),
		Status:     known(get("status"), research.Done, research.Partial, research.FailedRun, research.Cancelled),
		Sort:       known(get("sort"), "relevance", "newest", "confidence"),
	}
	q.Page, _ = strconv.Atoi(get("page"))
	q.Page = min(max(q.Page, 1), maxPages)
	return q
}

// known returns v if it is one of the words, else "".
func known[T ~string](v string, words ...T) string {
	if slices.Contains(words, T(v)) {
		return v
	}
	return ""
}

// searchFor turns the state of the index into a query of the database.
func searchFor(q views.IndexQuery) db.Query {
	d := db.Query{
		Text: q.Text, Method: q.Method, Confidence: research.Confidence(q.Confidence), Status: research.Status(q.Status), Topic: q.Topic,
		Offset: (q.Page - 1) * perPage, Limit: perPage,
	}
	if q.Sort != "relevance" {
		d.Sort = db.Sort(q.Sort)
	}
	d.After, _ = time.Parse(time.DateOnly, q.After)
	if day, err := time.Parse(time.DateOnly, q.Before); err == nil {
		d.Before = day.AddDate(0, 0, 1)
	}
	return d
}

// maxTopics is how many topics the index of topics lists.
const maxTopics = 100

// showTopics lists what has been researched.
func (s *Server) showTopics(c echo.Context) error {
	topics, err := s.Store.Topics(c.Request().Context(), maxTopics)
	if err != nil {
		return err
	}
	p := views.TopicsPage{Frame: s.frame(c, "Topics", "topics")}
	for _, t := range topics {
		v := views.Topic{Name: t.Name, Findings: t.Findings, Explored: t.Explored, Open: t.Open, Reports: others("", t.Reports)}
		if len(t.Reports) > 0 {
			v.Summary, v.Date = t.Reports[0].Summary, t.Reports[0].Created
		}
		p.Topics = append(p.Topics, v)
	}
	return s.drawSettled(c, views.Topics(p))
}

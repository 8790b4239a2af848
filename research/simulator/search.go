package simulator

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/research/port"
)

// A SearchServer simulates a SearXNG instance over any searcher: GET or POST
// /search with q, format, language, engines and pageno
// (docs.searxng.org/dev/search_api.html). Formats other than json are answered
// with a page, as by an instance whose JSON format is not asked for.
type SearchServer struct {
	Backend port.Searcher
	Latency time.Duration
	Rewrite func(url string) string // maps the URLs of hits; nil leaves them as they are
}

// searxHits is how many results a page has.
const searxHits = 10

// A searxReply is SearXNG's JSON.
type searxReply struct {
	Query        string        `json:"query"`
	Number       int           `json:"number_of_results"`
	Results      []searxResult `json:"results"`
	Answers      []string      `json:"answers"`
	Corrections  []string      `json:"corrections"`
	Infoboxes    []object      `json:"infoboxes"`
	Suggestions  []string      `json:"suggestions"`
	Unresponsive [][2]string   `json:"unresponsive_engines"` // engine, reason
}

type searxResult struct {
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Content   string   `json:"content"`
	Published *string  `json:"publishedDate"` // ISO 8601, or null
	Engine    string   `json:"engine"`
	Engines   []string `json:"engines"`
	Positions []int    `json:"positions"`
	Score     float64  `json:"score"`
	Category  string   `json:"category"`
	Template  string   `json:"template"`
}

// ServeHTTP answers one search.
func (s *SearchServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/search" {
		http.NotFound(w, r)
		return
	}
	q := strings.TrimSpace(r.FormValue("q"))
	if q == "" {
		http.Error(w, "No query", http.StatusBadRequest)
		return
	}
	if pause(r.Context(), s.Latency) != nil {
		return
	}
	reply := s.search(r, q)
	if r.FormValue("format") == "json" {
		writeJSON(w, http.StatusOK, reply)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	searchPage.Execute(w, reply)
}

// search asks the backend. A backend that fails is an unresponsive engine.
func (s *SearchServer) search(r *http.Request, q string) searxReply {
	reply := searxReply{
		Query: q, Results: []searxResult{}, Answers: []string{}, Corrections: []string{},
		Infoboxes: []object{}, Suggestions: []string{}, Unresponsive: [][2]string{},
	}
	if page := r.FormValue("pageno"); page != "" && page != "1" {
		return reply
	}
	found, err := s.Backend.Search(r.Context(), port.Query{Text: q, Limit: searxHits, Filter: filterOf(r)})
	if err != nil {
		found.Failed = append(found.Failed, port.EngineFailed{Engine: "simulator", Reason: err.Error()})
	}
	for _, f := range found.Failed {
		reply.Unresponsive = append(reply.Unresponsive, [2]string{f.Engine, f.Reason})
	}
	for i, hit := range found.Hits {
		reply.Results = append(reply.Results, s.result(i+1, hit))
	}
	return reply
}

func filterOf(r *http.Request) port.Filter {
	var f port.Filter
	if engines := r.FormValue("engines"); engines != "" {
		f.Engines = strings.Split(engines, ",")
	}
	if lang := r.FormValue("language"); lang != "all" && lang != "auto" {
		f.Language = lang
	}
	return f
}

func (s *SearchServer) result(rank int, hit port.Hit) searxResult {
	engines := hit.Engines
	if len(engines) == 0 {
		engines = []string{"simulator"}
	}
	res := searxResult{
		URL: hit.URL, Title: hit.Title, Content: hit.Snippet,
		Engine: engines[0], Engines: engines, Positions: []int{rank},
		Score: 1 / float64(rank), Category: "general", Template: "default.html",
	}
	if s.Rewrite != nil {
		res.URL = s.Rewrite(hit.URL)
	}
	if hit.Published != "" {
		// A date known to the year or the month is written as its first day.
		date := hit.Published + "-01-01"[min(len("-01-01"), max(0, len(hit.Published)-len("2006"))):] + "T00:00:00"
		res.Published = &date
	}
	return res
}

var searchPage = template.Must(template.New("search").Parse(`<!DOCTYPE html>
<html lang="en"><head><title>{{.Query}} - SearXNG</title></head><body><main>
{{range .Results}}<article class="result"><h3><a href="{{.URL}}">{{.Title}}</a></h3><p class="content">{{.Content}}</p></article>
{{else}}<p>Sorry, no results were found.</p>{{end}}</main></body></html>
`))

// Synthetic is a searcher whose hits are articles of a [SyntheticWeb]: other
// ones for every query, always the same for the same query.
type Synthetic struct {
	Bases []string // roots of the sites over which hits are spread, such as "http://127.0.0.1:8081"; at least one
	Seed  uint64   // must be that of the SyntheticWeb, so that titles and dates agree
}

// Search returns as many hits as wanted, ten if the limit is 0.
func (s Synthetic) Search(ctx context.Context, q port.Query) (port.Results, error) {
	if err := ctx.Err(); err != nil {
		return port.Results{}, err
	}
	if len(s.Bases) == 0 {
		return port.Results{}, fmt.Errorf("search %q: no sites to find pages on", q.Text)
	}
	r, first := random(s.Seed, q.Text), random(s.Seed, "first site of "+q.Text).IntN(len(s.Bases))
	var found port.Results
	for i := range cmp.Or(q.Limit, searxHits) {
		path := fmt.Sprintf("%s%s-%04x", articlePath, slug(q.Text), r.Uint32()&0xffff)
		a := NewArticle(s.Seed, path, 0)
		found.Hits = append(found.Hits, port.Hit{
			URL: s.Bases[(first+i)%len(s.Bases)] + path, Title: a.Title, Snippet: a.Paragraphs[0],
			Engines: []string{"synthetic"}, Published: a.Published,
		})
	}
	return found, nil
}

// slug writes the first six words of a query as a part of a path.
func slug(query string) string {
	words := word.FindAllString(strings.ToLower(query), 6)
	words = slices.DeleteFunc(words, func(w string) bool { return url.PathEscape(w) != w })
	return cmp.Or(strings.Join(words, "-"), "article")
}

package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/munnerz/goautoneg"

	"assay/db"
	"assay/research"
	"assay/research/engine"
	"assay/research/text"
	"assay/views"
)

// showRun shows a run as it is: its plan, its progress or its report. The
// extension of the address or the Accept header may ask for another form.
func (s *Server) showRun(c echo.Context) error {
	id, format, saved := strings.Cut(c.Param("id"), ".")
	if !isID.MatchString(id) {
		return research.ErrNotFound
	}
	c.Response().Header().Add("Vary", "Accept")
	if !saved {
		format = acceptedFormat(c.Request().Header.Get("Accept"))
	}
	if format != "" || saved {
		return s.export(c, id, format, saved)
	}
	return s.showPage(c, id)
}

// isPage reports whether a run is asked for as a page, and not in another form.
func isPage(c echo.Context) bool {
	return !strings.Contains(c.Param("id"), ".") && acceptedFormat(c.Request().Header.Get("Accept")) == ""
}

// runFrame returns what a run's page has around it.
func (s *Server) runFrame(c echo.Context, state *research.State) views.Frame {
	f := s.frame(c, state.Question, "")
	f.Live = !state.Status.Over()
	f.Alt = "/r/" + state.ID
	if state.Report != nil {
		f.Answer = state.Report.Summary
	}
	return f
}

// runPage returns what a run's region is drawn from.
func (s *Server) runPage(ctx context.Context, f *fold) (p views.RunPage, err error) {
	state := f.state
	p = views.RunPage{State: state, Report: views.ReportOf(state), Limit: state.Options.Budget, Now: state.Last}
	p.Frame.Path, p.Frame.Live = "/r/"+state.ID, !state.Status.Over()
	if p.Method, err = s.Engine.Method(state.Method); err != nil {
		p.Method = &engine.Method{Name: state.Method, Title: state.Method}
	}
	if p.Frame.Live {
		p.Now = time.Now().Truncate(time.Second) // frames of one second may be the same
		if f.past == nil {
			past, err := s.Store.Past(ctx, state.Method, state.Options)
			if err != nil {
				return p, err
			}
			f.past = &past
		}
		if f.past.Runs >= enoughRuns {
			p.Expected, p.Longest = minutes(f.past.Fastest, f.past.Slowest), f.past.Slowest
		}
	} else if p.Related, err = s.related(ctx, state); err != nil {
		return p, err
	}
	if p.Fragments, err = s.fragmentsOf(ctx, f); err != nil {
		return p, err
	}
	if p.From, err = s.cardOf(ctx, state.Options.From); err != nil {
		return p, err
	}
	p.Deleted, err = s.Store.Hidden(ctx, state.ID)
	return p, err
}

// related returns other reports on much the same.
func (s *Server) related(ctx context.Context, state *research.State) ([]views.RunCard, error) {
	cards, err := s.Store.Related(ctx, state.Question, 5)
	return others(state.ID, cards), err
}

// others returns the cards without that of a run.
func others(id string, cards []db.Card) []views.RunCard {
	var out []views.RunCard
	for _, c := range cards {
		if c.Run != id {
			out = append(out, runCard(c))
		}
	}
	return out
}

// cardOf returns the card of a run, or nil if there is none.
func (s *Server) cardOf(ctx context.Context, id string) (*views.RunCard, error) {
	if id == "" {
		return nil, nil
	}
	card, err := s.Store.Card(ctx, id)
	if errors.Is(err, research.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v := runCard(card)
	return &v, nil
}

// export writes a run's report in another form; saved says that it is to
// become a file.
func (s *Server) export(c echo.Context, id, format string, saved bool) error {
	f, err := views.FormatOf(format)
	if err != nil {
		return research.ErrNotFound
	}
	var b bytes.Buffer
	var question string
	err = s.withState(c.Request().Context(), id, func(state *research.State) error {
		question = state.Question
		return views.Export(&b, state, format)
	})
	if err != nil {
		return err
	}
	if saved {
		c.Response().Header().Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": fileName(question) + "." + f.Ext}))
	}
	return settled(c, b.Bytes(), func() error { return c.Blob(http.StatusOK, f.ContentType, b.Bytes()) })
}

// acceptedFormat returns the export that an Accept header prefers, or "" for a page.
func acceptedFormat(accept string) string {
	if accept == "" {
		return ""
	}
	formats := map[string]string{"text/html": ""}
	offers := []string{"text/html"} // the first of equals
	for _, f := range views.Formats() {
		kind, _, _ := strings.Cut(f.ContentType, ";")
		formats[kind] = f.Name
		offers = append(offers, kind)
	}
	return formats[goautoneg.Negotiate(accept, offers)]
}

// fileName turns a question into the name of a file.
func fileName(question string) string {
	name := ""
	for _, w := range text.Runs(strings.ToLower(question), "") {
		if len(name)+len(w) > 60 {
			break
		}
		name = strings.TrimPrefix(name+"-"+w, "-")
	}
	return cmp.Or(name, "report")
}

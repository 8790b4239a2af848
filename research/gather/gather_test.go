package gather_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/researchtest"
)

// in runs do as a method in the world of testdata/tea.txtar and returns the
// state that the run ends in.
func in(t *testing.T, do func(context.Context, *engine.Run) error) *research.State {
	t.Helper()
	w, err := researchtest.LoadWorld("testdata/tea.txtar")
	if err != nil {
		t.Fatal(err)
	}
	m := &engine.Method{Name: "test", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		return new(research.Report), do(ctx, r)
	}}
	store := new(engine.MemStore)
	if end, err := w.Desk().Do(t.Context(), m, store, w.Info()); err != nil || end.State == research.FailedRun {
		t.Fatal(end.Reason, err)
	}
	events, err := store.Events(t.Context(), "run", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(w.Info())
	s.Add(events...)
	return s
}

func line(n int, query string) research.AnglePlanned {
	return research.AnglePlanned{N: n, Angle: research.Angle{Label: query, Query: query}}
}

// searched returns the hits of the lines "tea" and "coffee".
func searched(ctx context.Context, g *gather.Gatherer) (tea, coffee []research.HitFound, err error) {
	tea, err = g.Search(ctx, line(1, "tea"), 5, gather.Texts("tea")...)
	if err != nil {
		return nil, nil, err
	}
	coffee, err = g.Search(ctx, line(2, "coffee"), 5, gather.Texts("coffee", "tea", "broken")...)
	return tea, coffee, errors.Join(err, g.Note(ctx, tea), g.Note(ctx, coffee))
}

func TestSearchesOfALineAreMergedAndOneFailedEngineIsNoted(t *testing.T) {
	s := in(t, func(ctx context.Context, r *engine.Run) error {
		g := &gather.Gatherer{Run: r}
		_, coffee, err := searched(ctx, g)
		var got []string
		for _, h := range coffee {
			got = append(got, h.Hit.URL+" "+h.Query)
		}
		want := "http://www.both.example/history?utm_source=x , https://coffee.example/sufi , https://gone.example/tea tea"
		if strings.Join(got, ", ") != want {
			t.Errorf("hits are %q", got)
		}
		if _, err := g.Search(ctx, line(3, "broken"), 5, gather.Texts("broken")...); err == nil || !strings.Contains(err.Error(), "the engine is down") {
			t.Errorf("a line whose every search fails: %v", err)
		}
		return err
	})
	if len(s.Engines) != 1 || s.Engines[0].Query != "broken" {
		t.Errorf("engines that failed: %v", s.Engines)
	}
}

func TestAPageIsChosenOnceHoweverItIsReached(t *testing.T) {
	s := in(t, func(ctx context.Context, r *engine.Run) error {
		g := &gather.Gatherer{Run: r}
		tea, coffee, err := searched(ctx, g)
		if err != nil {
			return err
		}
		pages, err := g.Choose(ctx, append(tea, coffee...), 2)
		if len(pages) != 2 || pages[0].N != 1 || pages[1].Hit.URL != "https://gone.example/tea" {
			t.Errorf("chosen are %v", pages)
		}
		later, err2 := g.Choose(ctx, coffee, 5)
		if len(later) != 1 || later[0].N != 3 || later[0].Hit.URL != "https://coffee.example/sufi" {
			t.Errorf("chosen later are %v", later)
		}
		return errors.Join(err, err2)
	})
	var why []string
	for _, d := range s.Angles[1].Dropped {
		why = append(why, d.Reason)
	}
	if got := strings.Join(why, "; "); got != "duplicate of https://both.example/history; duplicate of https://gone.example/tea; beyond the first 2" {
		t.Errorf("dropped: %s", got)
	}
}

func TestLinesShareAPageAndTheFirstThatLearnsFromItGradesIt(t *testing.T) {
	var lessons []gather.Lesson
	s := in(t, func(ctx context.Context, r *engine.Run) error {
		g := &gather.Gatherer{Run: r}
		tea, coffee, err := searched(ctx, g)
		if err != nil {
			return err
		}
		chosen, err := g.ChooseEach(ctx, [][]research.HitFound{tea, coffee}, 2, nil)
		if err != nil {
			return err
		}
		if len(chosen[1]) != 2 || chosen[0][0] != chosen[1][0] {
			t.Errorf("chosen are %v", chosen)
		}
		lessons, err = g.Learn(ctx, []gather.Study{
			{Line: line(1, "tea"), Goal: "tea", Pages: chosen[0], Max: 5}, {Line: line(2, "coffee"), Goal: "coffee", Pages: chosen[1], Max: 5},
			{Line: line(3, "none"), Goal: "none", Max: 5},
		})
		return err
	})
	if lessons[0].Err == nil || lessons[1].Err != nil || lessons[2].Err == nil {
		t.Fatalf("lessons: %v, %v, %v", lessons[0].Err, lessons[1].Err, lessons[2].Err)
	}
	if p := s.Pages[0]; p.Read == nil || p.Read.Grade != research.Secondary || p.Read.Published != "2019" || p.Angle != 1 {
		t.Errorf("the shared page is %+v", p.Read)
	}
	if p := s.Pages[1]; p.Blocked == "" {
		t.Errorf("the page that is gone is %+v", p)
	}
	if p := s.Pages[2]; p.Read == nil || p.Read.Grade != research.Primary || p.Read.Published != "" {
		t.Errorf("the other page is %+v", p.Read)
	}
	var got []string
	for _, c := range s.Claims {
		got = append(got, c.Text)
		if c.LineOf() != 2 {
			t.Errorf("claim %d is of line %d", c.ID, c.LineOf())
		}
	}
	if strings.Join(got, "|") != "Coffee came centuries after tea. See|Coffee is first recorded in Yemen." || s.Claims[0].ID != 21 || s.Claims[0].Sort != research.EstimateClaim {
		t.Errorf("claims are %q, the first %+v", got, s.Claims[0].ClaimFound)
	}
	var why []string
	for _, c := range s.Rejected {
		why = append(why, c.Reason)
	}
	if strings.Join(why, "; ") != "the quote is not in the page; it names no source that was given" {
		t.Errorf("rejected: %q", why)
	}
}

func TestNothingIsResearchedWithoutASearchEngine(t *testing.T) {
	w, err := researchtest.LoadWorld("testdata/tea.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := w.Desk()
	d.Searcher = nil
	m := &engine.Method{Name: "test", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		_, err := gather.Brief(ctx, r)
		return nil, err
	}}
	end, err := d.Do(t.Context(), m, new(engine.MemStore), w.Info())
	if err != nil || end.State != research.FailedRun || end.Reason != gather.ErrNoSearch.Error() || w.Calls() > 0 {
		t.Errorf("%+v, %v, %d calls", end, err, w.Calls())
	}
}

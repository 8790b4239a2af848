package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/research/text"

	"assay/research"

	"pgregory.net/rapid"
)

// fixed is an engine that always returns the same.
type fixed struct {
	hits []research.Hit
	err  error
}

func (f fixed) Search(context.Context, research.Query) (research.Results, error) {
	return research.Results{Hits: f.hits}, f.err
}

func urls(hits []research.Hit) []string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = h.URL
	}
	return out
}

func pages(urls ...string) fixed {
	var f fixed
	for _, u := range urls {
		f.hits = append(f.hits, research.Hit{URL: u, Title: u})
	}
	return f
}

func TestAHitOfTwoEnginesComesBeforeTheFirstOfOne(t *testing.T) {
	r := &Router{Engines: []Engine{
		{"a", pages("https://one.example/", "https://both.example/")},
		{"b", pages("https://two.example/", "https://both.example/", "https://two.example/")},
	}}
	got := search(t, r, research.Query{Text: "q", Limit: 10}).Hits
	if want := []string{"https://both.example/", "https://one.example/", "https://two.example/"}; !slices.Equal(urls(got), want) {
		t.Errorf("got %v", urls(got))
	}
	if !slices.Equal(got[0].Engines, []string{"a", "b"}) {
		t.Errorf("engines %v", got[0].Engines)
	}
}

func TestTheRouterAppliesWhatEnginesLeft(t *testing.T) {
	hits := []research.Hit{
		{URL: "https://docs.good.example/new", Published: "2024"},
		{URL: "https://good.example/old", Published: "2019-12-31"},
		{URL: "https://good.example/undated"},
		{URL: "https://bad.good.example/x"},
		{URL: "https://notgood.example/x"},
	}
	r := &Router{Engines: []Engine{{"a", fixed{hits: hits}}}}
	got := search(t, r, research.Query{Text: "q", Limit: 10, Filter: research.Filter{
		Domains: []string{"Good.example"}, Exclude: []string{"bad.good.example"}, After: "2020-01-01", Before: "2024-06-30"}}).Hits
	if want := []string{"https://docs.good.example/new", "https://good.example/undated"}; !slices.Equal(urls(got), want) {
		t.Errorf("got %v", urls(got))
	}
}

func TestAFailedEngineIsToldAndAllFailedIsAnError(t *testing.T) {
	bad := fixed{err: fmt.Errorf("search with X: %w", research.Fail(research.Fatal, "check X_KEY"))}
	busy := fixed{err: research.Fail(research.Unavailable, "busy")}
	r := &Router{Engines: []Engine{{"a", bad}, {"b", pages("https://one.example/")}}}
	got := search(t, r, research.Query{Text: "q", Limit: 10})
	if want := []research.EngineFailed{{Engine: "a", Query: "q", Reason: "check X_KEY"}}; !reflect.DeepEqual(got.Failed, want) || len(got.Hits) != 1 {
		t.Errorf("got %+v", got)
	}
	for class, engines := range map[research.Class][]Engine{
		research.Unavailable: {{"a", bad}, {"b", busy}},
		research.Fatal:       {{"a", bad}, {"b", bad}},
	} {
		_, err := (&Router{Engines: engines}).Search(t.Context(), research.Query{Text: "q", Limit: 1})
		if !errors.Is(err, &research.Failure{Class: class}) || !strings.Contains(err.Error(), "check X_KEY") {
			t.Errorf("want %s, got %v", class, err)
		}
	}
}

func TestOnlyTheEnginesNamedAreAsked(t *testing.T) {
	r := &Router{Engines: []Engine{{"a", pages("https://one.example/")}, {"b", pages("https://two.example/")}}}
	got := search(t, r, research.Query{Text: "q", Limit: 9, Filter: research.Filter{Engines: []string{"b"}}}).Hits
	if !slices.Equal(urls(got), []string{"https://two.example/"}) {
		t.Errorf("got %v", urls(got))
	}
	_, err := r.Search(t.Context(), research.Query{Text: "q", Filter: research.Filter{Engines: []string{"bing"}}})
	if !errors.Is(err, &research.Failure{Class: research.Fatal}) || !strings.Contains(err.Error(), `"bing"`) || !strings.Contains(err.Error(), "a, b") {
		t.Errorf("got %v", err)
	}
	if _, err := (&Router{}).Search(t.Context(), research.Query{Text: "q"}); !errors.Is(err, &research.Failure{Class: research.Fatal}) {
		t.Errorf("no engines: got %v", err)
	}
}

func TestACancelledSearchHasNoResults(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Router{Engines: []Engine{{"a", pages("https://one.example/")}}}
	if _, err := r.Search(ctx, research.Query{Text: "q", Limit: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestFusionKeepsEveryPageOnceAndAlwaysInTheSameOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := rapid.SliceOfN(rapid.SliceOfN(rapid.StringMatching(`https://[a-e]\.example/[x-z]`), 0, 6), 1, 4).Draw(t, "lists")
		r := &Router{}
		all := map[string]bool{}
		for i, l := range lists {
			r.Engines = append(r.Engines, Engine{fmt.Sprint("e", i), pages(l...)})
			for _, u := range l {
				all[text.Canonical(u)] = true
			}
		}
		first, err := r.Search(context.Background(), research.Query{Text: "q", Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		again, _ := r.Search(context.Background(), research.Query{Text: "q", Limit: 100})
		if !reflect.DeepEqual(first, again) {
			t.Fatalf("%v, then %v", urls(first.Hits), urls(again.Hits))
		}
		seen := map[string]bool{}
		for _, h := range first.Hits {
			seen[text.Canonical(h.URL)] = true
		}
		if len(first.Hits) != len(all) || len(seen) != len(all) {
			t.Fatalf("%d hits, %d different, want %d", len(first.Hits), len(seen), len(all))
		}
	})
}

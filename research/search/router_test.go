package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/research/port"
	"assay/research/text"
)

// fixed is an engine that always returns the same.
type fixed struct {
	hits []port.Hit
	err  error
}

func (f fixed) Search(context.Context, port.Query) (port.Results, error) {
	return port.Results{Hits: f.hits}, f.err
}

func urls(hits []port.Hit) []string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = h.URL
	}
	return out
}

func pages(urls ...string) fixed {
	var f fixed
	for _, u := range urls {
		f.hits = append(f.hits, port.Hit{URL: u, Title: u})
	}
	return f
}

func TestAHitOfTwoEnginesComesBeforeTheFirstOfOne(t *testing.T) {
	r := &Router{Engines: []Engine{
		{"a", pages("https://one.example/", "https://both.example/")},
		{"b", pages("https://two.example/", "https://both.example/", "https://two.example/")},
	}}
	got := search(t, r, port.Query{Text: "q", Limit: 10}).Hits
	if want := []string{"https://both.example/", "https://one.example/", "https://two.example/"}; !slices.Equal(urls(got), want) {
		t.Errorf("got %v", urls(got))
	}
	if !slices.Equal(got[0].Engines, []string{"a", "b"}) {
		t.Errorf("engines %v", got[0].Engines)
	}
}

func TestTheRouterAppliesWhatEnginesLeft(t *testing.T) {
	hits := []port.Hit{
		{URL: "https://docs.good.example/new", Published: "2024"},
		{URL: "https://good.example/old", Published: "2019-12-31"},
		{URL: "https://good.example/undated"},
		{URL: "https://bad.good.example/x"},
		{URL: "https://notgood.example/x"},
	}
	r := &Router{Engines: []Engine{{"a", fixed{hits: hits}}}}
	got := search(t, r, port.Query{Text: "q", Limit: 10, Filter: port.Filter{
		Domains: []string{"Good.example"}, Exclude: []string{"bad.good.example"}, After: "2020-01-01", Before: "2024-06-30"}}).Hits
	if want := []string{"https://docs.good.example/new", "https://good.example/undated"}; !slices.Equal(urls(got), want) {
		t.Errorf("got %v", urls(got))
	}
}

func TestAFailedEngineIsToldAndAllFailedIsAnError(t *testing.T) {
	bad := fixed{err: fmt.Errorf("search with X: %w", port.Fail(port.Fatal, "check X_KEY"))}
	busy := fixed{err: port.Fail(port.Unavailable, "busy")}
	r := &Router{Engines: []Engine{{"a", bad}, {"b", pages("https://one.example/")}}}
	got := search(t, r, port.Query{Text: "q", Limit: 10})
	if want := []port.EngineFailed{{Engine: "a", Query: "q", Reason: "check X_KEY"}}; !reflect.DeepEqual(got.Failed, want) || len(got.Hits) != 1 {
		t.Errorf("got %+v", got)
	}
	for class, engines := range map[port.Class][]Engine{
		port.Unavailable: {{"a", bad}, {"b", busy}},
		port.Fatal:       {{"a", bad}, {"b", bad}},
	} {
		_, err := (&Router{Engines: engines}).Search(t.Context(), port.Query{Text: "q", Limit: 1})
		if !errors.Is(err, &port.Failure{Class: class}) || !strings.Contains(err.Error(), "check X_KEY") {
			t.Errorf("want %s, got %v", class, err)
		}
	}
}

func TestOnlyTheEnginesNamedAreAsked(t *testing.T) {
	r := &Router{Engines: []Engine{{"a", pages("https://one.example/")}, {"b", pages("https://two.example/")}}}
	got := search(t, r, port.Query{Text: "q", Limit: 9, Filter: port.Filter{Engines: []string{"b"}}}).Hits
	if !slices.Equal(urls(got), []string{"https://two.example/"}) {
		t.Errorf("got %v", urls(got))
	}
	_, err := r.Search(t.Context(), port.Query{Text: "q", Filter: port.Filter{Engines: []string{"bing"}}})
	if !errors.Is(err, &port.Failure{Class: port.Fatal}) || !strings.Contains(err.Error(), `"bing"`) || !strings.Contains(err.Error(), "a, b") {
		t.Errorf("got %v", err)
	}
	if _, err := (&Router{}).Search(t.Context(), port.Query{Text: "q"}); !errors.Is(err, &port.Failure{Class: port.Fatal}) {
		t.Errorf("no engines: got %v", err)
	}
}

func TestACancelledSearchHasNoResults(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Router{Engines: []Engine{{"a", pages("https://one.example/")}}}
	if _, err := r.Search(ctx, port.Query{Text: "q", Limit: 1}); !errors.Is(err, context.Canceled) {
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
		first, err := r.Search(context.Background(), port.Query{Text: "q", Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		again, _ := r.Search(context.Background(), port.Query{Text: "q", Limit: 100})
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

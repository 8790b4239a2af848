package simulator_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"assay/research/port"
	"assay/research/simulator"
)

type searcher func(port.Query) (port.Results, error)

func (s searcher) Search(_ context.Context, q port.Query) (port.Results, error) { return s(q) }

// A searxng is the part of SearXNG's JSON that clients read.
type searxng struct {
	Query   string
	Results []struct {
		URL, Title, Content, Engine string
		Engines                     []string
		PublishedDate               *string
		Score                       float64
	}
	Unresponsive [][2]string `json:"unresponsive_engines"`
}

func search(t *testing.T, s *simulator.SearchServer, query string) searxng {
	t.Helper()
	g := get(t, serve(t, s)+"/search?format=json&q="+url.QueryEscape(query))
	if g.status != 200 || g.header.Get("Content-Type") != "application/json" {
		t.Fatalf("search: %d %v %s", g.status, g.header, g.body)
	}
	var r searxng
	if err := json.Unmarshal(g.body, &r); err != nil {
		t.Fatalf("%v in %s", err, g.body)
	}
	return r
}

func TestSearchIsAnsweredAsSearXNGDoes(t *testing.T) {
	var asked port.Query
	backend := searcher(func(q port.Query) (port.Results, error) {
		asked = q
		return port.Results{
			Hits: []port.Hit{
				{URL: "https://a.example/x", Title: "A <b>", Snippet: "about a", Engines: []string{"one", "two"}, Published: "2024-03"},
				{URL: "https://b.example/", Title: "B"},
			},
			Failed: []port.EngineFailed{{Engine: "three", Reason: "timeout"}},
		}, nil
	})
	rewrite := func(u string) string { return strings.Replace(u, "https://a.example", "http://127.0.0.1:9", 1) }
	r := search(t, &simulator.SearchServer{Backend: backend, Rewrite: rewrite}, "great wall")
	if asked.Text != "great wall" || asked.Limit != 10 || r.Query != "great wall" || len(r.Results) != 2 {
		t.Fatalf("asked %+v, got %+v", asked, r)
	}
	a, b := r.Results[0], r.Results[1]
	if a.URL != "http://127.0.0.1:9/x" || a.Title != "A <b>" || a.Content != "about a" || a.Engine != "one" || len(a.Engines) != 2 || *a.PublishedDate != "2024-03-01T00:00:00" {
		t.Errorf("first result %+v", a)
	}
	if b.URL != "https://b.example/" || b.PublishedDate != nil || b.Score >= a.Score {
		t.Errorf("second result %+v", b)
	}
	if len(r.Unresponsive) != 1 || r.Unresponsive[0] != [2]string{"three", "timeout"} {
		t.Errorf("unresponsive engines %v", r.Unresponsive)
	}
}

func TestFailedBackendIsAnUnresponsiveEngine(t *testing.T) {
	backend := searcher(func(port.Query) (port.Results, error) { return port.Results{}, errors.New("no network") })
	r := search(t, &simulator.SearchServer{Backend: backend}, "wall")
	if r.Results == nil || len(r.Results) != 0 || len(r.Unresponsive) != 1 || r.Unresponsive[0][1] != "no network" {
		t.Errorf("got %+v, want no results and one unresponsive engine", r)
	}
}

func TestSearchWithoutJSONIsAPage(t *testing.T) {
	base := serve(t, &simulator.SearchServer{Backend: simulator.Synthetic{Bases: []string{"http://x"}}})
	g := get(t, base+"/search?q=%3Cscript%3E")
	if g.status != 200 || !strings.HasPrefix(g.header.Get("Content-Type"), "text/html") || g.has("<script>") || !g.has(`href="http://x/article/`) {
		t.Errorf("%d %v %s", g.status, g.header, g.body)
	}
	for path, want := range map[string]int{"/search?format=json": 400, "/": 404} {
		if g := get(t, base+path); g.status != want {
			t.Errorf("%s: status %d, want %d", path, g.status, want)
		}
	}
	if g := get(t, base+"/search?format=json&q=wall&pageno=2"); !g.has(`"results":[]`) {
		t.Errorf("second page: %s", g.body)
	}
}

func TestSyntheticHitsAreTheArticlesTheyName(t *testing.T) {
	web := &simulator.SyntheticWeb{Seed: 3}
	first, second := serve(t, web), serve(t, web)
	s := simulator.Synthetic{Bases: []string{first, second}, Seed: 3}
	results, err := s.Search(t.Context(), port.Query{Text: "length of the Great Wall", Limit: 4})
	if err != nil || len(results.Hits) != 4 {
		t.Fatalf("%d hits, %v", len(results.Hits), err)
	}
	seen := map[string]bool{}
	for i, hit := range results.Hits {
		seen[hit.URL] = true
		g := get(t, hit.URL)
		if g.status != 200 || !g.has(hit.Title) || !g.has(hit.Snippet) || !g.has(`datetime="`+hit.Published) || !strings.Contains(hit.Title, "great wall") {
			t.Errorf("hit %+v does not lead to its article", hit)
		}
		if base := []string{first, second}[i%2]; !strings.HasPrefix(hit.URL, base) {
			t.Errorf("hit %d is at %s, want a page of %s", i, hit.URL, base)
		}
	}
	other, err := s.Search(t.Context(), port.Query{Text: "length of the Great Wall in China"})
	if err != nil || len(other.Hits) != 10 || len(seen) != 4 || seen[other.Hits[0].URL] {
		t.Errorf("another query has %d hits, first %v, error %v", len(other.Hits), other.Hits[0], err)
	}
	if _, err := (simulator.Synthetic{}).Search(t.Context(), port.Query{Text: "x"}); err == nil {
		t.Error("a searcher without sites finds something")
	}
}

package engines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"assay/research/port"
)

const secret = "tvly-very-secret"

func key() string { return secret }

// entry returns the entry of a name.
func entry(t *testing.T, name string) Entry {
	t.Helper()
	for _, e := range Table() {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("no engine is called %s", name)
	return Entry{}
}

// serve answers every request with a file of testdata and keeps the last request.
func serve(t *testing.T, file string) (base string, last func() (*http.Request, string)) {
	t.Helper()
	body, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var req *http.Request
	var sent string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		req, sent = r, string(b)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s.URL, func() (*http.Request, string) { return req, sent }
}

func found(t *testing.T, s port.Searcher, q port.Query) port.Results {
	t.Helper()
	r, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSearXNGIsAskedForJSONAndRead(t *testing.T) {
	base, last := serve(t, "searxng.json")
	got := found(t, New(entry(t, "searxng"), Config{Base: base + "/"}), port.Query{Text: "vacuum freeze", Limit: 5,
		Filter: port.Filter{Language: "en-GB", Domains: []string{"postgresql.org"}, Exclude: []string{"spam.example"}}})
	want := port.Results{
		Hits: []port.Hit{
			{URL: "https://www.postgresql.org/docs/15/routine-vacuuming.html", Title: "PostgreSQL: Documentation: 15: 25.1. Routine Vacuuming",
				Snippet: "PostgreSQL databases require periodic maintenance known as vacuuming.", Engines: []string{"searxng"}, Published: "2023-02-09"},
			{URL: "https://blog.example.org/freeze", Title: "Freeze & thaw", Snippet: "What freezing rows means", Engines: []string{"searxng"}},
		},
		Failed: []port.EngineFailed{{Engine: "searxng: google", Query: "vacuum freeze", Reason: "Suspended: too many requests"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	r, _ := last()
	v := r.URL.Query()
	if r.URL.Path != "/search" || v.Get("format") != "json" || v.Get("language") != "en" ||
		v.Get("q") != "vacuum freeze site:postgresql.org -site:spam.example" || !strings.HasPrefix(r.UserAgent(), "Assay/") {
		t.Errorf("asked %s as %s", r.URL, r.UserAgent())
	}
}

func TestTavilyIsAskedAndRead(t *testing.T) {
	base, last := serve(t, "tavily.json")
	got := found(t, New(entry(t, "tavily"), Config{Base: base, Key: key}), port.Query{Text: strings.Repeat("vacuum ", 100), Limit: 50,
		Filter: port.Filter{After: "2024-01-01", Domains: []string{"postgresql.org"}}})
	if len(got.Hits) != 2 || got.Hits[1].Published != "2025-02-11" || got.Hits[0].Engines[0] != "tavily" {
		t.Errorf("got %+v", got)
	}
	r, body := last()
	var sent map[string]any
	if err := json.Unmarshal([]byte(body), &sent); err != nil {
		t.Fatal(err)
	}
	if r.Method != "POST" || r.URL.String() != "/search" || r.Header.Get("Authorization") != "Bearer "+secret ||
		sent["max_results"] != 20.0 || sent["start_date"] != "2024-01-01" || len(sent["query"].(string)) > 400 || strings.Contains(body, secret) {
		t.Errorf("sent %s %s", r.URL, body)
	}
}

func TestBraveIsAskedAndRead(t *testing.T) {
	base, last := serve(t, "brave.json")
	got := found(t, New(entry(t, "brave"), Config{Base: base, Key: key}), port.Query{Text: "vacuum freeze", Limit: 5, Filter: port.Filter{After: "2020-01-01", Before: "2024-12-31"}})
	if len(got.Hits) != 2 || got.Hits[0].Snippet != "PostgreSQL databases require periodic maintenance known as vacuuming. It's simple." || got.Hits[0].Published != "2023-02-09" {
		t.Errorf("got %+v", got)
	}
	r, _ := last()
	if v := r.URL.Query(); r.URL.Path != "/res/v1/web/search" || v.Get("freshness") != "2020-01-01to2024-12-31" || v.Get("count") != "5" || r.Header.Get("X-Subscription-Token") != secret {
		t.Errorf("asked %s", r.URL)
	}
}

// What an engine has words of its own for is asked for in them.
func TestFiltersReachTheEngines(t *testing.T) {
	ago := func(days int) string { return time.Now().AddDate(0, 0, -days).Format(time.DateOnly) }
	today := time.Now().UTC().Format(time.DateOnly)
	long := strings.TrimSpace(strings.Repeat("of ", 60))
	for _, c := range []struct {
		engine string
		query  port.Query
		param  string
		want   string // "" means that it is left out
	}{
		{"searxng", port.Query{Text: "q"}, "categories", "general"},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{Academic: true}}, "categories", "science"},
		{"searxng", port.Query{Text: "q"}, "time_range", ""},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{After: ago(1)}}, "time_range", "month"},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{After: ago(0)}}, "time_range", "day"},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{After: ago(40)}}, "time_range", "year"},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{After: ago(400)}}, "time_range", ""},
		{"searxng", port.Query{Text: "q", Filter: port.Filter{Language: "x"}}, "language", ""},
		{"brave", port.Query{Text: "q"}, "freshness", ""},
		{"brave", port.Query{Text: "q", Filter: port.Filter{After: "2020-01-01"}}, "freshness", "2020-01-01to" + today},
		{"brave", port.Query{Text: "q", Filter: port.Filter{Before: "2020-01-01"}}, "freshness", "1990-01-01to2020-01-01"},
		{"brave", port.Query{Text: "q", Limit: 50}, "count", "20"},
		{"brave", port.Query{Text: "q"}, "count", "1"},
		{"brave", port.Query{Text: long}, "q", strings.TrimSpace(strings.Repeat("of ", 50))},
		{"brave", port.Query{Text: strings.Repeat("x", 500)}, "q", strings.Repeat("x", 400)},
		{"brave", port.Query{Text: "q", Filter: port.Filter{Language: "de-AT", Domains: []string{"a.example", "b.example"}, Exclude: []string{"c.example"}}}, "q",
			"q site:a.example OR site:b.example -site:c.example"},
		{"brave", port.Query{Text: "q", Filter: port.Filter{Language: "de-AT"}}, "search_lang", "de"},
	} {
		req, err := New(entry(t, c.engine), Config{Base: "http://x.example/"}).request(c.query)
		if err != nil {
			t.Fatal(err)
		}
		v := req.URL.Query()
		if got := v.Get(c.param); got != c.want || v.Has(c.param) != (c.want != "") || req.URL.Host != "x.example" {
			t.Errorf("%s, %.30s %+v: %s is %q, want %q", c.engine, c.query.Text, c.query.Filter, c.param, got, c.want)
		}
	}
}

func TestAnAddressThatIsNoneIsTold(t *testing.T) {
	for _, base := range []string{"localhost:8888", "ftp://x.example", "x", "http://"} {
		_, err := New(entry(t, "searxng"), Config{Base: base}).Search(t.Context(), port.Query{Text: "q"})
		if !errors.Is(err, &port.Failure{Class: port.Fatal}) || !strings.Contains(err.Error(), "check SEARXNG_URL") {
			t.Errorf("%s: %v", base, err)
		}
	}
}

func TestWikipediaIsAskedForTheWordsThatMatter(t *testing.T) {
	base, last := serve(t, "wikipedia.json")
	got := found(t, &Wikipedia{BaseURL: base}, port.Query{Text: "Is the Great Wall visible from the Moon?", Limit: 5})
	want := []port.Hit{
		{URL: base + "/wiki/Great_Wall_of_China", Title: "Great Wall of China", Snippet: `the Great Wall of China can be seen from the Moon "myth"`, Engines: []string{"wikipedia"}},
		{URL: base + "/wiki/AC%2FDC:_100%25_live%3F", Title: "AC/DC: 100% live?", Engines: []string{"wikipedia"}},
	}
	if !reflect.DeepEqual(got.Hits, want) {
		t.Errorf("got  %+v\nwant %+v", got.Hits, want)
	}
	if r, _ := last(); r.URL.Query().Get("srsearch") != "Great Wall visible Moon" {
		t.Errorf("asked %s", r.URL)
	}
}

func TestAnEnginesErrorsSayWhatToDo(t *testing.T) {
	engines := map[string]func(base string) port.Searcher{
		"searxng":   func(b string) port.Searcher { return New(entry(t, "searxng"), Config{Base: b}) },
		"tavily":    func(b string) port.Searcher { return New(entry(t, "tavily"), Config{Base: b, Key: key}) },
		"brave":     func(b string) port.Searcher { return New(entry(t, "brave"), Config{Base: b, Key: key}) },
		"wikipedia": func(b string) port.Searcher { return &Wikipedia{BaseURL: b} },
	}
	for _, c := range []struct {
		engine string
		status int
		header string // Retry-After
		body   string
		class  port.Class
		says   string
	}{
		{"searxng", 403, "", "Forbidden", port.Fatal, "settings.yml"},
		{"tavily", 401, "", `{"detail":{"error":"Unauthorized: missing or invalid API key."}}`, port.Fatal, "TAVILY_API_KEY"},
		{"tavily", 432, "", `{"detail":{"error":"plan limit"}}`, port.Fatal, "credit"},
		{"brave", 422, "", `{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID","status":422}}`, port.Fatal, "BRAVE_API_KEY"},
		{"brave", 422, "", `{"error":{"code":"VALIDATION","status":422}}`, port.Unknown, "422"},
		{"brave", 429, "121", "", port.Unavailable, "429"},
		{"wikipedia", 301, "", "", port.Fatal, "moved"},
		{"wikipedia", 200, "", "<html>", port.Invalid, "JSON"},
		{"wikipedia", 200, "", `{"error":{"code":"srsearch-error"}}`, port.Unknown, "srsearch-error"},
		{"searxng", 200, "", `{"results":[{"url":"` + strings.Repeat("x", maxBody) + `"}]}`, port.Invalid, "2 MiB"},
	} {
		t.Run(fmt.Sprint(c.engine, c.status), func(t *testing.T) {
			calls := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls++
				if c.header != "" {
					w.Header().Set("Retry-After", c.header)
				}
				if c.status == 301 {
					w.Header().Set("Location", "http://elsewhere.example/")
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			defer s.Close()
			_, err := engines[c.engine](s.URL).Search(t.Context(), port.Query{Text: "q", Limit: 5})
			var f *port.Failure
			if !errors.As(err, &f) || f.Class != c.class || !strings.Contains(f.Reason, c.says) {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the error tells too much: %v", err)
			}
			if calls != 1 {
				t.Errorf("%d calls, want 1", calls)
			}
		})
	}
}

func TestAnUnreachableEngineIsUnavailableAndItsAddressIsNotTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(entry(t, "searxng"), Config{Base: "http://127.0.0.1:1"}).Search(ctx, port.Query{Text: "q"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	err := api{name: "X"}.unreachable(t.Context(), fmt.Errorf("dial tcp 10.0.0.1:80: %w", os.ErrDeadlineExceeded))
	var f *port.Failure
	if !errors.As(err, &f) || f.Class != port.TimedOut || strings.Contains(f.Reason, "10.0.0.1") {
		t.Errorf("got %v", err)
	}
}

package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/research/search"
	"assay/research/simulator"
)

// services are what the program finds on a network: a model behind an
// OpenAI-compatible API, a SearXNG instance, and sites to read.
type services struct {
	model  *simulator.ModelServer
	search *simulator.SearchServer
	env    []string // that points the program at them
}

// serve starts the services with the given documentation folders as sites,
// each at a loopback address of its own, and found through a full-text index.
func serve(t *testing.T, model *simulator.ModelServer, dirs ...string) *services {
	t.Helper()
	sites := make(map[string]string) // base URL by library host
	router := &search.Router{}
	for i, dir := range dirs {
		l, err := search.OpenLibrary(t.Context(), dir, filepath.Join(indexes(t), indexName(dir)), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		router.Engines = append(router.Engines, search.Engine{Name: l.Host(), Searcher: l})
		sites[l.Host()] = site(t, i, simulator.FolderSite(dir))
	}
	s := &services{model: model, search: &simulator.SearchServer{Backend: router, Rewrite: func(raw string) string {
		u, err := url.Parse(raw)
		if err != nil || sites[u.Host] == "" {
			return raw
		}
		return sites[u.Host] + u.EscapedPath()
	}}}
	s.env = []string{
		"OPENAI_BASE_URL=" + site(t, 8, s.model) + "/v1", "OPENAI_API_KEY=canary-key", "ASSAY_MODEL=gpt-4o-mini",
		"SEARXNG_URL=" + site(t, 9, s.search), "ASSAY_ALLOW_PRIVATE=127.0.0.0/8",
	}
	return s
}

// indexes returns a folder for the indexes of documentation, which all tests of
// a process share.
var indexes = func() func(t *testing.T) string {
	var once sync.Once
	var dir string
	return func(t *testing.T) string {
		t.Helper()
		once.Do(func() {
			var err error
			if dir, err = os.MkdirTemp("", "assay-indexes-"); err != nil {
				t.Fatal(err)
			}
			leftovers = append(leftovers, dir)
		})
		return dir
	}
}()

// leftovers are folders that are removed once all tests are over.
var leftovers []string

// site serves h at loopback address 127.0.0.(i+1).
func site(t *testing.T, i int, h http.Handler) string {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:0", i+1))
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewUnstartedServer(h)
	srv.Listener.Close()
	srv.Listener = l
	srv.Start()
	t.Cleanup(srv.Close)
	return srv.URL
}

// The whole shape over HTTP: searched through SearXNG, read by the real
// fetcher, judged by an OpenAI-compatible model, in one journal.
func TestAskOverHTTP(t *testing.T) {
	pg := installed(t, "/usr/share/doc/postgresql-doc-15")
	py := installed(t, "/usr/share/doc/python3.11/html")
	s := serve(t, &simulator.ModelServer{Angles: 6, Claims: 5, Refuted: 0.2, Qualified: 0.1, Seed: 1}, pg, py)
	p := newProgram(t, append(s.env, "ASSAY_PARALLEL=32")...)
	r := p.ask(t, "How are transactions, indexes, dictionaries and asynchronous tasks kept consistent?")
	st := r.Stats
	t.Log(st.Line())
	t.Logf("%d votes, %d calls, %d tokens in, %d out, $%.4f, %.1f s", st.Votes, st.Calls, st.TokensIn, st.TokensOut, st.Cost, st.Seconds)
	if st.Fetched != 15 || st.Verified != 25 || st.Votes != 75 {
		t.Errorf("%d pages, %d claims, %d votes; want 15, 25 and 75", st.Fetched, st.Verified, st.Votes)
	}
	m := s.model.Meter()
	if again := m.Repeated(); len(again) > 0 {
		t.Errorf("%d prompts were paid for twice", len(again))
	}
	if m.TokensIn != st.TokensIn || m.TokensOut != st.TokensOut || m.Total() != st.Calls {
		t.Errorf("the model counted %d calls, %d tokens in, %d out", m.Total(), m.TokensIn, m.TokensOut)
	}
	for _, src := range r.Sources {
		if !strings.HasPrefix(src.URL, "http://127.0.0.") {
			t.Errorf("source %s", src.URL)
		}
	}
}

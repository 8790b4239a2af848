package harness

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/research/search"
	"assay/research/simulator"
)

// Services are what the program finds on a network: a model behind an
// OpenAI-compatible API, a SearXNG instance, and sites to read.
type Services struct {
	Model  *simulator.ModelServer
	Search *simulator.SearchServer
	Env    []string // that points the program at them
}

// Serve starts the services with the given documentation folders as sites,
// each at a loopback address of its own, and found through a full-text index.
func Serve(t *testing.T, model *simulator.ModelServer, dirs ...string) *Services {
	t.Helper()
	sites := make(map[string]string) // base URL by library host
	router := &search.Router{}
	kept, err := indexes()
	if err != nil {
		t.Fatal(err)
	}
	for i, dir := range dirs {
		l, err := search.OpenLibrary(t.Context(), dir, filepath.Join(kept, strings.ReplaceAll(dir, string(filepath.Separator), "_")+".db"), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		router.Engines = append(router.Engines, search.Engine{Name: l.Host(), Searcher: l})
		sites[l.Host()] = Site(t, i, simulator.FolderSite(dir))
	}
	s := &Services{Model: model, Search: &simulator.SearchServer{Backend: router, Rewrite: func(raw string) string {
		u, err := url.Parse(raw)
		if err != nil || sites[u.Host] == "" {
			return raw
		}
		return sites[u.Host] + u.EscapedPath()
	}}}
	s.Env = []string{
		"OPENAI_BASE_URL=" + Site(t, 8, s.Model) + "/v1", "OPENAI_API_KEY=canary-key", "ASSAY_MODEL=gpt-4o-mini",
		"SEARXNG_URL=" + Site(t, 9, s.Search), "ASSAY_ALLOW_PRIVATE=127.0.0.0/8",
	}
	return s
}

// indexes is a folder for the indexes of documentation, which all tests of a
// process share.
var indexes = sync.OnceValues(func() (string, error) { return shared("assay-indexes-") })

// Site serves h at loopback address 127.0.0.(i+1).
func Site(t testing.TB, i int, h http.Handler) string {
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

// Modelled returns the settings of a program that asks a model and searches the
// sample library, and nothing else.
func Modelled(t testing.TB, model http.Handler) []string {
	t.Helper()
	return []string{"OPENAI_BASE_URL=" + Site(t, 0, model) + "/v1", "OPENAI_API_KEY=k", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample"}
}

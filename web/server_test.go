package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/html"

	"assay/db/sqlite"
	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/researchtest"
	"assay/research/verify"
)

const (
	teaWorld    = "../research/verify/testdata/tea.txtar"
	teaQuestion = "Is tea older than coffee?"
)

// A site is a real server over a real database, in a world from a file.
type site struct {
	*Server
	url    string
	client *http.Client // keeps no cookies and follows no redirects
	gate   *gate
	data   string // file of the database
}

// newSite serves the world of file, with edits made to it: old, new, old, new ...
func newSite(t testing.TB, file string, edits ...string) *site {
	t.Helper()
	if t, ok := t.(*testing.T); ok {
		researchtest.NoLeaks(t)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(edits); i += 2 {
		if !bytes.Contains(text, []byte(edits[i])) {
			t.Fatalf("%s does not hold %q", file, edits[i])
		}
	}
	edited := filepath.Join(t.TempDir(), "world.txtar")
	if err := os.WriteFile(edited, []byte(strings.NewReplacer(edits...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	world, err := researchtest.LoadWorld(edited)
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "test.db")
	d, err := sqlite.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{Model: world, open: make(chan struct{})}
	desk := world.Desk()
	desk.Model = g
	engine := engine.NewEngine(d, func(research.Info) (engine.Desk, error) { return desk, nil }, 0, verify.Method, chooser)
	s := &site{Server: &Server{Store: d, Engine: engine, NoKey: true, EngineNames: []string{"world", "library"}, Hosts: []string{"assay.example"}}, gate: g, data: data}
	server := httptest.NewServer(s.Handler())
	s.url = server.URL
	s.client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(func() {
		g.lift()
		s.Drain()
		server.Close()
		engine.Close(context.Background())
		d.Close()
	})
	return s
}

// A gate holds a role's requests back until it is lifted.
type gate struct {
	port.Model
	role atomic.Value // string
	open chan struct{}
	once sync.Once
}

// hold has the gate hold back a role from now on.
func (g *gate) hold(role string) { g.role.Store(role) }

// lift lets everybody pass from now on.
func (g *gate) lift() { g.once.Do(func() { close(g.open) }) }

func (g *gate) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	if role, ok := g.role.Load().(string); ok && strings.HasPrefix(req.Role, role) {
		select {
		case <-g.open:
		case <-ctx.Done():
			return port.Response{}, ctx.Err()
		}
	}
	return g.Model.Generate(ctx, req)
}

// An answer is a response, read to its end.
type answer struct {
	*http.Response
	body string
}

// send sends a request; headers are name, value, name, value ...
func (s *site) send(t *testing.T, method, path string, form url.Values, headers ...string) answer {
	t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res, string(b)}
}

func (s *site) get(t *testing.T, path string, headers ...string) answer {
	t.Helper()
	return s.send(t, http.MethodGet, path, nil, headers...)
}

func (s *site) post(t *testing.T, path string, form url.Values, headers ...string) answer {
	t.Helper()
	return s.send(t, http.MethodPost, path, form, headers...)
}

// ask asks a question and returns the run's id.
func (s *site) ask(t *testing.T, fields ...string) string {
	t.Helper()
	form := url.Values{"question": {teaQuestion}, "method": {"verify"}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	a := s.post(t, "/ask", form)
	id, ok := strings.CutPrefix(a.Header.Get("Location"), "/r/")
	if a.StatusCode != http.StatusSeeOther || !ok {
		t.Fatalf("POST /ask: %s to %q\n%s", a.Status, a.Header.Get("Location"), a.body)
	}
	return id
}

// until waits for the run to be in the given status.
func (s *site) until(t *testing.T, id string, status research.Status) *research.State {
	t.Helper()
	state := s.await(t, id, func(state *research.State) bool { return state.Status == status || state.Status.Over() })
	if state.Status != status {
		t.Fatalf("the run is %s (%s), want %s", state.Status, state.Reason, status)
	}
	return state
}

// await follows the run until enough says so.
func (s *site) await(t *testing.T, id string, enough func(*research.State) bool) *research.State {
	t.Helper()
	info, err := s.Store.Info(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	state := research.NewState(info)
	for {
		events, err := s.Store.Events(t.Context(), id, state.Seq)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if state.Add(e); enough(state) {
				return state
			}
		}
		if err := s.Store.Wait(t.Context(), id, state.Seq); err != nil {
			t.Fatal(err)
		}
	}
}

// done asks a question and waits for the report.
func (s *site) done(t *testing.T, fields ...string) string {
	t.Helper()
	id := s.ask(t, fields...)
	s.until(t, id, research.Done)
	return id
}

// text returns what a page says, without its markup.
func (a answer) text(t *testing.T) string {
	t.Helper()
	return textOf(t, a.body)
}

func textOf(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" {
			b.WriteString(n.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (a answer) want(t *testing.T, status int, texts ...string) {
	t.Helper()
	what := fmt.Sprintf("%s %s", a.Request.Method, a.Request.URL.Path)
	if a.StatusCode != status {
		t.Errorf("%s: %s, want %d\n%.300s", what, a.Status, status, a.body)
	}
	says := a.text(t)
	for _, want := range texts {
		if !strings.Contains(says, want) {
			t.Errorf("%s does not say %q:\n%s", what, want, says)
		}
	}
}

package program

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/research/simulator"
	"assay/test/harness"
	"assay/views"
)

// With a model, search engines and a password that must stay secret, with a
// model that fails in every way there is, with services that repeat their keys
// wherever they can: no secret shows in anything that is printed, kept or served.
func TestSecretsShowNowhere(t *testing.T) {
	harness.SkipIfShort(t, "takes half a minute")
	model := &simulator.ModelServer{Angles: 3, Claims: 3, Refuted: 0.3, Seed: 1, Fault: everyFault}
	ai := &blab{Handler: model}
	thief := &blab{Handler: http.NotFoundHandler()}
	engine := &blab{Handler: failing(harness.Site(t, 1, thief))}
	env, names := harness.KeyedEngines(harness.Site(t, 2, engine))
	env = append(env, "OPENAI_BASE_URL="+harness.Site(t, 0, ai)+"/v1", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample,"+strings.Join(names, ","),
		"ASSAY_CALL_TIME=2s", "ASSAY_CLIENT_RUNS=0")
	for name, secret := range harness.Canaries {
		env = append(env, name+"="+secret)
	}
	p := harness.NewProgram(t, env...)
	h := new(harness.Hay)
	ids := p.Accepted(t)
	s := harness.NewServer(t, p)
	s.Said = harness.Place{Hay: h, Where: "what the server prints"}
	s.Up()
	t.Cleanup(s.Kill)
	d := p.Store(t)
	for _, id := range ids {
		info, err := d.Info(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		state := harness.End(t, d, info)
		t.Logf("%s ended %s: %s", state.Method, state.Status, state.Reason)
		for _, p := range state.Pages {
			if page, err := d.Page(t.Context(), id, p.URL); err == nil {
				h.Add("pages that were read", []byte(page.Text+page.Title+page.URL+page.FinalURL))
			}
		}
	}
	for extra := 0; extra < 8 && len(unmet(model)) > 0; extra++ {
		out, errs, _ := p.Run(t, "ask", "--quiet=false", harness.Question(len(ids)+extra))
		h.Add("assay ask", []byte(out+errs))
	}
	served := &crawler{t: t, base: s.URL(), hay: h}
	served.signIn(harness.Canaries["ASSAY_PASSWORD"])
	served.all(ids)
	h.Files(t, p.Data) // while the server runs: the log of the database is there
	ai.refuses.Store(true)
	for _, args := range [][]string{{"ask", "Does a bad key show?"}, {"doctor"}, {"config", "show"}, {"runs"}, {"methods"}, {"show", ids[0]}, {"show", "--json", ids[1]}, {"verify", ids[2]}, {"resume", ids[3]}} {
		out, errs, _ := p.Run(t, args...)
		h.Add("assay "+args[0], []byte(out+errs))
	}
	for _, f := range views.Formats() {
		out, errs, _ := p.Run(t, "export", ids[0], "-f", f.Name)
		h.Add("assay export", []byte(out+errs))
	}
	served.all(ids)
	s.Stop()
	h.Rows(t, filepath.Join(p.Data, "assay.db"))
	h.Files(t, p.Data)
	hits := h.Find(t)
	if missing := unmet(model); len(missing) > 0 {
		t.Errorf("faults %q were not met", missing)
	}
	for name := range harness.Canaries {
		_, byModel := ai.heard.Load(name)
		_, byEngine := engine.heard.Load(name)
		if name != "ASSAY_PASSWORD" && !byModel && !byEngine {
			t.Errorf("no service was sent %s, so nothing was tried", name)
		}
	}
	thief.heard.Range(func(name, _ any) bool {
		t.Errorf("%s was sent to another host", name)
		return true
	})
	t.Logf("%d runs of %d methods with %d faults and %d calls: %d places, %d MiB and %d pages looked through, %d hits",
		len(ids), len(harness.Methods), len(simulator.Faults()), ai.calls.Load(), len(h.Stack), h.Size>>20, len(served.seen), hits)
}

// unmet returns the faults that the model has not had yet.
func unmet(model *simulator.ModelServer) []simulator.Fault {
	met := model.Meter().Faults
	return slices.DeleteFunc(simulator.Faults(), func(f simulator.Fault) bool { return met[f] > 0 })
}

// A crawler reads everything that a server shows to whoever is signed in.
type crawler struct {
	t      *testing.T
	base   string
	hay    *harness.Hay
	client *http.Client
	seen   map[string]bool
}

func (c *crawler) signIn(password string) {
	c.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.client = &http.Client{Jar: jar}
	c.send(http.MethodPost, "/session", url.Values{"password": {"wrong"}})
	if body := c.send(http.MethodPost, "/session", url.Values{"password": {password}, "next": {"/status"}}); !strings.Contains(body, "Status") {
		c.t.Fatalf("not signed in: %.300s", body)
	}
}

// all reads every page that links lead to, every export and stream of the runs,
// and every kind of error.
func (c *crawler) all(ids []string) {
	c.seen = make(map[string]bool)
	c.follow("/")
	c.follow("/status")
	c.follow("/login")
	for _, id := range ids {
		for _, path := range []string{"", "/events", "/events?format=ndjson", "/map.json", "/c/1", "/s/1"} {
			c.follow("/r/" + id + path)
		}
		for _, f := range views.Formats() {
			c.follow("/r/" + id + "." + f.Name)
		}
	}
	for _, path := range []string{"/nowhere", "/r/x", "/r/" + ids[0] + "/c/999", "/r/" + ids[0] + ".exe", "/reports?q=" + canaryPart, "/static/nothing.js"} {
		c.send(http.MethodGet, path, nil)
	}
	for _, path := range []string{"/ask", "/r/" + ids[0] + "/choose", "/r/" + ids[0] + "/stop", "/r/" + ids[0] + "/c/1/verify", "/status", "/theme", "/r/x/hurry"} {
		c.send(http.MethodPost, path, url.Values{"question": {strings.Repeat("x", 5000)}, "method": {"none"}})
	}
	c.send(http.MethodPost, "/ask", url.Values{"question": {strings.Repeat("x", 100_000)}})
	c.send(http.MethodDelete, "/", nil)
}

// canaryPart begins every canary: a search for it would find them, were they there.
const canaryPart = "canary"

// follow reads a page and, if it is one of ours, the pages it links to.
func (c *crawler) follow(path string) {
	path, _, _ = strings.Cut(path, "#")
	if c.seen[path] || len(c.seen) > 600 {
		return
	}
	c.seen[path] = true
	body := c.send(http.MethodGet, path, nil)
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if (a.Key == "href" || a.Key == "src") && strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "//") {
				c.follow(a.Val)
			}
		}
	}
}

// send sends a request, adds all of the answer to the hay and returns its body.
func (c *crawler) send(method, path string, form url.Values) string {
	c.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := c.client.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	res.Header.Write(harness.Place{Hay: c.hay, Where: "headers of " + path})
	c.hay.Add("page "+path, b)
	return string(b)
}

package browse

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/research/researchtest/corpora"
	"assay/test/harness"
	"assay/views"
)

// ran is what a script of somebody else would leave behind.
const ran = "foreign_script_ran"

// payloads are texts that would run in a page that took them for more than
// text: our own, which leave a mark, and those of collections, if they are at
// hand. Without -long, of the collections it takes every nth.
func payloads(t *testing.T) []string {
	t.Helper()
	mark := "window." + ran + "=1"
	all := []string{
		`<script>` + mark + `</script>`, `<img src=x onerror="` + mark + `">`, `"><svg onload=` + mark + `>`, `" autofocus onfocus="` + mark + `" x="`, `' onmouseover='` + mark, `</title><script>` + mark + `</script>`,
		`</textarea><script>` + mark + `</script>`, `javascript:` + mark, `[x](javascript:` + mark + `)`, `<iframe srcdoc="<script>parent.` + ran + `=1</script>">`, `<div data-init="` + mark + `">`, `" data-on-load="` + mark + `" x="`,
		`<img src="https://evil.example/p.png">`, `![x](https://evil.example/p.png)`, `<link rel=stylesheet href=https://evil.example/x.css>`, `<base href="https://evil.example/">`, `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
		`${` + mark + `}`, `{{` + mark + `}}`, `');` + mark + `//`, "x\r\n\r\nevent: datastar-patch-elements\r\ndata: elements <script>" + mark + "</script>\r\n\r\n",
	}
	others := corpora.Dir(t)
	var collected []string
	if raw, err := os.ReadFile(filepath.Join(others, "blns", "blns.json")); err == nil {
		if err := json.Unmarshal(raw, &collected); err != nil {
			t.Fatal(err)
		}
	}
	lists, err := filepath.Glob(filepath.Join(others, "payloads-all-the-things", "xss", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		f, err := os.Open(list)
		if err != nil {
			t.Fatal(err)
		}
		for in := bufio.NewScanner(f); in.Scan(); {
			collected = append(collected, in.Text())
		}
		f.Close()
	}
	if len(collected) == 0 {
		t.Logf("no collections of hostile strings in %s: only our own are tried", others)
	}
	every := 12
	if harness.Long() {
		every = 1
	}
	for i := 0; i < len(collected); i += every {
		if s := strings.TrimSpace(collected[i]); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// foreigners hands out payloads, another each time until all were.
type foreigners struct {
	texts []string
	at    int
}

func (f *foreigners) next() string {
	f.at++
	return f.texts[(f.at-1)%len(f.texts)]
}

// Questions, titles, snippets, addresses, texts, claims, quotes and reasons are
// made of scripts, before a model that says what it is told, and every page is
// opened in a browser: nothing of it runs, loads or leaves.
func TestForeignTextRunsInNoPage(t *testing.T) {
	alloc := browser(t)
	texts := &foreigners{texts: payloads(t)}
	asked := harness.Methods[:2]
	if harness.Long() {
		asked = harness.Methods
	}
	opened := 0
	for i, m := range asked {
		w := &harness.Trap{Pages: 30, Latency: 20 * time.Millisecond}
		w.Set(t)
		speak(w, texts)
		s := w.Program(t, new(harness.Hay), true, true).Start(t)
		tb := open(t, alloc, s.URL())
		v := &visit{tab: tb}
		v.see("/")
		tb.askBy(m.Name+"/"+m.Depths[0].Name, texts.texts[i]+" What do the records of Tartu show? "+texts.next())
		v.whole() // while it works
		run := tb.toReport()
		v.see(run)
		v.linked(run, 6)
		for _, f := range views.Formats() {
			saved(t, s.URL()+run+"."+f.Name)
		}
		for _, path := range []string{"/", "/reports", "/reports?q=records", "/reports?q=" + escaped(texts.next()), "/topics", "/status"} {
			v.see(path)
		}
		opened += v.opened
		if v.foreign == 0 {
			t.Errorf("%s: no page shows a foreign text: nothing was tried", m.Name)
		}
		t.Logf("%s: %d pages opened, %d of them with texts that would run", m.Name, v.opened, v.foreign)
	}
	t.Logf("%d texts put into %d runs, %d pages opened: 0 dialogs, 0 errors, 0 requests elsewhere, 0 scripts run", min(texts.at, len(texts.texts)), len(asked), opened)
}

// saved checks that a browser saves what is at an address, rather than showing it.
func saved(t *testing.T, address string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	h := res.Header
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || h.Get("X-Content-Type-Options") != "nosniff" || strings.Contains(h.Get("Content-Type"), "html") {
		t.Errorf("%s would be shown: %d %v", address, res.StatusCode, h)
	}
}

// speak has every page, title and snippet of the trap hold foreign texts.
func speak(w *harness.Trap, texts *foreigners) {
	said := make([][4]string, w.Pages)
	for n := range said {
		said[n] = [4]string{texts.next(), texts.next(), texts.next(), texts.next()}
	}
	w.Text = func(n, part int) string { return said[n%w.Pages][part%4] }
}

func escaped(s string) string {
	return strings.NewReplacer("%", "%25", "&", "%26", "#", "%23", " ", "+", "\r", "", "\n", "").Replace(s)
}

// A visit is a browser's way through pages.
type visit struct {
	*tab
	opened, foreign int
}

// see opens a path and looks at it.
func (v *visit) see(path string) {
	v.t.Helper()
	v.visit(path)
	v.whole()
}

// whole checks that nothing of others has run on the page that is open, nor is
// any of its markup theirs.
func (v *visit) whole() {
	v.t.Helper()
	v.opened++
	type look struct {
		Ran, Shows bool
		Active     []string
	}
	l := js[look](v.tab, `({
		Ran: typeof window.`+ran+` !== "undefined",
		Shows: /onerror|<script|javascript:|`+ran+`/i.test(document.body ? document.body.innerText : ""),
		Active: [...document.querySelectorAll("img, iframe, object, embed, base, style, video, audio, [srcdoc], a[href^='javascript:' i], a[href^='data:' i]")].map(e => e.outerHTML.slice(0, 200))
			.concat([...document.querySelectorAll("*")].flatMap(e => [...e.attributes].filter(a => a.name.startsWith("on")).map(a => e.tagName + " " + a.name))),
	})`)
	if l.Ran || len(l.Active) > 0 {
		v.t.Errorf("%s: a foreign script ran: %v; active: %q", v.path(), l.Ran, l.Active)
	}
	if l.Shows {
		v.foreign++
	}
}

// linked opens up to most of the run's pages of each kind.
func (v *visit) linked(run string, most int) {
	v.t.Helper()
	for _, kind := range []string{"/c/", "/s/"} {
		v.visit(run)
		paths := js[[]string](v.tab, fmt.Sprintf(`[...new Set([...document.querySelectorAll('a[href^="%s%s"]')].map(a => a.getAttribute("href").split("#")[0]))].slice(0, %d)`, run, kind, most))
		if kind == "/s/" && len(paths) == 0 {
			v.visit(js[string](v.tab, fmt.Sprintf(`document.querySelector('a[href^="%s/c/"]').getAttribute("href")`, run)))
			paths = js[[]string](v.tab, fmt.Sprintf(`[...document.querySelectorAll('a[href^="%s%s"]')].map(a => a.getAttribute("href")).slice(0, %d)`, run, kind, most))
		}
		for _, path := range paths {
			v.see(path)
		}
	}
}

// The marks by which the test tells that scripts run are made where they can:
// on a page of no protection every second of our own texts leaves its mark.
func TestForeignTextRunsInAnUnguardedPage(t *testing.T) {
	alloc := browser(t)
	var own []string
	for _, s := range payloads(t) {
		if strings.Contains(s, ran) && strings.HasPrefix(s, "<") {
			own = append(own, s)
		}
	}
	base := harness.Site(t, 3, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><body>"+strings.Join(own, ""))
	}))
	tb := open(t, alloc, base)
	tb.expectOutage(true) // there is no image x
	tb.visit("/")
	tb.until(`window.` + ran + ` === 1`)
}

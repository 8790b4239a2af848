package views

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/port"
	"assay/research/researchtest/corpora"
)

// hostile are strings that try to be more than text in one of the formats.
var hostile = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- -->", "<a href='javascript:alert(1)'>x</a>",
	"[x](javascript:alert(1))", "![x](https://evil.example/p.png)", "<javascript:alert(1)>", "[x]: https://evil.example",
	"[a][b]", "[^1]", "https://evil.example/", "see www.evil.example/x", "mail me@evil.example", "ftp://evil.example",
	"# heading", "a\n# heading\n", "text\n===", "text\n---", "\n\n---\n\n", "C#  ##", "title {#id onclick=alert(1)}", "title {id=x}",
	"- item", "+ item", "* item", "1. item", "12) item", "- [ ] task", "    code", "\tcode", "```\ncode\n```", "~~~", "`a`", "> quote",
	"**b** _i_ ~~s~~", "a | b\n--|--\n1 | 2", ": definition", "&lt;b&gt; &#60;", "\\", "\\<b>", "a\\", "$x$", "trailing  \nbreak",
	"=1+1", "@SUM(A1)", "a,b\"c\";d", "x\r\nTY  - BOOK", "x\nER  - ", "x},\n  evil = {y", "} @misc{evil,", "\\input{/etc/passwd}", "{{{", "100%",
	"\x1b[31mred\x1b]0;title\x07", "\u009b31m", "\u202egnp.exe", "a\u2066b\u2069", "zero\u200bwidth", "\ufeffbom", "nul\x00", "a\rb", "\u2028line", "\u0085next",
	"\ufffd", "tag\U000e0041", "👩\u200d🚀", "עברית", "中文標題", "", " ",
	"javascript:alert(1)", "JAVASCRIPT://x%0aalert(1)", "https://x.example/<b> \"q\"", "https://x.example/\n# h", "data://x/text", "http://[::1", "library://b/a>b", "://",
}

// corpus is a collection of hostile strings by others. It skips the test
// where the collections are not at hand.
func corpus(t *testing.T) []string {
	all := collected(t)
	if len(all) == 0 {
		t.Skip("without the collections there is nothing to try")
	}
	return all
}

// collected returns the hostile strings of collections, as far as they are at hand.
func collected(t *testing.T) []string {
	data := corpora.Dir(t)
	var all []string
	if raw, err := os.ReadFile(filepath.Join(data, "blns/blns.json")); err == nil {
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
	}
	all = append(all, markdownWithHTML(t, filepath.Join(data, "markdown/*.json"))...)
	lists, err := filepath.Glob(filepath.Join(data, "payloads-all-the-things/xss/*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	every := 4 // the lists go through every event handler there is
	switch {
	case *long:
		every = 1
	case testing.Short():
		every = 16
	}
	for _, list := range lists {
		f, err := os.Open(list)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(f)
		for n := 0; in.Scan(); n++ {
			if n%every == 0 {
				all = append(all, in.Text())
			}
		}
		f.Close()
	}
	if len(all) == 0 {
		t.Logf("no collections of hostile strings in %s: only our own are tried", data)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// markdownWithHTML returns the examples of specifications of Markdown that hold HTML.
func markdownWithHTML(t *testing.T, pattern string) (all []string) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var found []struct{ Markdown string }
		if err := json.Unmarshal(raw, &found); err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			if strings.Contains(e.Markdown, "<") {
				all = append(all, e.Markdown)
			}
		}
	}
	return all
}

// tale tells of a run in which every text that a page or model may write is s.
func tale(t *testing.T, s string) *research.State {
	tl := newTeller(t, s)
	tl.answered(s, port.Usage{Calls: 1})
	tl.note(
		research.AnglePlanned{N: 1, Angle: research.Angle{Label: s, Query: s, Rationale: s}},
		port.EngineFailed{Engine: s, Query: s, Reason: s},
		research.PageBlocked{N: 3, URL: s, Title: s, Reason: "x" + s},
	)
	for n := 1; n <= 2; n++ {
		tl.note(research.PageRead{N: n, URL: s, FinalURL: s, Title: s, Author: s, Site: s, Published: s, Hash: s, Grade: research.Blog, Fetched: day.Add(time.Hour)})
	}
	against := refuted(s, s)
	against.CounterSource.Title, against.CounterSource.ID = s, s
	caveat := qualified(s, s)
	caveat.Source.URL, caveat.Source.Title = s, s
	tl.claim(1, 1, s, s, upheld(s), caveat, upheld(s))
	tl.claim(2, 2, s, s, against, against, upheld(s))
	tl.claim(3, 2, s, s, upheld(s), abstained(s), abstained(s))
	tl.claim(4, 1, s, s, upheld(s), upheld(s), upheld(s))
	tl.claim(5, 1, s, s)
	tl.ended(research.Partial, s, &research.Report{
		Summary: s, Confidence: research.Low, Why: s, Caveats: s, OpenQuestions: []string{s}, Notes: []string{s},
		Omitted:  []research.Omission{{Claim: 4, Why: s}},
		Findings: []research.Finding{{Claim: s, Claims: []int{1}, Evidence: s, Confidence: research.Low, Why: s, Tally: research.Tally{Upheld: 2, Qualified: 1}}},
	})
	return tl.state
}

// checkAll checks what must hold of every export of a run that tale tells.
func checkAll(t *testing.T, foreign string) {
	t.Helper()
	s := tale(t, foreign)
	checkMarkdown(t, foreign, s)
	checkJSON(t, foreign, s)
	checkCSV(t, foreign, s)
	checkBibTeX(t, foreign, s)
	checkRIS(t, foreign, s)
	checkText(t, foreign, s)
}

func TestHostileTextStaysText(t *testing.T) {
	for _, s := range hostile {
		checkAll(t, s)
	}
}

func TestCollectedHostileTextStaysText(t *testing.T) {
	all := corpus(t)
	t.Logf("%d strings", len(all))
	for _, s := range all {
		checkAll(t, s)
	}
}

func FuzzExports(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkAll(t, strings.ToValidUTF8(s, "\ufffd")) })
}

package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"assay/research"
)

// checkMarkdown checks that the document has its own headings and blocks and
// no others, and links to sources only.
func checkMarkdown(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	source := export(t, s, "md")
	got := outlineOf(source)
	want := []string{
		"Research: " + line(foreign), "Findings", line(foreign) + " — confidence: low (vote 3-0)",
		"Tested and refuted", "Qualified", "Unverified", "Upheld, but in no finding", "Not tested",
		"Caveats", "Open questions", "Sources", "How this was made",
	}
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}
	if !slices.Equal(got.headings, want) {
		t.Errorf("%q: the headings are\n%q, want\n%q", foreign, got.headings, want)
	}
	if plain := outlineOf(export(t, tale(t, "x"), "md")); line(foreign) != "" && !maps.Equal(got.blocks, plain.blocks) {
		t.Errorf("%q: the blocks are %v, want %v", foreign, got.blocks, plain.blocks)
	}
	own, ok := address(foreign)
	for _, link := range got.links {
		if link != "https://survey.example/2012" && link != "https://atlas.example/wall" && (!ok || link != own) {
			t.Errorf("%q: a link to %s", foreign, link)
		}
	}
	if steers(string(source)) {
		t.Errorf("%q: control characters in Markdown", foreign)
	}
}

// An outline is what a renderer of Markdown makes of a document.
type outline struct {
	headings, links []string
	blocks          map[string]int // nodes by kind, other than text and links
}

// outlineOf has a document read with every extension that might see markup in
// foreign text.
func outlineOf(source []byte) outline {
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.DefinitionList, extension.Footnote),
		goldmark.WithParserOptions(parser.WithAttribute()))
	o := outline{blocks: make(map[string]int)}
	ast.Walk(md.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			return ast.WalkContinue, nil
		case *ast.AutoLink:
			o.links = append(o.links, string(n.URL(source)))
			return ast.WalkContinue, nil
		case *ast.Heading:
			o.headings = append(o.headings, strings.TrimSpace(plain(n, source)))
		}
		o.blocks[n.Kind().String()]++
		return ast.WalkContinue, nil
	})
	return o
}

// plain returns the text of a node as a reader sees it.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if leaf, ok := c.(*ast.Text); ok {
			source := strings.ReplaceAll(string(leaf.Segment.Value(source)), `\&`, "&amp;")
			b.WriteString(html.UnescapeString(unescape.ReplaceAllString(source, "$1")))
		}
	}
	return b.String()
}

var unescape = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

// steers reports whether s holds characters other than line ends that a
// terminal obeys or a reader cannot see.
func steers(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && r != '\u200c' && r != '\u200d' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Cf) &&
			!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	})
}

func checkText(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	var b strings.Builder
	if err := Text(&b, ReportOf(s), 60, false); err != nil {
		t.Fatal(err)
	}
	if steers(b.String()) {
		t.Errorf("%q: the terminal gets %q", foreign, b.String())
	}
}

func checkJSON(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	var r Report
	if err := json.Unmarshal(export(t, s, "json"), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Claims) != 5 || len(r.Findings) != 1 || r.Claims[4].Claim != s.Claims[4].Text || r.Question != foreign {
		t.Errorf("%q: became %q", foreign, r.Question)
	}
}

func checkCSV(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(export(t, s, "csv"))).ReadAll()
	if err != nil || len(rows) != 6 {
		t.Fatalf("%q: %d rows, %v", foreign, len(rows), err)
	}
	for _, row := range rows {
		for _, c := range row {
			if c != "" && strings.ContainsAny(c[:1], "=+-@\t\r\n") {
				t.Errorf("%q: a cell is %q", foreign, c)
			}
		}
	}
	if got := strings.TrimPrefix(rows[1][1], "'"); got != strings.TrimPrefix(line(s.Claims[0].Text), "'") {
		t.Errorf("%q: the claim reads %q", foreign, got)
	}
}

var bibField = regexp.MustCompile(`^  (title|author|organization|year|date|url|urldate|note) = \{.*\},$`)

func checkBibTeX(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	out := string(export(t, s, "bib"))
	keys := make(map[string]bool)
	for l := range strings.Lines(out) {
		l = strings.TrimSuffix(l, "\n")
		depth := 0
		for _, r := range l {
			switch r {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth < 0 && l != "}" {
				t.Errorf("%q: braces do not match in %s", foreign, l)
			}
		}
		switch {
		case strings.HasPrefix(l, "@misc{"):
			keys[l] = true
		case l == "" || l == "}":
		case !bibField.MatchString(l) || depth != 0:
			t.Errorf("%q: a line reads %s", foreign, l)
		}
	}
	if len(keys) != 2 || steers(out) {
		t.Errorf("%q: keys %v", foreign, keys)
	}
}

var risLine = regexp.MustCompile(`^(TY|ID|TI|AU|PB|PY|DA|UR|Y2|N1|ER)  - [^\r\n]*$`)

func checkRIS(t *testing.T, foreign string, s *research.State) {
	t.Helper()
	begun, ended := 0, 0
	for l := range strings.SplitSeq(string(export(t, s, "ris")), "\r\n") {
		switch {
		case strings.HasPrefix(l, "TY  - "):
			begun++
		case strings.HasPrefix(l, "ER  - "):
			ended++
		}
		if l != "" && !risLine.MatchString(l) || steers(l) {
			t.Errorf("%q: a line reads %q", foreign, l)
		}
	}
	if begun != 2 || ended != 2 {
		t.Errorf("%q: %d records begin and %d end", foreign, begun, ended)
	}
}

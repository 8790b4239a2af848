package text

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestFormattingBecomesSpans(t *testing.T) {
	for src, want := range map[string]string{
		"": "", "plain": "plain", "<": "<", "</": "</", "<b": "<b", "a < b": "a < b",
		"<b>x</b>":                    "<span>x</span>",
		"<B\nclass=x>x</B >":          "<span\nclass=x>x</span >",
		"<STRONG/>x</sTrong>":         "<span/>x</span>",
		"<br><body><iframe><strongs>": "<br><body><iframe><strongs>",
		"<<b><</b>":                   "<<span><</span>",
		"<svg><title><b a></title>":   "<svg><title><span a></title>",
		"<a href='<i>'>x</a>":         "<a href='<span>'>x</a>",
		"<i>x<em>y<code>z</i>":        "<span>x<span>y<span>z</span>",
	} {
		if got, ok := limitHTML(src); !ok || got != want {
			t.Errorf("%q became %q, %t; want %q", src, got, ok, want)
		}
	}
}

// Every way to have a parser open formatting elements again and again.
func TestTreesGrowWithTheirTags(t *testing.T) {
	var opened strings.Builder
	for i := range 450 {
		fmt.Fprintf(&opened, "<b a=%d>", i)
	}
	for name, src := range map[string]string{
		"closed by a paragraph": "<p>" + opened.String() + "</p>" + strings.Repeat("<p>x</p>", 500),
		"hidden in a title":     "<p>" + strings.ReplaceAll(first(opened.String(), 150), ">", "></title>") + "</p>" + strings.Repeat("<p>x</p>", 500),
		"in upper case":         "<p>" + strings.ReplaceAll(opened.String(), "<b", "<TT") + "</p>" + strings.Repeat("<p>x</p>", 500),
		"with other spaces":     "<p>" + strings.ReplaceAll(opened.String(), "<b ", "<nobr\f") + "</p>" + strings.Repeat("<p>x</p>", 500),
		"links":                 "<p>" + strings.ReplaceAll(opened.String(), "<b", "<a href=") + "</p>" + strings.Repeat("<p>x</p>", 500),
		"behind a table":        "<p>" + opened.String() + "</p><table><td>" + strings.Repeat("</b>", 450) + "</td></table>" + strings.Repeat("<p>x</p>", 500),
		"crossed":               strings.Repeat("<a><p><b><p></a><p></b>", 300),
	} {
		tamed, ok := limitHTML(src)
		if !ok {
			t.Fatalf("%s: refused", name)
		}
		wild, nodes, tags := countNodes(src), countNodes(tamed), strings.Count(src, "<")
		t.Logf("%s: %d tags make %d nodes, %d without care", name, tags, nodes, wild)
		if nodes > 4*tags {
			t.Errorf("%s: %d tags made %d nodes", name, tags, nodes)
		}
	}
}

// count returns how many nodes a parser makes of src.
func countNodes(src string) (n int) {
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return 0
	}
	for range doc.Descendants() {
		n++
	}
	return n
}

func TestPagesOfTooManyTagsAreRefused(t *testing.T) {
	if _, ok := limitHTML(strings.Repeat("<p>", mostTags)); !ok {
		t.Error("refused a page at the limit")
	}
	if _, ok := limitHTML(strings.Repeat("<p>", mostTags+1)); ok {
		t.Error("took a page beyond the limit")
	}
}

// first returns s up to its nth tag, each tag in a title of a drawing.
func first(s string, n int) string {
	tags := strings.SplitAfterN(s, ">", n+1)
	return "<svg><title>" + strings.Join(tags[:n], "<svg><title>")
}

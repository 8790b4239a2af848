package search

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/research/researchtest"
)

var long = flag.Bool("long", false, "run the long forms of tests")

// harmfulFiles are documents that are made to cost whoever reads them.
func harmfulFiles() map[string]string {
	fill := func(s string, size int) string { return strings.Repeat(s, size/len(s)) }
	parts := func(s string) string { // as large as a section may be, over and over
		return fill(fill(s, sectionSize-10)+"\n\n", maxText)
	}
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	opened := "<p>" + numbered(450, "<b a=%d>") + "</p>"
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = io.CopyN(z, zeros{}, 256<<20)
	_ = z.Close()
	return map[string]string{
		"links.md":          parts("[a]("),
		"emphasis.md":       parts("*a_ "),
		"quotes.md":         parts(">"),
		"lists.md":          parts("1. "),
		"titled links.md":   parts(`[a]("`),
		"one block.md":      fill("[a](*b_ ", maxText),
		"fences.md":         fill("```\n", maxText),
		"long heading.md":   "# " + fill("word ", sectionSize-100) + "\n\n" + fill("a.\n\n", maxText-sectionSize),
		"front matter.md":   "---\n" + fill("title: x\n", maxText/2) + "---\n" + fill("word ", 1000),
		"table.md":          "|" + fill("a|", sectionSize/2) + "\n|" + fill("-|", sectionSize/2) + "\n",
		"long heading.html": "<h1>" + fill("word ", maxText/2) + "</h1>" + strings.Repeat("<p>A word.", 90_000),
		"long term.html":    "<dl><dt>" + fill("word ", maxText/2) + "</dt>" + strings.Repeat("<dd>A word.", 90_000),
		"reopened.html":     opened + strings.Repeat("<p>x</p>", 90_000),
		"many tags.html":    fill("<p>x", maxText),
		"deep.html":         fill("<div>", maxText),
		"tables.html":       strings.Repeat(strings.Repeat("<table><tr><td>words", 100)+strings.Repeat("</table>", 100), 400),
		"attributes.html":   "<p " + numbered(300_000, "a%d ") + ">x",
		"terms.html":        strings.Repeat("<dl><dt>term<dd>", 120) + strings.Repeat("<p>word", 90_000),
		"long terms.html":   strings.Repeat("<dl><dt>"+fill("word ", 5000)+"<dd>", 120) + strings.Repeat("<p>A word.", 90_000),
		"paragraph.html":    "<p>" + fill("word ", maxText),
		"paragraph.txt":     fill("word ", maxText),
		"no space.txt":      fill("x", maxText),
		"stops.txt":         fill("a. B! ", maxText),
		"lines.txt":         fill("a\n\n", maxText),
		"spaces.txt":        fill(" \n", maxText),
		"noise.txt":         fill("\xff\xfe\x00", maxText),
		"bomb.html.gz":      bomb.String(),
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Every document is read within its limits, and the one beside it is found.
// The long form reads them all, the short one those that take little time.
func TestHarmfulDocumentsEnd(t *testing.T) {
	files := harmfulFiles()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !*long && name != "reopened.html" && name != "long heading.html" {
			continue
		}
		dir := folder(t, map[string]string{name: files[name], "honest.md": "# Bridges\n\nThe bridge opened in 1937 and is 2,737 metres long."})
		var l *Library
		cost := researchtest.Spend(func() { l = open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil) })
		t.Logf("%-18s %s", name, cost)
		if cost.Time > 20*time.Second || cost.Memory > 300<<20 {
			t.Errorf("%s: took %s", name, cost)
		}
		if urls := found(t, l, "bridge opened 1937"); !slices.Contains(urls, "library://manuals/honest.md") {
			t.Errorf("beside %s: found %v", name, urls)
		}
	}
}

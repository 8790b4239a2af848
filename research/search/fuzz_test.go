package search

import (
	"testing"
	"unicode/utf8"
)

func FuzzParse(f *testing.F) {
	f.Add("---\ntitle: x\n---\n# A\n\nText. *b* [c](d)\n\n```\ncode\n```\n| a |\n|---|\n| b |")
	f.Add("<title>x</title><main><h1>A</h1><dl><dt>b<dd>c<dl><dt>d</dl></dl><table><tr><td>e<pre>\n\n f</pre></table>")
	f.Fuzz(func(t *testing.T, s string) {
		md, err := parseMarkdown(t.Context(), Clean(s))
		if err != nil {
			t.Fatal(err)
		}
		htm, err := parseHTML([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []document{md, htm, parseText(Clean(s))} {
			text := d.text()
			if !utf8.ValidString(text) || text != Clean(text) {
				t.Fatalf("text is not clean: %q", text)
			}
			for _, p := range passages(d) {
				if p.start < 0 || p.end <= p.start || p.end > len(text) || !utf8.ValidString(text[p.start:p.end]) {
					t.Fatalf("passage %+v of %q", p, text)
				}
			}
			match(Terms(s))
		}
	})
}

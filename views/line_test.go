package views

import (
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"assay/research"
)

func TestLineIsCleanAndKeepsWhatCanBeSeen(t *testing.T) {
	for in, want := range map[string]string{
		" a \t b\r\n\nc\u2028d\u0085e\vf ": "a b c d e f",
		"\x1b[31mred\x1b[0m\u009b1m":       "[31mred[0m1m",
		"\u202egnp\u202c \u2066x\u2069":    "gnp x",
		"z\u200bw\ufeff\u00ad\U000e0041":   "zw",
		"👩\u200d🚀 نمی\u200cخواهم \u06dd":   "👩\u200d🚀 نمی\u200cخواهم \u06dd",
		"bad \xff byte":                    "bad \ufffd byte",
		"中文 – “q”":                         "中文 – “q”",
	} {
		if got := line(in); got != want {
			t.Errorf("line(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestASentenceEndsLikeOne(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "a.", "a.": "a.", "a.\n": "a.", "a?": "a?", "so “b.”": "so “b.”", "(c)": "(c).", "中文。": "中文。", "wait…": "wait…",
	} {
		if got := sentence(in); got != want {
			t.Errorf("sentence(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestOnlyAddressesOfSourcesAreLinks(t *testing.T) {
	for in, want := range map[string]string{
		"https://a.example/b?c=d&e=%20#f": "https://a.example/b?c=d&e=%20#f",
		"HTTP://a.example/":               "HTTP://a.example/",
		"https://a.example/x y<z>":        "https://a.example/x%20y%3Cz%3E",
		"https://a.example/é(1)":          "https://a.example/%C3%A9(1)",
		"library://manuals/a b.html":      "library://manuals/a%20b.html",
		"sample://a/b":                    "sample://a/b",
	} {
		if got, ok := address(in); !ok || got != want {
			t.Errorf("address(%q) is %q, %v, want %q", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "javascript:alert(1)", "javascript://a/%0aalert(1)", "data:text/html,x", "//a.example/", "/a", "a.example",
		"https:", "https:///x", "file:///etc/passwd", "ftp://a.example/", "vbscript:x", "https://a.example/\nx", " https://a.example/"} {
		if got, ok := address(in); ok {
			t.Errorf("address(%q) is %q, want none", in, got)
		}
	}
}

func TestWrapKeepsToTheWidthAndLosesNothing(t *testing.T) {
	for _, in := range []string{
		"The quick brown fox jumps over the lazy dog and does so again and again.",
		"从轨道上看不到长城因为它太窄了而且颜色与周围的土地相同所以肉眼无法分辨",
		"a b c", "",
	} {
		lines := wrap(in, 20)
		for _, l := range lines {
			if uniseg.StringWidth(l) > 20 {
				t.Errorf("%q is %d columns wide", l, uniseg.StringWidth(l))
			}
		}
		if got := strings.Join(lines, ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(in, " ", "") {
			t.Errorf("%q became %q", in, lines)
		}
	}
	if got := wrap("a pneumonoultramicroscopic b", 10); !slices.Equal(got, []string{"a", "pneumonoultramicroscopic", "b"}) {
		t.Errorf("a long word: %q", got)
	}
}

func TestHeadingsAreBoldOnlyInColor(t *testing.T) {
	r := ReportOf(wall(t).state)
	for _, color := range []bool{false, true} {
		var b strings.Builder
		if err := Text(&b, r, 0, color); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "\x1b[1mFindings\x1b[0m\n"); got != color || strings.Contains(b.String(), "\x1b") != color {
			t.Errorf("color %v: bold %v", color, got)
		}
		for l := range strings.Lines(b.String()) {
			if w := uniseg.StringWidth(strings.TrimSuffix(l, "\n")); w > 80+len("\x1b[1m\x1b[0m") {
				t.Errorf("color %v: a line of %d columns: %s", color, w, l)
			}
		}
	}
}

func TestReferencesHaveKeysOfTheirOwnThatStay(t *testing.T) {
	var first, second []string
	for _, refs := range []struct {
		keys    *[]string
		sources []*Source
	}{
		{&first, []*Source{{URL: "https://www.a-b.example/1", Published: "2020-01"}, {URL: "https://www.a-b.example/2", Published: "bad"}, {URL: "nowhere"}, {URL: "nowhere"}}},
		{&second, []*Source{{URL: "nowhere"}, {URL: "https://www.a-b.example/1", Published: "2020-01"}}},
	} {
		for _, ref := range (&Report{Sources: refs.sources}).references() {
			*refs.keys = append(*refs.keys, ref.Key)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(first))); len(sorted) != 4 {
		t.Errorf("keys are not unique: %q", first)
	}
	if first[0] != second[1] || first[2] != second[0] || !strings.HasPrefix(first[0], "abexample2020-") {
		t.Errorf("keys change: %q, %q", first, second)
	}
}

func TestAuthorsAndSitesAreInReferences(t *testing.T) {
	tl := newTeller(t, "Why?")
	tl.note(research.PageRead{N: 1, URL: "https://a.example/", Title: "A", Author: "Ö. & Co", Site: "The A", Grade: research.Primary, Fetched: day})
	for format, want := range map[string][]string{
		"bib": {"  author = {{Ö. \\& Co}},\n", "  organization = {The A},\n"},
		"ris": {"AU  - Ö. & Co\r\n", "PB  - The A\r\n"},
	} {
		out := string(export(t, tl.state, format))
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s lacks %q:\n%s", format, w, out)
			}
		}
	}
}

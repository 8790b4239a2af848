package text

import (
	"testing"
	"unicode/utf8"
)

func TestTextsAreCutBetweenCharacters(t *testing.T) {
	for _, c := range []struct {
		s                                         string
		n                                         int
		head, runes, clip, clippedRunes, clipWord string
	}{
		{"", 5, "", "", "", "", ""},
		{"tea", 3, "tea", "tea", "tea", "tea", "tea"},
		{"tea", 0, "", "", "…", "…", " …"},
		{"größer", 3, "gr", "grö", "…", "gr…", "grö …"},
		{"größer", 6, "größ", "größer", "gr…", "größer", "größer"},
		{"the tea of China", 9, "the tea o", "the tea o", "the te…", "the tea…", "the tea …"},
		{"茶在一六一零年", 7, "茶在", "茶在一六一零年", "茶…", "茶在一六一零年", "茶在一六一零年"},
		{"茶在一六一零年", 4, "茶", "茶在一六", "…", "茶在一…", "茶在一六 …"},
		{"Tea, and coffee, came late", 16, "Tea, and coffee,", "Tea, and coffee,", "Tea, and coff…", "Tea, and coffee…", "Tea, and coffee …"},
		{"naïve\xffbytes", 4, "naï", "naïv", "n…", "naï…", "naïv …"},
	} {
		for _, f := range []struct{ name, got, want string }{
			{"Head", Head(c.s, c.n), c.head},
			{"HeadRunes", HeadRunes(c.s, c.n), c.runes},
			{"Clip", Clip(c.s, c.n), c.clip},
			{"ClipRunes", ClipRunes(c.s, c.n), c.clippedRunes},
			{"ClipWords", ClipWords(c.s, c.n), c.clipWord},
		} {
			if f.got != f.want {
				t.Errorf("%s(%q, %d) = %q, want %q", f.name, c.s, c.n, f.got, f.want)
			}
		}
	}
}

func TestTail(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"", 2, ""}, {"tea", 0, ""}, {"tea", 9, "tea"}, {"größer", 4, "ßer"}, {"größer", 3, "er"}, {"größer", 5, "ßer"}, {"茶在", 5, "在"}} {
		if got := Tail(c.s, c.n); got != c.want {
			t.Errorf("Tail(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func FuzzClip(f *testing.F) {
	f.Add("größer als 茶", 5)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 0 || n > 1000 || !utf8.ValidString(s) {
			return
		}
		if h := Head(s, n); len(h) > n || !utf8.ValidString(h) {
			t.Errorf("Head(%q, %d) = %q", s, n, h)
		}
		if h := Tail(s, n); len(h) > n || !utf8.ValidString(h) {
			t.Errorf("Tail(%q, %d) = %q", s, n, h)
		}
		if c := Clip(s, n); len(c) > max(n, len(ellipsis)) || !utf8.ValidString(c) {
			t.Errorf("Clip(%q, %d) = %q", s, n, c)
		}
		if c := ClipRunes(s, n); utf8.RuneCountInString(c) > max(n, 1) {
			t.Errorf("ClipRunes(%q, %d) = %q", s, n, c)
		}
	})
}

package quote

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Whatever a text is: what is normal of it is valid, stays so when it is
// normalised again, and every byte of it comes from a piece of the text, in order.
func FuzzPrepare(f *testing.F) {
	for _, s := range []string{
		"“The ﬁrst – 10² – of\u00a0\u200bthem…”", "e\u0301\u0301 각 \u1100\u1161 İI ı ſs ß", "\xff\xc3 a\xe2\x80", "co\u00adop\n\n\t er \u2028 ation", "\u0340\u0958\ufb4e", "\u017f\u0301", "\u212a\u0327", "\ufb01\u0301", "e\u200d\u0301", "\u03b1\u03b9 \u03b1\u0345 \u1fbe\u0301",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := Prepare(text)
		if !utf8.ValidString(p.normal) || len(p.start) != len(p.normal) || len(p.end) != len(p.normal) {
			t.Fatalf("%d bytes from %d to %d pieces: %q", len(p.normal), len(p.start), len(p.end), p.normal)
		}
		last := int32(0)
		for i := range p.normal {
			if p.start[i] < last || p.end[i] <= p.start[i] || int(p.end[i]) > len(text) {
				t.Fatalf("byte %d of %q is from %d to %d, after %d", i, p.normal, p.start[i], p.end[i], last)
			}
			last = p.start[i]
		}
		marked := strings.ContainsFunc(text, vanishes) && strings.ContainsFunc(p.normal, unicode.IsMark) // the mark may be composed with the letter before
		if again := Prepare(p.normal).normal; again != p.normal && !marked {
			t.Errorf("%+q is normalised to %+q, and that to %+q", text, p.normal, again)
		}
	})
}

// vanishes reports whether a character is dropped, or becomes several.
func vanishes(r rune) bool {
	_, typography := plain[r]
	return typography || unicode.Is(invisible, r)
}

// The mark on a letter that becomes another by losing its case goes with that one.
func TestMarksStayWithLettersThatLoseTheirCase(t *testing.T) {
	for _, same := range [][]string{{"\u017f\u0301", "\u015b", "S\u0301"}, {"\u03b1\u03b9", "\u0391\u0399", "\u03b1\u1fbe"}, {"\u1fb3", "\u1fbc", "\u03b1\u0345"}} {
		for _, s := range same[1:] {
			if a, b := Prepare(same[0]).normal, Prepare(s).normal; a != b {
				t.Errorf("%+q becomes %+q, and %+q becomes %+q", same[0], a, s, b)
			}
		}
	}
}

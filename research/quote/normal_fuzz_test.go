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
		"“The ﬁrst – 10² – of\u00a0\u200bthem…”", "e\u0301\u0301 각 \u1100\u1161 İI ı ſs ß", "\xff\xc3 a\xe2\x80", "co\u00adop\n\n\t er \u2028 ation", "\u0340\u0958\ufb4e",
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
		marked := strings.ContainsFunc(p.normal, unicode.IsMark) // the mark on a letter that became another may be composed anew
		if again := Prepare(p.normal).normal; again != p.normal && !marked {
			t.Errorf("%+q is normalised to %+q, and that to %+q", text, p.normal, again)
		}
	})
}

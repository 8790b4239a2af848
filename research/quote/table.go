package quote

import "unicode"

// plain is the typography that a quote may get wrong, and what it is taken for.
// Characters that look alike but mean something else stay apart: single and
// double marks (5′ is not 5″), superscripts (10² is not 102), fractions.
var plain = table(map[string]string{
	"‘’‚‛‹›ʼʹ′´":   "'",
	"“”„‟«»″〝〞〟":   `"`,
	"‐‑‒–—―⸺⸻−﹘﹣－": "-",
	"…":            "...",
	"ﬀ":            "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
})

// table spreads classes of characters into one entry each.
func table(classes map[string]string) map[rune][]byte {
	t := map[rune][]byte{}
	for class, to := range classes {
		for _, r := range class {
			t[r] = []byte(to)
		}
	}
	return t
}

// plainASCII is plain for ASCII, where the backtick is the only case.
func plainASCII(r rune) rune {
	if r == '`' {
		return '\''
	}
	return r
}

// invisible are the characters that no reader sees and no quote must repeat:
// soft hyphen, combining grapheme joiner, zero-width spaces and joiners,
// direction marks, invisible operators, variation selectors, byte order mark.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1},
		{Lo: 0x034F, Hi: 0x034F, Stride: 1},
		{Lo: 0x061C, Hi: 0x061C, Stride: 1},
		{Lo: 0x180B, Hi: 0x180F, Stride: 1},
		{Lo: 0x200B, Hi: 0x200F, Stride: 1},
		{Lo: 0x202A, Hi: 0x202E, Stride: 1},
		{Lo: 0x2060, Hi: 0x206F, Stride: 1},
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1},
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
	},
	R32:         []unicode.Range32{{Lo: 0xE0100, Hi: 0xE01EF, Stride: 1}},
	LatinOffset: 1,
}

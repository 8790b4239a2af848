package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Page is a text prepared for finding quotes in it. It is immutable and safe
// for concurrent use; it takes about nine bytes per byte of text.
type Page struct {
	text   string
	normal string  // the text, normalised
	start  []int32 // normal[i] comes from text[start[i]:end[i]]
	end    []int32
}

// Prepare normalises a text of less than 2 GiB, in linear time whatever it
// holds, keeping track of where every byte came from:
//
//   - invalid UTF-8 becomes U+FFFD, one for a run of bytes;
//   - characters are composed (NFC). Not NFKC, which would make 102 of 10²;
//   - typography becomes plain: quotation marks, dashes, ellipses, ligatures;
//   - soft hyphens, zero-width characters and variation selectors vanish;
//   - white space of any kind and length becomes one space;
//   - letters lose their case (Unicode simple case folding).
func Prepare(text string) *Page {
	n := normaliser{
		normal: make([]byte, 0, len(text)),
		start:  make([]int32, 0, len(text)),
		end:    make([]int32, 0, len(text)),
	}
	for i := 0; i < len(text); {
		j := segmentEnd(text, i)
		n.segment(text, i, j)
		i = j
	}
	return &Page{text, string(n.normal), n.start, n.end}
}

// segmentEnd returns the end of the piece of text at i that is normalised on
// its own: a run of invalid bytes, or a character with its combining marks, of
// which Unicode's stream-safe format allows 30.
func segmentEnd(text string, i int) int {
	if text[i] < utf8.RuneSelf && (i+1 == len(text) || text[i+1] < utf8.RuneSelf) {
		return i + 1
	}
	if !invalid(text[i:]) {
		return i + norm.NFC.NextBoundaryInString(text[i:], true)
	}
	for i < len(text) && invalid(text[i:]) {
		i++
	}
	return i
}

// invalid reports whether s begins with a byte that is not UTF-8.
func invalid(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return r == utf8.RuneError && size == 1
}

// A normaliser collects a normalised text and where it came from.
type normaliser struct {
	normal     []byte
	start, end []int32
}

// segment appends text[i:j], normalised.
func (n *normaliser) segment(text string, i, j int) {
	if j == i+1 && text[i] < utf8.RuneSelf {
		n.rune(rune(text[i]), i, j)
		return
	}
	piece := norm.NFC.String(strings.ToValidUTF8(text[i:j], "\uFFFD"))
	if _, first := utf8.DecodeRuneInString(piece); first < len(piece) {
		piece = norm.NFC.String(strings.Map(base, piece)) // a letter that became another may go with the marks that are left
	}
	for _, r := range piece {
		n.rune(r, i, j)
	}
}

// base returns the letter without its case, and any other character as it is.
func base(r rune) rune {
	if _, typography := plain[r]; typography || unicode.Is(invisible, r) {
		return r
	}
	return fold(r)
}

// rune appends what r, a rune of text[i:j], is normalised to.
func (n *normaliser) rune(r rune, i, j int) {
	switch {
	case unicode.IsSpace(r):
		n.space(i, j)
	case r < utf8.RuneSelf:
		n.bytes(i, j, byte(unicode.ToLower(plainASCII(r))))
	case unicode.Is(invisible, r):
	default:
		if s, ok := plain[r]; ok {
			n.bytes(i, j, s...)
			return
		}
		n.bytes(i, j, utf8.AppendRune(nil, fold(r))...)
	}
}

// space appends a space that stands for text[i:j], or lets the one before stand for it too.
func (n *normaliser) space(i, j int) {
	if last := len(n.normal) - 1; last >= 0 && n.normal[last] == ' ' {
		n.end[last] = int32(j)
		return
	}
	n.bytes(i, j, ' ')
}

func (n *normaliser) bytes(i, j int, b ...byte) {
	for range b {
		n.start = append(n.start, int32(i))
		n.end = append(n.end, int32(j))
	}
	n.normal = append(n.normal, b...)
}

// fold returns the least rune that differs from r in case only and is no mark:
// Unicode has an iota that stands under other letters.
func fold(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if unicode.IsMark(least) || f < least && !unicode.IsMark(f) {
			least = f
		}
	}
	if least < utf8.RuneSelf {
		return unicode.ToLower(least)
	}
	return least
}

// edge reports whether normal[i] is where a piece of the text begins or the
// text ends, so that the text can be cut there.
func (p *Page) edge(i int) bool {
	return i == 0 || i == len(p.normal) || p.start[i] != p.start[i-1]
}

package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

// unspaced are the scripts written without spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// wide are the scripts one of whose characters says as much as two letters.
var wide = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// numeral reports whether r stands in numbers, Chinese and Japanese ones included.
func numeral(r rune) bool {
	return unicode.IsNumber(r) || strings.ContainsRune("零一二三四五六七八九十百千万萬亿億", r)
}

// long reports whether s, a normalised quote or part of one, is long enough to
// prove anything: at least 25 characters and five words. A Chinese, Japanese
// or Korean character counts as two, and a letter of a script without spaces
// as a word.
func long(s string) bool {
	const chars, words = 25, 5
	c, w, inWord := 0, 0, false
	for _, r := range s {
		c++
		if unicode.In(r, wide...) {
			c++
		}
		word := text.IsWord(r) || inWord && r != ' '
		alone := unicode.In(r, unspaced...)
		if alone || word && !inWord {
			w++
		}
		inWord = word && !alone
	}
	return c >= chars && w >= words
}

// boundary reports whether s, a normalised text, may be cut at i without
// cutting a word or a number in two.
//
// Words hold together over an apostrophe, hyphen, slash or underscore ("can't",
// "non-inferior", "mg/dl"), numbers also over a point, comma or colon ("2.5"),
// with the sign before them ("<5", "-5") and the unit right behind ("5%"). Each
// of these, cut, would change what the page says. A dash between clauses, which
// dash reports, does not hold together.
func boundary(s string, i int, dash bool) bool {
	before, after := s[:i], s[i:]
	a, an := utf8.DecodeLastRuneInString(before)
	b, bn := utf8.DecodeRuneInString(after)
	if an == 0 || bn == 0 {
		return true
	}
	z, _ := utf8.DecodeLastRuneInString(before[:len(before)-an])
	c, _ := utf8.DecodeRuneInString(after[bn:])
	switch {
	case unicode.IsMark(b):
		return false
	case text.IsWord(a) && text.IsWord(b):
		return (unicode.In(a, unspaced...) || unicode.In(b, unspaced...)) && !(numeral(a) && numeral(b))
	case dash:
		return true
	case unicode.IsDigit(b) && signs(a), unicode.IsDigit(a) && units(b):
		return false
	case text.IsWord(a):
		return !joined(a, b, c)
	case text.IsWord(b):
		return !joined(z, a, b)
	}
	return true
}

// joined reports whether the mark between a and b makes them one.
func joined(a, mark, b rune) bool {
	if unicode.IsDigit(a) && unicode.IsDigit(b) && strings.ContainsRune(".,:", mark) {
		return true
	}
	return text.IsWord(a) && text.IsWord(b) && strings.ContainsRune("'-/_", mark)
}

// signs reports whether r, right before a digit, belongs to the number.
func signs(r rune) bool {
	return r == '-' || r == '.' || r != '|' && unicode.In(r, unicode.Sm, unicode.Sc)
}

// units reports whether r, right behind a digit, belongs to the number.
func units(r rune) bool {
	return strings.ContainsRune("%‰‱°×", r) || unicode.Is(unicode.Sc, r)
}

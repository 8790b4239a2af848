package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

type span = text.Span

// longestSentence is the most bytes of a sentence that is read: what is longer
// is no sentence, and the rules for what a sentence denies take quadratic time.
const longestSentence = 2000

// sentences returns where the sentences of text stand, in order, without the
// white space around them. Blank lines, list items, headings and short
// unfinished lines end a sentence; a single line break inside a paragraph does not.
// A full stop does not end one after an abbreviation, an initial or an
// enumerator, inside a number, version or file name, or before a lower-case word.
func sentences(text string) []span {
	var out []span
	for _, b := range blocks(text) {
		start := b.Start
		for i := b.Start; i < b.End; {
			r, n := utf8.DecodeRuneInString(text[i:b.End])
			i += n
			if !isStop(r) {
				continue
			}
			end := closers(text[:b.End], i)
			if ends(text[start:b.End], i-n-start, end-start) {
				out = appendTrimmed(out, text, span{Start: start, End: end})
				start = end
			}
			i = end
		}
		out = appendTrimmed(out, text, span{Start: start, End: b.End})
	}
	return out
}

func isStop(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '…' || r == '。' || r == '！' || r == '？'
}

// closers returns the end of the stops, quotes and brackets that follow i.
func closers(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isStop(r) && !strings.ContainsRune(`"'”’)]»*_`, r) {
			break
		}
		i += n
	}
	return footnotes(text, i)
}

// footnotes skips reference marks such as "[12]" right after a stop.
func footnotes(text string, i int) int {
	for i < len(text) && text[i] == '[' {
		j := i + 1
		for j < len(text) && text[j] >= '0' && text[j] <= '9' {
			j++
		}
		if j == i+1 || j >= len(text) || text[j] != ']' {
			break
		}
		i = j + 1
	}
	return i
}

// ends reports whether the stop at s[stop] (closers up to end) ends a sentence of s.
func ends(s string, stop, end int) bool {
	first, _ := utf8.DecodeRuneInString(s[stop:])
	if first > unicode.MaxASCII && first != '…' {
		return true // CJK stops need no space after them
	}
	rest := s[end:]
	if rest == "" {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(next) {
		return false // 15.2, postgresql.conf, e.g.
	}
	follow, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`"'“‘([*_`, r)
	}))
	if unicode.IsLower(follow) {
		return false
	}
	return first != '.' || !abbreviated(s[:stop], follow)
}

// abbreviated reports whether the full stop after s belongs to its last word.
func abbreviated(s string, follow rune) bool {
	word := s[strings.LastIndexFunc(s, unicode.IsSpace)+1:]
	word = strings.TrimLeft(word, `"'“‘([*_`)
	bare := strings.ToLower(strings.TrimSuffix(word, "."))
	switch {
	case abbreviations[bare]:
		return true
	case abbreviationsBeforeNumber[bare]:
		return unicode.IsDigit(follow)
	case isEnumerator(s, word):
		return true
	case strings.Contains(bare, "."): // U.S., e.g, a.m
		return utf8.RuneCountInString(bare) <= 5 && !strings.ContainsAny(bare, "0123456789/_")
	case utf8.RuneCountInString(word) == 1:
		r, _ := utf8.DecodeRuneInString(word)
		return unicode.IsUpper(r) && strings.ToUpper(word) != "I" && initial(s[:len(s)-len(word)])
	}
	return false
}

// initial reports whether the single capital after s is likely a person's
// initial ("J. Smith", "Willa S. Cather") rather than the end of "vitamin C".
func initial(s string) bool {
	prev := strings.TrimSpace(s)
	prev = prev[strings.LastIndexFunc(prev, unicode.IsSpace)+1:]
	if prev == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(prev)
	lower := strings.ToLower(prev)
	return unicode.IsUpper(r) && lower != "vitamin" && lower != "hepatitis" && lower != "type" && lower != "appendix"
}

// isEnumerator reports whether word is a number that opens its sentence: "1. First".
func isEnumerator(s, word string) bool {
	return len(word) > 0 && len(word) <= 3 && strings.TrimSpace(s) == word &&
		strings.Trim(word, "0123456789") == ""
}

func appendTrimmed(out []span, text string, s span) []span {
	part := text[s.Start:s.End]
	s.Start += len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	s.End -= len(part) - len(strings.TrimRightFunc(part, unicode.IsSpace))
	if s.Start >= s.End {
		return out
	}
	return append(out, s)
}

var abbreviations = set(`dr mr mrs ms prof st sr jr rev gen col sgt capt lt gov sen rep hon pres
	e.g i.e eg ie cf viz vs v approx ca resp incl esp al ed eds vol vols pp fig figs eq eqs sec chap
	inc ltd co corp dept univ assn bros jan feb mar apr jun jul aug sep sept oct nov dec
	mt ft u.s u.k u.n a.m p.m b.c a.d ph.d d.c m.d`)

var abbreviationsBeforeNumber = set(`no nos p art par ch nr ver`)

// set returns the words of s.
func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// Package quote decides whether a quote stands in a page, and where.
//
// A model that quotes a page retypes it: quotation marks turn straight, dashes
// short, line breaks into spaces. Package quote forgives typography and nothing
// else. Page and quote are normalised alike (see [Prepare]) and the quote must
// then stand in the page in one piece: a changed digit, a missing "not" or a
// replaced word is not a quote. There is no similarity score: a ratio of 0.95
// still accepts every changed digit.
//
// What is handed back are ranges of the page, so that what is shown and stored
// are the page's own characters and never the model's.
package quote

import (
	"strings"
	"unicode/utf8"
)

// A Span is a range of bytes in a page's text: text[Start:End]. Both ends stand
// on rune boundaries.
type Span struct{ Start, End int }

// Find returns where quote stands in text: one span, or up to three in order
// when the quote has ellipses. It is [Prepare] and [Page.Find] in one, for a
// text that is searched once.
func Find(text, quote string) (spans []Span, ok bool) {
	return Prepare(text).Find(quote)
}

// Text returns the page's own characters for the spans that [Find] returned,
// joined by " … ", with invalid UTF-8 replaced by U+FFFD. It is "" if the spans
// are not ordered ranges of text: the text is not the one they were found in.
func Text(text string, spans []Span) string {
	if !within(text, spans) {
		return ""
	}
	parts := make([]string, len(spans))
	for i, s := range spans {
		parts[i] = strings.ToValidUTF8(text[s.Start:s.End], "\uFFFD")
	}
	return strings.Join(parts, " … ")
}

// within reports whether spans are ordered, non-empty ranges of text on rune boundaries.
func within(text string, spans []Span) bool {
	end := 0
	for _, s := range spans {
		if s.Start < end || s.End <= s.Start || s.End > len(text) || !runeEdge(text, s.Start) || !runeEdge(text, s.End) {
			return false
		}
		end = s.End
	}
	return len(spans) > 0
}

// runeEdge reports whether text[i] does not lie inside a rune. A byte of
// invalid UTF-8 counts as a rune.
func runeEdge(text string, i int) bool {
	if i == len(text) || utf8.RuneStart(text[i]) {
		return true
	}
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if utf8.RuneStart(text[i-back]) {
			_, size := utf8.DecodeRuneInString(text[i-back:])
			return size <= back
		}
	}
	return true
}

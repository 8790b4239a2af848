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

	"assay/research/text"
)

// Find returns where quote stands in a page: one span, or up to three in order
// when the quote has ellipses. Both ends of a span stand on rune boundaries. It
// is [Prepare] and [Page.Find] in one, for a page that is searched once.
func Find(page, quote string) (spans []text.Span, ok bool) {
	return Prepare(page).Find(quote)
}

// Text returns the page's own characters for the spans that [Find] returned,
// joined by " … ", with invalid UTF-8 replaced by U+FFFD. It is "" if the spans
// are not ordered ranges of page: it is not the one they were found in.
func Text(page string, spans []text.Span) string {
	if !within(page, spans) {
		return ""
	}
	parts := make([]string, len(spans))
	for i, s := range spans {
		parts[i] = strings.ToValidUTF8(page[s.Start:s.End], "\uFFFD")
	}
	return strings.Join(parts, " … ")
}

// within reports whether spans are ordered, non-empty ranges of page on rune boundaries.
func within(page string, spans []text.Span) bool {
	end := 0
	for _, s := range spans {
		if s.Start < end || s.End <= s.Start || s.End > len(page) || !runeEdge(page, s.Start) || !runeEdge(page, s.End) {
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

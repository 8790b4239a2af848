package quote

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

// sentenceEnd is where a sentence or paragraph ends and the next may begin.
var sentenceEnd = regexp.MustCompile(`[.!?]["'”’)\]]*\s+|[。！？]|\n\s*\n`)

// Context returns the part of page that spans stand in, with up to around bytes
// on either side. Both ends are moved towards the spans to where a sentence
// begins or ends, or failing that a word; never into a rune. Invalid UTF-8 is
// replaced by U+FFFD. Like [Text], it is "" for spans of another page.
func Context(page string, spans []text.Span, around int) string {
	if !within(page, spans) {
		return ""
	}
	around = max(around, 0)
	start, end := spans[0].Start, spans[len(spans)-1].End
	from, to := max(start-around, 0), min(end+min(around, len(page)), len(page))
	if from > 0 {
		from += firstStart(page[from:start])
	}
	if to < len(page) {
		to = end + lastEnd(page[end:to])
	}
	return strings.TrimSpace(strings.ToValidUTF8(page[from:to], "\uFFFD"))
}

// firstStart returns where in s, cut off somewhere on the left, the first whole
// sentence begins; without one, the first whole word; without one, the end of s.
func firstStart(s string) int {
	if at := sentenceEnd.FindStringIndex(s); at != nil {
		return at[1]
	}
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return i
	}
	return len(s)
}

// lastEnd returns where in s, cut off somewhere on the right, the last whole
// sentence ends; without one, the last whole word; without one, the start of s.
func lastEnd(s string) int {
	if all := sentenceEnd.FindAllStringIndex(s, -1); all != nil {
		return all[len(all)-1][1]
	}
	if i := strings.LastIndexFunc(s, unicode.IsSpace); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		return i + size
	}
	return 0
}

package quote

import (
	"net/url"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

// Words that a text directive takes from either end of a passage.
const minWords, maxWords = 4, 6

// Fragment returns the text directive ":~:text=..." that makes a browser scroll
// to the spans and highlight them: a link is the page's address, "#" unless it
// has a fragment already, and this. A short span is named whole, a longer one
// by four to six words at each end, as many as tell the place from earlier ones.
//
// It is "" where a browser could highlight another place or none: the words
// occur earlier in the page, run over a line break (browsers match within a block),
// or hold characters that are not text.
//
// See https://wicg.github.io/scroll-to-text-fragment/.
func (p *Page) Fragment(spans []text.Span) string {
	if !within(p.text, spans) {
		return ""
	}
	directives := make([]string, len(spans))
	for i, s := range spans {
		d := p.directive(s)
		if d == "" {
			return ""
		}
		directives[i] = "text=" + d
	}
	return ":~:" + strings.Join(directives, "&")
}

// directive returns what names the span: "whole" or "start,end", or "".
func (p *Page) directive(s text.Span) string {
	passage := p.text[s.Start:s.End]
	words := fields(passage)
	if len(words) < 2*maxWords {
		if !safe(passage) || !p.firstAt(s.Start, passage, 0) {
			return ""
		}
		return escape(passage)
	}
	for n := minWords; n <= maxWords; n++ {
		start := passage[:words[n-1].End]
		tail := words[len(words)-n].Start
		end := passage[tail:]
		if safe(start) && safe(end) &&
			p.firstAt(s.Start, start, 0) && p.firstAt(s.Start+tail, end, s.Start+len(start)) {
			return escape(start) + "," + escape(end)
		}
	}
	return ""
}

// fields returns where in s its words stand.
func fields(s string) []text.Span {
	var words []text.Span
	start := -1
	for i, r := range s {
		switch space := unicode.IsSpace(r); {
		case space && start >= 0:
			words = append(words, text.Span{Start: start, End: i})
			start = -1
		case !space && start < 0:
			start = i
		}
	}
	if start >= 0 {
		words = append(words, text.Span{Start: start, End: len(s)})
	}
	return words
}

// firstAt reports whether text[at:] is the first place from text[after:] on
// where words stand, for a reader who overlooks case and typography as browsers do.
func (p *Page) firstAt(at int, words string, after int) bool {
	needle := strings.TrimSpace(Prepare(words).normal)
	from := p.index(after)
	i := strings.Index(p.normal[from:], needle)
	return needle != "" && i >= 0 && int(p.start[from+i]) >= at
}

// index returns where in normal the text from text[at:] on begins.
func (p *Page) index(at int) int {
	return sort.Search(len(p.start), func(i int) bool { return int(p.start[i]) >= at })
}

// safe reports whether a browser can find s as it is.
func safe(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r == utf8.RuneError || r != ' ' && !unicode.IsGraphic(r)
	})
}

// escape percent-encodes s for a directive, in which "-", "," and "&" have a meaning too.
func escape(s string) string {
	return strings.NewReplacer("+", "%20", "-", "%2D").Replace(url.QueryEscape(s))
}

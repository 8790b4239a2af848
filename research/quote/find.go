package quote

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"assay/research/text"
)

const (
	maxParts = 3    // of a quote with ellipses
	maxGap   = 300  // characters between two parts
	maxQuote = 4000 // bytes, normalised; what is longer is a copy, not a quote
)

// omitted is what stands in a normalised quote for what was left out.
const omitted = `\[ ?\.{3,} ?\]|\( ?\.{3,} ?\)|\.{3,}|\. \. \.`

var (
	ellipsis = regexp.MustCompile(omitted)
	leading  = regexp.MustCompile(`^(?:[ '"]|` + omitted + `)+`)
	trailing = regexp.MustCompile(`(?:[ '".,;:!?]|` + omitted + `)+$`)
	debris   = regexp.MustCompile(`[.!?]['")\]]* (\p{L}{1,2})$`)
)

// Find returns where quote stands in the page.
//
// The quotation marks around it and the punctuation at its end do not count,
// nor does an ellipsis at either end. The rest must be at least 25 characters
// and five words long, stand in the page in one piece, and begin and end where
// words and numbers do. Where the page has it more than once, the first counts.
//
// Where a quote was cut by length, one or two letters of the next sentence at
// its end do not count either.
//
// Failing that, an ellipsis (… or ... or [...]) splits the quote into at most
// three parts, each of which must be a quote in its own right, in order and at
// most 300 characters apart.
func (p *Page) Find(quote string) (spans []text.Span, ok bool) {
	q := Prepare(quote).normal
	if len(q) > maxQuote {
		return nil, false
	}
	lead, core, trail := trim(q)
	if m, ok := p.first(core); ok {
		return []text.Span{p.span(p.extend(m, lead, trail))}, true
	}
	if at := debris.FindStringSubmatchIndex(core); at != nil {
		if m, ok := p.first(strings.TrimRight(core[:at[2]], " ")); ok {
			return []text.Span{p.span(m)}, true
		}
	}
	parts := ellipsis.Split(core, maxParts+1)
	if len(parts) < 2 || len(parts) > maxParts {
		return nil, false
	}
	matches := p.chain(parts)
	for _, m := range matches {
		spans = append(spans, p.span(m))
	}
	return spans, matches != nil
}

// trim cuts a normalised quote into the quotation marks before it, the quote,
// and the punctuation behind it.
func trim(q string) (lead, core, trail string) {
	lead = leading.FindString(q)
	core = q[len(lead):]
	trail = trailing.FindString(core)
	return lead, core[:len(core)-len(trail)], trail
}

// A match is a range of Page.normal.
type match struct{ start, end int }

// first returns the first place where part stands.
func (p *Page) first(part string) (match, bool) {
	for m := range p.matches(part) {
		return m, true
	}
	return match{}, false
}

// matches yields the places where part stands between boundaries, in order.
// There are none for a part that is too short.
func (p *Page) matches(part string) func(yield func(match) bool) {
	return func(yield func(match) bool) {
		if !long(part) {
			return
		}
		_, step := utf8.DecodeRuneInString(part)
		for from := 0; ; {
			i := strings.Index(p.normal[from:], part)
			if i < 0 {
				return
			}
			m := match{from + i, from + i + len(part)}
			if p.cuts(m.start) && p.cuts(m.end) && !yield(m) {
				return
			}
			from = m.start + step
		}
	}
}

// cuts reports whether a quote may begin or end at normal[i].
func (p *Page) cuts(i int) bool {
	return p.edge(i) && boundary(p.normal, i, p.dash(i-1) || p.dash(i))
}

// dash reports whether normal[i] stands for a dash that separates clauses.
func (p *Page) dash(i int) bool {
	if i < 0 || i >= len(p.normal) || p.normal[i] != '-' {
		return false
	}
	return strings.ContainsAny(p.text[p.start[i]:p.end[i]], "—―⸺⸻")
}

// extend widens m over the punctuation that quote and page have in common.
func (p *Page) extend(m match, lead, trail string) match {
	for m.start > 0 && lead != "" && p.normal[m.start-1] == lead[len(lead)-1] && p.edge(m.start-1) {
		m.start, lead = m.start-1, lead[:len(lead)-1]
	}
	for m.end < len(p.normal) && trail != "" && p.normal[m.end] == trail[0] && p.edge(m.end+1) {
		m.end, trail = m.end+1, trail[1:]
	}
	for p.normal[m.start] == ' ' {
		m.start++
	}
	for p.normal[m.end-1] == ' ' {
		m.end--
	}
	return m
}

// span returns where in the text m came from.
func (p *Page) span(m match) text.Span {
	return text.Span{Start: int(p.start[m.start]), End: int(p.end[m.end-1])}
}

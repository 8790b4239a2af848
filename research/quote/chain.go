package quote

import (
	"slices"
	"unicode/utf8"
)

// chain returns places of the parts that follow each other at most maxGap
// characters apart, the first such in the page, or nil.
//
// It works from the last part back, keeping of each part the places from which
// the rest can be reached, so that a place is looked at once.
func (p *Page) chain(parts []string) []match {
	stages := make([][]match, len(parts))
	for i := len(parts) - 1; i >= 0; i-- {
		_, part, _ := trim(parts[i])
		places := slices.Collect(p.matches(part))
		if i < len(parts)-1 {
			places = p.reaching(places, stages[i+1])
		}
		if len(places) == 0 {
			return nil
		}
		stages[i] = places
	}
	chain := stages[0][:1:1]
	for _, stage := range stages[1:] {
		end := chain[len(chain)-1].end
		i, _ := slices.BinarySearchFunc(stage, end, func(m match, end int) int { return m.start - end })
		chain = append(chain, stage[i])
	}
	return chain
}

// reaching returns those of places that have one of next close behind. The
// nearest decides: both are in order.
func (p *Page) reaching(places, next []match) []match {
	var ok []match
	for _, m := range places {
		for len(next) > 0 && next[0].start < m.end {
			next = next[1:]
		}
		if len(next) > 0 && p.near(m.end, next[0].start) {
			ok = append(ok, m)
		}
	}
	return ok
}

// near reports whether at most maxGap characters lie between normal[i] and normal[j].
func (p *Page) near(i, j int) bool {
	return j-i <= maxGap*utf8.UTFMax && utf8.RuneCountInString(p.normal[i:j]) <= maxGap
}

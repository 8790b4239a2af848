package reader

import (
	"fmt"
	"math"
	"strings"
)

// A relation says how one statement bears on another.
type relation struct {
	bearing  bearing
	coverage float64 // weighted share of the claim's terms that the evidence has
	why      string  // of a contradiction: what differs, for people
}

type bearing uint8

const (
	unrelated bearing = iota
	agrees
	contradicts
)

// Shares of a claim's terms that its evidence must have. agreeing was chosen on
// the development sets of FM2 and WiCE, where 0.5 gives the best accuracy and
// 0.7 upholds the fewest refuted claims (4% instead of 16% of FM2's): a claim
// upheld wrongly does more harm than one left out.
const (
	agreeing    = 0.7
	denying     = 0.5 // to contradict by negation
	differing   = 0.7 // to contradict by number; numbers and units do not count
	opposing    = 0.6 // to contradict by an opposite word
	fromContext = 0.7 // what a term counts that only the evidence's title or previous sentence has
)

// compare says how evidence bears on claim. around holds the terms of the
// evidence's title and of the sentence before it.
func compare(claim, evidence *statement, around map[string]bool) relation {
	have := func(t string) float64 {
		switch {
		case evidence.has[t]:
			return 1
		case around[t]:
			return fromContext
		}
		return 0
	}
	rel := relation{coverage: coverage(claim.terms, have)}
	if evidence.reported || claim.reported || evidence.tentative && !claim.tentative || !sameNames(claim, have) {
		return rel
	}
	own := coverage(claim.terms, in(evidence.has))
	switch {
	case rel.coverage >= denying && own >= 0.25 && opposed(claim, evidence):
		rel.bearing, rel.why = contradicts, "it says the opposite"
	case own >= 0.25 && coverage(unnumbered(claim), have) >= differing:
		if q, p, ok := numbersDiffer(claim.numbers, evidence.numbers); ok {
			rel.bearing, rel.why = contradicts, fmt.Sprintf("it gives another figure (%s, not %s)", p, q)
			return rel
		}
		fallthrough
	default:
		if pair, ok := contrary(claim, evidence); ok && rel.coverage >= opposing {
			rel.bearing, rel.why = contradicts, pair
		} else if own >= 0.4 && numbersFound(claim, evidence) && coverage(claim.terms, numbered(have)) >= agreeing && (evidence.sweeping || !claim.sweeping) && !parityDiffers(claim, evidence) {
			rel.bearing = agrees
		}
	}
	return rel
}

// numbered returns have with every number present: for evidence that has the
// claim's numbers in other words ("more than 50" for 62).
func numbered(have func(string) float64) func(string) float64 {
	return func(t string) float64 {
		if strings.HasPrefix(t, "#") {
			return 1
		}
		return have(t)
	}
}

// sameNames reports whether the evidence has at least half of the names in a claim.
func sameNames(claim *statement, have func(string) float64) bool {
	found := 0
	for _, n := range claim.names {
		if have(n) > 0 {
			found++
		}
	}
	return 2*found >= len(claim.names)
}

// opposed reports whether one of two statements denies what the other affirms.
func opposed(a, b *statement) bool { return denied(a, b) || denied(b, a) }

// denied reports whether a negation of b bears on what a says: it reaches
// mostly terms of a, and its head is one that a does not deny.
func denied(a, b *statement) bool {
	if len(a.denials) > 0 && len(b.denials) > 0 {
		return false // what both deny is either the same or hard to tell
	}
	for _, n := range b.denials {
		if len(n.scope) == 0 || coverage(n.scope, in(a.has)) < 0.45 {
			continue
		}
		shared, differ := 0, 0
		for _, h := range n.heads {
			if a.bounds(h) {
				shared, differ = 0, 0
				break // "not only ten" goes with "more than ten"
			}
			if weak[h] || !a.has[h] {
				continue
			}
			shared++
			if b.denies(h) && !a.denies(h) {
				differ++
			}
		}
		if differ > 0 && 2*differ >= shared && (differ > 1 || len(n.heads) <= 2) {
			return true
		}
	}
	return false
}

// bothDeny reports whether the statements share a head that both deny.
func bothDeny(a, b *statement) bool {
	for _, n := range b.denials {
		for _, h := range n.heads {
			if !weak[h] && a.has[h] && a.denies(h) && b.denies(h) {
				return true
			}
		}
	}
	return false
}

// parityDiffers reports whether the statements differ in denying a shared term
// of weight and deny nothing together.
func parityDiffers(a, b *statement) bool {
	if bothDeny(a, b) {
		return false
	}
	for _, t := range a.terms {
		if !weak[t] && b.has[t] && a.denies(t) != b.denies(t) {
			return true
		}
	}
	return false
}

// numbersFound reports whether evidence has every number that claim gives.
func numbersFound(claim, evidence *statement) bool {
	for _, q := range claim.numbers {
		found := q.unit == "percent" && q.about
		for _, p := range evidence.numbers {
			found = found || q.agrees(p)
		}
		if !found {
			return false
		}
	}
	return true
}

// unnumbered returns the terms of s without its numbers and their units.
func unnumbered(s *statement) []string {
	drop := map[string]bool{}
	for _, q := range s.numbers {
		drop[q.unit] = true
	}
	var out []string
	for _, t := range s.terms {
		if !drop[t] && !strings.HasPrefix(t, "#") {
			out = append(out, t)
		}
	}
	return out
}

// bounds reports whether term is a number that s gives as a bound only.
func (s *statement) bounds(term string) bool {
	for _, q := range s.numbers {
		if math.IsInf(q.high, 1) && numberTerm(q.low) == term || math.IsInf(q.low, -1) && numberTerm(q.high) == term {
			return true
		}
	}
	return false
}

// contrary returns words of a and b that exclude each other, where neither
// statement has both.
func contrary(a, b *statement) (string, bool) {
	for _, t := range a.terms {
		if b.has[t] {
			continue
		}
		for o := range contraries[t] {
			if b.has[o] && !a.has[o] && a.denies(t) == b.denies(o) {
				return fmt.Sprintf("it says %q, not %q", b.wordOf(o), a.wordOf(t)), true
			}
		}
	}
	return "", false
}

// wordOf returns the word of s that stands for term.
func (s *statement) wordOf(term string) string {
	for _, t := range s.tokens {
		if t.term == term {
			return t.word
		}
	}
	return term
}

// String returns a quantity as "3 second".
func (q quantity) String() string {
	v := q.low
	if math.IsInf(q.low, -1) {
		v = q.high
	}
	s := strings.TrimPrefix(numberTerm(v), "#")
	if q.unit == "year" || q.unit == "" {
		return s
	}
	return s + " " + q.unit
}

package reader

import (
	"fmt"
	"strings"
)

// answer returns two or three sentences that answer the question: for a
// yes-or-no question the side that the findings take, then the best findings.
func answer(q question, kept []group) string {
	if len(kept) == 0 {
		return "The sources that were read do not answer the question: no claim withstood the voters."
	}
	if q.form == yesno {
		return decided(q, kept)
	}
	near := 1
	for near < len(kept) && kept[near].best().score >= 0.75*kept[0].best().score {
		near++
	}
	return stitched(nil, kept[:near], 3)
}

// decided answers a yes-or-no question.
func decided(q question, kept []group) string {
	yes, no := sides(q, kept)
	lead, chosen := verdict(q, kept, yes, no)
	if yes > 0 && no > 0 && len(chosen) > 1 {
		return divided(lead, sentence(chosen[0].best().Claim), sentence(chosen[1].best().Claim))
	}
	out := stitched([]string{lead}, chosen[:min(3, len(chosen))], 3)
	if len(chosen) != 1 || yes+no == 0 {
		return out
	}
	if n := chosen[0].sites(); n > 1 {
		return out + fmt.Sprintf(" %s sites say so.", capital(spelled(n)))
	}
	return out
}

// divided answers a question on which sources take both sides: the second is
// said as what it is, the other side.
func divided(lead, one, other string) string {
	if lead == disagree {
		return fmt.Sprintf("%s One side says: “%s” The other says: “%s”", lead, one, other)
	}
	return fmt.Sprintf("%s %s Other sources say otherwise: “%s”", lead, one, other)
}

// disagree is the answer when neither side prevails.
const disagree = "The sources disagree."

// stitched adds the claims of groups to parts, up to n sentences of at most
// 420 characters in all, leaving out what was said.
func stitched(parts []string, groups []group, n int) string {
	for _, g := range groups {
		s := sentence(g.best().Claim)
		if len(parts) == n || len(parts) > 1 && len(strings.Join(parts, " "))+len(s) > 420 {
			break
		}
		if !repeats(parts, s) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

// mostly is how many times as heavy one side must be for its answer to hold mostly.
const mostly = 2.5

// verdict returns the first words of an answer and the groups that support it.
func verdict(q question, kept []group, yes, no float64) (string, []group) {
	switch {
	case yes == 0 && no == 0:
		return "The sources do not say yes or no outright.", kept
	case no == 0:
		return "Yes.", ordered(q, kept, +1)
	case yes == 0:
		return "No.", ordered(q, kept, -1)
	case yes >= mostly*no:
		return "Mostly yes.", alternate(ordered(q, kept, +1), ordered(q, kept, -1))
	case no >= mostly*yes:
		return "Mostly no.", alternate(ordered(q, kept, -1), ordered(q, kept, +1))
	}
	return disagree, alternate(ordered(q, kept, +1), ordered(q, kept, -1))
}

// sides returns the weight of the findings for yes and for no.
func sides(q question, kept []group) (yes, no float64) {
	if q.form != yesno {
		return 0, 0
	}
	for _, g := range kept {
		for _, m := range g.members {
			w := trust(m.Grade)
			if condition.MatchString(m.Claim) {
				w /= 2 // it answers for special cases only
			}
			switch stanceOn(q, &m.said, m.Site) {
			case +1:
				yes += w
			case -1:
				no += w
			}
		}
	}
	return yes, no
}

// ordered returns the groups that take a side; the best of those that take
// none if there are none that do.
func ordered(q question, kept []group, side int) []group {
	var with []group
	for _, g := range kept {
		if stanceOn(q, &g.members[0].said, g.best().Site) == side {
			with = append(with, g)
		}
	}
	if len(with) == 0 {
		return kept[:1]
	}
	return with
}

// alternate returns the first of a, the first of b, and the rest of both.
func alternate(a, b []group) []group {
	var out []group
	for i := range max(len(a), len(b)) {
		if i < len(a) {
			out = append(out, a[i])
		}
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

// repeats reports whether s says what one of parts said.
func repeats(parts []string, s string) bool {
	b := parse(s)
	for _, p := range parts {
		if a := parse(p); sameFact(&a, &b) {
			return true
		}
	}
	return false
}

package reader

import (
	"cmp"
	"math"
	"slices"

	"assay/research"
	"assay/research/task"
)

// A group is one fact and the claims that state it, best first.
type group struct {
	members []member
}

// A member is a surviving claim, prepared for comparing.
type member struct {
	task.Survivor
	said   statement
	score  float64
	backed bool // others are known to say so too
}

func (g group) best() member { return g.members[0] }

// grouped puts claims for the same fact together, the strongest groups first.
func grouped(q question, claims []task.Survivor) []group {
	members := make([]member, len(claims))
	for i, c := range claims {
		members[i] = member{Survivor: c, said: parse(c.Claim)}
		members[i].score = standing(q, &members[i])
	}
	slices.SortStableFunc(members, func(a, b member) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ID, b.ID))
	})
	var out []group
	for _, m := range members {
		if i := slices.IndexFunc(out, func(g group) bool { return sameFact(&g.members[0].said, &m.said) }); i >= 0 {
			out[i].members = append(out[i].members, m)
			continue
		}
		out = append(out, group{[]member{m}})
	}
	slices.SortStableFunc(out, func(a, b group) int {
		return cmp.Compare(b.best().score+0.15*float64(b.sites()-1), a.best().score+0.15*float64(a.sites()-1))
	})
	return out
}

// sites returns how many sites a group's claims come from; two if it is known
// that there are more than the one at hand.
func (g group) sites() int {
	seen, least := map[string]bool{}, 0
	for _, m := range g.members {
		seen[m.Site] = true
		if m.backed {
			least = 2
		}
	}
	return max(least, len(seen))
}

// sameFact reports whether two statements overlap in most of their terms, give
// the same numbers and do not contradict each other.
func sameFact(a, b *statement) bool {
	ab, ba := coverage(a.terms, in(b.has)), coverage(b.terms, in(a.has))
	if len(a.denials) > 0 != (len(b.denials) > 0) || parityDiffers(a, b) || a.reported != b.reported {
		return false
	}
	if len(a.denials) > 0 && a.bounded() != b.bounded() {
		return false // "not three" and "not longer than three"
	}
	switch {
	case ab >= 0.8 && ba >= 0.4: // b says it and more
		return numbersFound(a, b)
	case ba >= 0.8 && ab >= 0.4:
		return numbersFound(b, a)
	}
	return min(ab, ba) >= 0.55 && max(ab, ba) >= 0.7 && numbersFound(a, b) && numbersFound(b, a)
}

// bounded reports whether a statement gives a number as a bound only.
func (s *statement) bounded() bool {
	return slices.ContainsFunc(s.numbers, func(q quantity) bool { return math.IsInf(q.high, 1) || math.IsInf(q.low, -1) })
}

// standing says how much a claim should lead the report: by what it says of
// the question, its votes, its source and its length.
func standing(q question, m *member) float64 {
	score := 0.8*q.covered(in(m.said.has)) + 0.3*answers(q, &m.said, m.Site) + 0.3*q.precision(&m.said) + 0.3*trust(m.Grade)
	if q.named(m.Claim) {
		score += 0.15
	}
	if q.form == amount {
		score += 0.6 * answers(q, &m.said, m.Site) // the number is the answer
	}
	switch m.Importance {
	case research.Central:
		score += 0.3
	case research.Supporting:
		score += 0.1
	}
	if len(m.Vote) == 3 && m.Vote[2] == '0' {
		score += 0.2
	}
	if n := len(m.said.tokens); n > 32 {
		score -= 0.01 * float64(n-32)
	}
	if y := yearOf(m.Published); y > 0 && (q.form == amount || q.form == define || q.form == when) {
		score += 0.01 * float64(min(max(y-2000, 0), 30)) // counts and records change
	}
	if leaning.MatchString(m.Claim) {
		score -= 0.25
	}
	return score - 0.1*float64(min(len(m.Caveats), 2))
}

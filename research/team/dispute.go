package team

import (
	"slices"

	"assay/research"
	"assay/research/gather"
)

// disputes are the matters on which sources disagree: conflicts that the lead
// found, and claims that verification contested.
func (t *team) disputes() []research.Dispute {
	out := slices.Clone(t.reading.conflicts)
	for _, k := range t.tasks {
		if c := k.checked; c != nil && c.Verdict == research.CheckContested && !opposed(out, c.Claim, c.Against) {
			out = append(out, t.contested(c))
		}
	}
	return out
}

// contested shows both sides of a claim that verification contested.
func (t *team) contested(c *research.ClaimChecked) research.Dispute {
	claim, against := t.byID(c.Claim), t.byID(c.Against[0])
	return research.Dispute{
		About: claim.by.Label, Why: c.Reason,
		Sides: []research.Side{
			{Says: claim.Text, Claims: append([]int{c.Claim}, c.For...)},
			{Says: against.Text, Claims: c.Against},
		},
	}
}

// opposed reports whether a dispute has the claim on one side, and one of those
// against it on another.
func opposed(all []research.Dispute, claim int, against []int) bool {
	return slices.ContainsFunc(all, func(d research.Dispute) bool {
		return slices.ContainsFunc(d.Sides, func(s research.Side) bool { return slices.Contains(s.Claims, claim) }) &&
			slices.ContainsFunc(d.Sides, func(s research.Side) bool { return !slices.Contains(s.Claims, claim) && overlap(s.Claims, against) })
	})
}

// disputed reports whether credible sources dissent from what the claims say:
// another side of a dispute rests on something better than unreliable sources.
func (t *team) disputed(ids []int) bool {
	for _, d := range t.disputes() {
		for i, s := range d.Sides {
			if overlap(s.Claims, ids) && slices.ContainsFunc(d.Sides, func(o research.Side) bool { return !same(o, d.Sides[i]) && t.credible(o.Claims) }) {
				return true
			}
		}
	}
	return false
}

func same(a, b research.Side) bool { return slices.Equal(a.Claims, b.Claims) }

// credible reports whether claims rest on something better than unreliable sources.
func (t *team) credible(ids []int) bool {
	return slices.ContainsFunc(t.pick(ids), func(c *claim) bool { return c.Page.Grade != research.Unreliable })
}

func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(n int) bool { return slices.Contains(b, n) })
}

// sift keeps of the lead's conflicts what rests on claims that are there: two or
// more sides, no claim on two of them.
func (t *team) sift(conflicts []research.Dispute) []research.Dispute {
	var out []research.Dispute
	for _, d := range conflicts {
		kept := research.Dispute{About: gather.Clean(d.About), Why: gather.Clean(d.Why)}
		var placed []int
		for _, s := range d.Sides {
			s.Says, s.Claims = gather.Clean(s.Says), t.existing(s.Claims, placed)
			if s.Says != "" && len(s.Claims) > 0 {
				kept.Sides = append(kept.Sides, s)
				placed = append(placed, s.Claims...)
			}
		}
		if len(kept.Sides) >= 2 {
			out = append(out, kept)
		}
	}
	return out
}

// existing returns the numbers of claims that there are, each once, without
// those that are placed elsewhere.
func (t *team) existing(ids, placed []int) []int {
	var out []int
	for _, id := range ids {
		if t.byID(id) != nil && !slices.Contains(out, id) && !slices.Contains(placed, id) {
			out = append(out, id)
		}
	}
	return out
}

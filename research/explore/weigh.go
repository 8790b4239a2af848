package explore

import (
	"fmt"
	"slices"

	"assay/research"
	"assay/research/confidence"
	"assay/research/gather"
)

// limited is said of what no rule allows to be surer of.
const limited = "limited or conflicting sources"

// A weight says how sure something is that rests on claims.
type weight struct {
	research.Confidence
	Word string // what stands behind it, in short
	Why  string
}

// weigh says how sure something is that rests on the given claims, all of which
// say so. It is a rule:
//
//	high    several independent sources agree, and one at least is reliable,
//	        that is, primary or secondary
//	medium  a single reliable source; or several that agree, none of them reliable
//	low     the rest: a single source of lesser kind, or sources that conflict
//
// Unreliable pages count for nothing.
func (e *exploration) weigh(claims []*research.ClaimState) weight {
	for _, c := range claims {
		if about, conflict := e.contested[c.ID]; conflict {
			return weight{research.Low, limited, "sources conflict on this: " + about}
		}
	}
	sound := slices.DeleteFunc(slices.Clone(claims), func(c *research.ClaimState) bool { return c.Source.Read.Grade == research.Unreliable })
	if len(sound) == 0 {
		return weight{research.Low, limited, "only unreliable sources say so"}
	}
	n, best := confidence.Independent(sound), confidence.BestGrade(sound)
	reliable := best == research.Primary || best == research.Secondary
	several := fmt.Sprintf("%d independent sources", n)
	switch {
	case n >= 2 && reliable:
		return weight{research.High, several, fmt.Sprintf("%s, the best of them %s", several, best)}
	case n >= 2:
		return weight{research.Medium, several, several + ", but none of them primary or secondary"}
	case reliable:
		return weight{research.Medium, "one reliable source", fmt.Sprintf("one reliable source, %s", best)}
	}
	return weight{research.Low, limited, fmt.Sprintf("one source only, and it is graded %s", best)}
}

// states returns claims as states hold them.
func states(claims []gather.Claim) []*research.ClaimState {
	var out []*research.ClaimState
	for _, c := range claims {
		out = append(out, c.State())
	}
	return out
}

// conflict takes in what sources are said to disagree on. A side that only
// unreliable pages take is none, and claims that are not there are no side. What
// was contested once stays so.
func (e *exploration) conflict(said []research.Dispute) {
	for _, d := range said {
		d = e.tidy(d)
		if len(d.Sides) < 2 || d.About == "" {
			continue
		}
		if e.contested == nil {
			e.contested = make(map[int]string)
		}
		if i := slices.IndexFunc(e.disputes, func(o research.Dispute) bool { return alike(o, d) }); i >= 0 {
			d.About = e.disputes[i].About // it keeps its name
			e.disputes[i] = d
		} else {
			e.disputes = append(e.disputes, d)
		}
		for _, id := range claimsOf(d) {
			if _, known := e.contested[id]; !known {
				e.contested[id] = d.About
			}
		}
	}
}

// tidy returns a dispute with the sides that claims take. A claim takes one side.
func (e *exploration) tidy(d research.Dispute) research.Dispute {
	out := research.Dispute{About: gather.Clean(d.About), Why: gather.Clean(d.Why)}
	for _, s := range d.Sides {
		side := research.Side{Says: gather.Clean(s.Says)}
		sound := false
		for _, id := range s.Claims {
			c := e.claim(id)
			if c == nil || slices.Contains(claimsOf(out), id) || slices.Contains(side.Claims, id) {
				continue
			}
			side.Claims = append(side.Claims, id)
			sound = sound || c.Page.Grade != research.Unreliable
		}
		if sound && side.Says != "" {
			out.Sides = append(out.Sides, side)
		}
	}
	return out
}

// claim returns the claim with the given number, or nil.
func (e *exploration) claim(id int) *gather.Claim {
	for _, b := range e.branches {
		if i := slices.IndexFunc(b.claims, func(c gather.Claim) bool { return c.ID == id }); i >= 0 {
			return &b.claims[i]
		}
	}
	return nil
}

// claimsOf are the claims of all sides of a dispute.
func claimsOf(d research.Dispute) (ids []int) {
	for _, s := range d.Sides {
		ids = append(ids, s.Claims...)
	}
	return ids
}

// alike reports whether two disputes are about the same: they have a claim in
// common on each of two sides.
func alike(a, b research.Dispute) bool {
	n := 0
	for _, s := range a.Sides {
		if slices.ContainsFunc(s.Claims, func(id int) bool { return slices.Contains(claimsOf(b), id) }) {
			n++
		}
	}
	return n >= 2
}

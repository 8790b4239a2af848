package views

import (
	"fmt"
	"slices"

	"assay/research"
)

// An entry is a claim as the live page of a method without voters lists it.
type entry struct {
	*research.ClaimState
	Ref     string // what the method calls it: "E12", or ""
	verdict        // without a Word while nothing is decided
}

// shown is how many entries a list has before it folds the rest away.
const shown = 4

// entriesOf returns the claims that the line of research with number n took,
// by ID.
func entriesOf(s *research.State, n int) []entry {
	var out []entry
	for _, c := range s.Claims {
		if c.LineOf() == n {
			out = append(out, entryOf(s, c))
		}
	}
	return out
}

func entryOf(s *research.State, c *research.ClaimState) entry {
	e := entry{ClaimState: c, Ref: refOf(s, c.ID)}
	if c.Judged != nil {
		e.verdict = standingOf(c.Judged.Outcome, c.Judged.Word)
	}
	return e
}

// refOf returns what the run's method calls the claim with the given ID.
func refOf(s *research.State, id int) string {
	if s.Method == "ledger" {
		return fmt.Sprintf("E%d", id)
	}
	return ""
}

// about says where an entry is from, what kind of statement it is, and why it
// does not count for itself.
func (e entry) about() string {
	from := ""
	if e.Source != nil {
		from = hostOf(e.Source.URL)
	}
	sort := ""
	if e.Sort != research.FactClaim {
		sort = string(e.Sort)
	}
	return join(" · ", from, sort, line(e.Dropped))
}

// grade returns the grade of the entry's source, or "".
func (e entry) grade() research.SourceGrade {
	if e.Source == nil || e.Source.Read == nil {
		return ""
	}
	return e.Source.Read.Grade
}

// A ref is a link to a claim.
type ref struct{ Word, Path string }

// refsOf returns links to those of the claims that the run has.
func refsOf(s *research.State, ids []int) []ref {
	var out []ref
	for _, id := range ids {
		if _, ok := claimOf(s, id); ok {
			out = append(out, ref{either(refOf(s, id) != "", refOf(s, id), fmt.Sprint(id)), claimPath(s.ID, id)})
		}
	}
	return out
}

// claimOf returns the run's claim with the given ID.
func claimOf(s *research.State, id int) (*research.ClaimState, bool) {
	i, ok := slices.BinarySearchFunc(s.Claims, id, func(c *research.ClaimState, id int) int { return c.ID - id })
	if !ok {
		return nil, false
	}
	return s.Claims[i], true
}

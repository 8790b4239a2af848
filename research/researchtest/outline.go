package researchtest

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
)

// Outline writes down what a run came to, for comparing: how it ended, its
// findings with confidence, tally and claims, and every claim's fate.
func Outline(s *research.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Status)
	if s.Reason != "" {
		fmt.Fprintf(&b, ": %s", s.Reason)
	}
	b.WriteString("\n")
	if r := s.Report; r != nil {
		fmt.Fprintf(&b, "%s [%s: %s]\n", r.Summary, r.Confidence, r.Why)
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "* %s [%s, %s, claims %v: %s]\n", f.Claim, f.Confidence, f.Tally, f.Claims, f.Why)
		}
		for _, o := range r.Omitted {
			fmt.Fprintf(&b, "- omitted claim %d: %s\n", o.Claim, o.Why)
		}
		for _, n := range r.Notes {
			fmt.Fprintf(&b, "- note: %s\n", n)
		}
	}
	for _, c := range s.Claims {
		fmt.Fprintf(&b, "claim %d: %s %s\n", c.ID, c.Text, fate(c))
	}
	for _, c := range s.Rejected {
		fmt.Fprintf(&b, "rejected: %s (%s)\n", c.Text, c.Reason)
	}
	for _, p := range s.Pages {
		if p.Blocked != "" {
			fmt.Fprintf(&b, "blocked: %s (%s)\n", p.URL, p.Blocked)
		}
	}
	for _, a := range s.Angles {
		for _, d := range a.Dropped {
			fmt.Fprintf(&b, "dropped: %s (%s)\n", d.URL, d.Reason)
		}
	}
	return b.String()
}

// fate says what became of a claim and why those who opposed it did.
func fate(c *research.ClaimState) string {
	switch {
	case c.Dropped != "":
		return "[" + c.Dropped + "]"
	case c.Judged == nil:
		return "[not judged]"
	}
	var why []string
	for _, v := range c.Votes {
		switch v.Verdict {
		case research.RefutedVote, research.Abstained:
			why = append(why, fmt.Sprintf("%d %s: %s", v.Voter, v.Verdict, v.Evidence))
		case research.QualifiedVote:
			why = append(why, fmt.Sprintf("%d but: %s", v.Voter, v.Caveat))
		}
	}
	return fmt.Sprintf("[%s %s] %s", c.Judged.Outcome, c.Judged.Tally, strings.Join(why, "; "))
}

// Log writes down a journal phase by phase, sorted within each phase because
// calls made side by side end in any order.
func Log(events []research.Event) string {
	var b strings.Builder
	var lines []string
	flush := func() {
		slices.Sort(lines)
		for _, l := range lines {
			fmt.Fprintln(&b, l)
		}
		lines = nil
	}
	for _, e := range events {
		switch e.Kind {
		case research.Began, research.Started:
		case research.Entered:
			flush()
			fmt.Fprintf(&b, "%s:\n", e.Phase)
		default:
			lines = append(lines, strings.TrimRight(fmt.Sprintf("  %s %s", e.Kind, e.Label), " "))
		}
	}
	flush()
	return b.String()
}

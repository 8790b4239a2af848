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
		if r.Parameters != "" {
			fmt.Fprintln(&b, r.Parameters)
		}
		fmt.Fprintf(&b, "%s [%s: %s]\n", r.Summary, r.Confidence, r.Why)
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "* %s [%s, %s, claims %v: %s]\n", f.Claim, f.Confidence, backing(f), f.Claims, f.Why)
		}
		parts(&b, r)
		for _, o := range r.Omitted {
			fmt.Fprintf(&b, "- omitted claim %d: %s\n", o.Claim, o.Why)
		}
		for _, n := range r.Notes {
			fmt.Fprintf(&b, "- note: %s\n", n)
		}
	}
	for _, p := range s.Proposals {
		fmt.Fprintf(&b, "proposed %d: %s %v", p.N, p.Text, p.Claims)
		for _, v := range p.Reviews {
			fmt.Fprintf(&b, "; %s: %s (%s)", v.By, v.Verdict, v.Reason)
		}
		fmt.Fprintln(&b)
	}
	for _, c := range s.Claims {
		fmt.Fprintf(&b, "claim %d: %s %s\n", c.ID, c.Text, fate(c))
	}
	var rejected []string // in journal order, which is not the same every time
	for _, c := range s.Rejected {
		rejected = append(rejected, fmt.Sprintf("rejected: %s (%s)\n", c.Text, c.Reason))
	}
	slices.Sort(rejected)
	b.WriteString(strings.Join(rejected, ""))
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

// backing says what a finding stands on beside its claims.
func backing(f research.Finding) string {
	switch {
	case f.Likelihood != "":
		return strings.Join(append([]string{f.Likelihood.String()}, f.Labels...), ", ")
	case len(f.Labels) > 0:
		return strings.Join(f.Labels, ", ")
	}
	return f.Tally.String()
}

// parts writes down the sections of a report and what it could not say.
func parts(b *strings.Builder, r *research.Report) {
	for _, s := range r.Sections {
		fmt.Fprintf(b, "## %s (%s)\n", s.Title, s.Key)
		for _, p := range s.Points {
			what := p.Text
			if p.Finding > 0 {
				what = fmt.Sprintf("finding %d", p.Finding)
			} else {
				what = "analysis: " + what
			}
			if p.Label != "" {
				what = p.Label + ": " + what
			}
			fmt.Fprintf(b, "  %s\n", what)
		}
	}
	for _, d := range r.Disputes {
		fmt.Fprintf(b, "disputed: %s (%s)\n", d.About, d.Why)
		for _, s := range d.Sides {
			fmt.Fprintf(b, "  %s %v\n", s.Says, s.Claims)
		}
	}
	for _, g := range r.Gaps {
		fmt.Fprintf(b, "UNVERIFIED: %s (%s)\n", g.What, g.Why)
	}
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
	for _, v := range c.Checks {
		why = append(why, fmt.Sprintf("checked by %s: %s (%s)", v.By, v.Verdict, v.Nuance))
	}
	if c.Judged.Word != "" {
		return strings.TrimSpace(fmt.Sprintf("[%s: %s] %s", c.Judged.Outcome, c.Judged.Word, strings.Join(why, "; ")))
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

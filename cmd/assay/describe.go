package main

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/port"
)

// describe says in a line what an event means, or "". s has taken it in.
func describe(s *research.State, e research.Event) string {
	switch e.Kind {
	case research.Entered:
		return "== " + e.Phase
	case research.Offered:
		return "waiting for your choice (" + e.Label + "): open the run in the web app"
	case research.Fetched:
		return "read " + e.Label
	case research.Failed:
		return fmt.Sprintf("failed: %s: %s", e.Label, reasonOf(s, e))
	case research.Ended:
		return strings.TrimRight(fmt.Sprintf("== %s %s", s.Status, s.Reason), " ")
	}
	return describeFact(s, e)
}

// describeFact says in a line what a method found out.
func describeFact(s *research.State, e research.Event) string {
	switch f := research.FactOf(e).(type) {
	case *port.EngineFailed:
		return fmt.Sprintf("engine failed: %s: %s", f.Engine, f.Reason)
	case *research.AnglePlanned:
		who := fmt.Sprintf("line %d", f.N)
		if f.Researcher != "" {
			who += ", researcher " + f.Researcher
		}
		return fmt.Sprintf("%s: %s (%s)", who, f.Label, f.Query)
	case *research.AngleStudied:
		if f.Failed != "" {
			return fmt.Sprintf("line %d brought nothing: %s", f.Angle, f.Failed)
		}
		return fmt.Sprintf("line %d: %s", f.Angle, f.Summary)
	case *research.CoverageAssessed:
		return fmt.Sprintf("line %d after round %d: %s%s", f.Angle, f.Round, f.Coverage, list(" (open: ", f.Open, ")"))
	case *research.FindingProposed:
		return fmt.Sprintf("proposed finding %d: %s", f.N, f.Text)
	case *research.FindingReviewed:
		return fmt.Sprintf("%s on finding %d: %s", f.By, f.Finding, f.Verdict)
	case *research.RoundTriaged:
		return fmt.Sprintf("round %d: %d statements, %d gaps, %d conflicts; %s", f.Round, len(f.Points), len(f.Gaps), len(f.Conflicts), f.Why)
	case *research.ClaimChecked:
		return fmt.Sprintf("researcher %s on claim %d: %s", f.By, f.Claim, f.Verdict)
	case *research.MapDrawn:
		return fmt.Sprintf("map after round %d: %d branches explored, %d available", f.Round, len(f.Explored), len(f.Available))
	case *research.PremiseTaken:
		return fmt.Sprintf("starts from (%s): %s", f.Asked, f.Text)
	case *research.ClaimJudged:
		return judged(s, f)
	}
	return ""
}

// judged says what became of a claim.
func judged(s *research.State, j *research.ClaimJudged) string {
	for _, c := range s.Claims {
		if c.ID != j.Claim {
			continue
		}
		how := j.Word
		if j.Tally.Votes() > 0 {
			how = j.Tally.String()
		}
		return fmt.Sprintf("%s %s: %s", j.Outcome, how, c.Text)
	}
	return ""
}

// list joins items between brackets; no items give nothing.
func list(open string, items []string, shut string) string {
	if len(items) == 0 {
		return ""
	}
	return open + strings.Join(items, "; ") + shut
}

package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"assay/research"
)

// describe says in a line what an event means, or "". s has taken it in.
func describe(s *research.State, e research.Event) string {
	switch e.Kind {
	case research.Entered:
		return "== " + e.Phase
	case research.Offered:
		return "waiting for your choice (" + e.Label + "): open the run in the web app"
	case research.EngineFailedKind:
		f := s.Engines[len(s.Engines)-1]
		return fmt.Sprintf("engine failed: %s: %s", f.Engine, f.Reason)
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
	switch e.Kind {
	case research.AnglePlannedKind:
		a := fact[research.AnglePlanned](e)
		who := fmt.Sprintf("line %d", a.N)
		if a.Researcher != "" {
			who += ", researcher " + a.Researcher
		}
		return fmt.Sprintf("%s: %s (%s)", who, a.Label, a.Query)
	case research.AngleStudiedKind:
		a := fact[research.AngleStudied](e)
		if a.Failed != "" {
			return fmt.Sprintf("line %d brought nothing: %s", a.Angle, a.Failed)
		}
		return fmt.Sprintf("line %d: %s", a.Angle, a.Summary)
	case research.CoverageAssessedKind:
		c := fact[research.CoverageAssessed](e)
		return fmt.Sprintf("line %d after round %d: %s%s", c.Angle, c.Round, c.Coverage, list(" (open: ", c.Open, ")"))
	case research.FindingProposedKind:
		f := fact[research.FindingProposed](e)
		return fmt.Sprintf("proposed finding %d: %s", f.N, f.Text)
	case research.FindingReviewedKind:
		f := fact[research.FindingReviewed](e)
		return fmt.Sprintf("%s on finding %d: %s", f.By, f.Finding, f.Verdict)
	case research.RoundTriagedKind:
		t := fact[research.RoundTriaged](e)
		return fmt.Sprintf("round %d: %d statements, %d gaps, %d conflicts; %s", t.Round, len(t.Points), len(t.Gaps), len(t.Conflicts), t.Why)
	case research.ClaimCheckedKind:
		c := fact[research.ClaimChecked](e)
		return fmt.Sprintf("researcher %s on claim %d: %s", c.By, c.Claim, c.Verdict)
	case research.MapDrawnKind:
		m := fact[research.MapDrawn](e)
		return fmt.Sprintf("map after round %d: %d branches explored, %d available", m.Round, len(m.Explored), len(m.Available))
	case research.PremiseTakenKind:
		p := fact[research.PremiseTaken](e)
		return fmt.Sprintf("starts from (%s): %s", p.Asked, p.Text)
	case research.ClaimJudgedKind:
		return judged(s, fact[research.ClaimJudged](e))
	}
	return ""
}

// judged says what became of a claim.
func judged(s *research.State, j research.ClaimJudged) string {
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

// fact decodes an event's data. What does not decode shows as empty.
func fact[T any](e research.Event) (v T) {
	json.Unmarshal(e.Data, &v)
	return v
}

// list joins items between brackets; no items give nothing.
func list(open string, items []string, shut string) string {
	if len(items) == 0 {
		return ""
	}
	return open + strings.Join(items, "; ") + shut
}

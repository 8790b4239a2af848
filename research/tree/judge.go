package tree

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
)

// judge says what became of every learning: upheld, if a finding that it is part
// of has two independent sources, else unverified. Those that say the same as
// another share its fate and need none of their own.
func (t *tree) judge(ctx context.Context, report *research.Report) error {
	states := t.states()
	best := make(map[int]int) // sources, by claim
	for _, f := range report.Findings {
		var claims []*research.ClaimState
		for _, s := range states {
			if slices.Contains(f.Claims, s.ID) {
				claims = append(claims, s)
			}
		}
		for _, id := range f.Claims {
			best[id] = max(best[id], independent(claims))
		}
	}
	var facts []research.Fact
	for _, l := range t.kept() {
		facts = append(facts, fate(l.ID, best[l.ID]))
	}
	return t.run.Note(ctx, facts...)
}

// fate is what becomes of a claim whose best finding has so many sources, or
// which is in no finding.
func fate(claim, sources int) research.ClaimJudged {
	switch {
	case sources >= crossed:
		return research.ClaimJudged{Claim: claim, Outcome: research.Upheld, Word: sourceWords(sources)}
	case sources == 1:
		return research.ClaimJudged{Claim: claim, Outcome: research.Unverified, Word: "unverified: one source"}
	}
	return research.ClaimJudged{Claim: claim, Outcome: research.Unverified, Word: "not used", Why: "no finding of the report rests on it"}
}

// gaps are what could not be found, and why.
func (t *tree) gaps() []research.Gap {
	var out []research.Gap
	for _, n := range t.nodes {
		if n.err != nil && !n.again {
			out = append(out, research.Gap{What: n.name(), Why: n.why()})
		}
	}
	return out
}

// undone says what work was left undone because calls failed, or "".
func (t *tree) undone() string {
	lost := 0
	for _, n := range t.nodes {
		if n.lost() {
			lost++
		}
	}
	if lost == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d lines of research came to nothing because calls failed", lost, len(t.nodes))
}

// barren is the report of a run that learned nothing.
func (t *tree) barren() *research.Report {
	hits, read := 0, 0
	for _, n := range t.nodes {
		hits += len(n.hits)
	}
	for _, p := range t.g.Pages {
		if p.Text != "" {
			read++
		}
	}
	report := &research.Report{}
	switch {
	case t.undone() != "":
		report.Summary = fmt.Sprintf("Insufficient data: nothing was learned, and %s.", t.undone())
	case hits == 0:
		report.Summary = "Insufficient data: the searches found no pages."
	case read == 0:
		report.Summary = fmt.Sprintf("Insufficient data: none of the %s found could be read. The reasons are listed with the sources.", count(len(t.g.Pages), "page"))
		report.Partial = "every page was blocked"
	default:
		report.Summary = fmt.Sprintf("Insufficient data: %s read, but nothing on the question in them could be quoted.", was(read, "page"))
	}
	return report
}

// was returns n with its noun and verb.
func was(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " was"
	}
	return count(n, noun) + " were"
}

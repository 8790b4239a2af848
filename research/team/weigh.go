package team

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/confidence"
)

// A weight is what backs a statement.
type weight struct {
	sources    int  // independent ones
	kinds      int  // of grade among them
	strong     int  // primary and secondary ones
	primary    bool // one of them is primary
	confidence research.Confidence
	contested  bool // credible sources dissent
	verdicts   []research.CheckVerdict
	caveats    []string // that checks attached
	why        string
}

// weigh says how sure a statement is that claims make. A check by other sources
// lifts it by one step over what it was without them; the sources that the check
// found count as any other. Dissent keeps it from being HIGH.
func (t *team) weigh(ids []int) weight {
	all := t.pick(ids)
	w := count(all)
	w.contested = t.disputed(ids)
	w.confidence = level(w.sources, w.kinds, w.contested)
	var first []*claim
	for _, c := range all {
		if c.by.Task != research.Verification {
			first = append(first, c)
		}
		for _, check := range c.state.Checks {
			w.heed(check)
		}
	}
	if slices.ContainsFunc(w.verdicts, lifts) {
		alone := count(first)
		w.confidence = surer(w.confidence, stepUp(level(alone.sources, alone.kinds, w.contested), w.contested))
	}
	w.why = w.reason(len(all))
	return w
}

// pick returns the claims with the given numbers, each once, those of the best
// sources first: they are told from their copies.
func (t *team) pick(ids []int) []*claim {
	var out []*claim
	for _, c := range t.claims {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *claim) int { return cmp.Compare(gradeRank(a), gradeRank(b)) })
	return out
}

func gradeRank(c *claim) int { return slices.Index(research.SourceGrades, c.Page.Grade) }

// count counts the independent sources of claims, and of what kinds they are.
// Sources that trace back to one another count once.
func count(claims []*claim) (w weight) {
	var states []*research.ClaimState
	seen := make(map[research.SourceGrade]bool)
	for _, c := range claims {
		states = append(states, c.state)
		if n := confidence.Independent(states); n > w.sources {
			w.sources = n
			if g := c.Page.Grade; !seen[g] {
				seen[g] = true
				w.kinds++
			}
			if g := c.Page.Grade; g == research.Primary || g == research.Secondary {
				w.strong++
				w.primary = w.primary || g == research.Primary
			}
		}
	}
	return w
}

// level is the confidence that so many independent sources give.
func level(sources, kinds int, contested bool) research.Confidence {
	switch {
	case sources >= 3 && kinds >= 2 && !contested:
		return research.High
	case sources >= 2:
		return research.Medium
	}
	return research.Low
}

// stepUp is the next confidence; what is contested is never HIGH.
func stepUp(c research.Confidence, contested bool) research.Confidence {
	if c == research.Low || contested {
		return research.Medium
	}
	return research.High
}

// surer returns the higher of two confidences.
func surer(a, b research.Confidence) research.Confidence {
	if a.Rank() >= b.Rank() {
		return a
	}
	return b
}

// heed takes in what a check says.
func (w *weight) heed(c research.ClaimChecked) {
	w.verdicts = append(w.verdicts, c.Verdict)
	if c.Verdict == research.CheckNuanced && c.Nuance != "" {
		w.caveats = append(w.caveats, c.Nuance)
	}
}

// word names the confidence and what it rests on: "HIGH: 3 independent sources".
func (w weight) word() string {
	return fmt.Sprintf("%s: %s", strings.ToUpper(string(w.confidence)), sourceWords(w.sources))
}

func sourceWords(n int) string {
	if n == 1 {
		return "one source"
	}
	return fmt.Sprintf("%d independent sources", n)
}

// reason says why the confidence is what it is.
func (w weight) reason(claims int) string {
	why := sourceWords(w.sources)
	switch {
	case w.sources >= 2 && w.kinds == 1:
		why += ", all of one kind"
	case w.sources >= 2:
		why += fmt.Sprintf(" of %d kinds", w.kinds)
	case claims > 1:
		why += fmt.Sprintf(" behind %d claims", claims)
	}
	if w.contested {
		why += ", and others dissent"
	}
	for i, v := range w.verdicts {
		if !slices.Contains(w.verdicts[:i], v) {
			why += fmt.Sprintf("; verification: %s", v)
		}
	}
	return why
}

// likelihood puts a confidence into a word of estimative probability:
//
//	credible sources dissent                       roughly even, or unlikely if it has no more
//	                                               than one source that is neither primary nor secondary
//	HIGH, no caveats, two primary or secondary     almost certain
//	HIGH                                           highly likely
//	MEDIUM                                         likely
//	LOW, from a primary source                     likely: good evidence, with the gap that nobody else says so
//	LOW, from a secondary source                   roughly even: genuinely uncertain
//	LOW, from none of these                        unlikely: the evidence is weak
func (w weight) likelihood() research.Likelihood {
	switch {
	case w.contested && (w.confidence != research.Low || w.strong > 0):
		return research.RoughlyEven
	case w.confidence == research.High && len(w.caveats) == 0 && w.strong >= 2:
		return research.AlmostCertain
	case w.confidence == research.High:
		return research.HighlyLikely
	case w.confidence == research.Medium, w.primary:
		return research.Likely
	case w.strong > 0:
		return research.RoughlyEven
	}
	return research.Unlikely
}

package team

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
)

// grade says how sure a finding is: as sure as the least sure of the statements
// that it rests on. The writer has no say in it.
func (t *team) grade(claims []*research.ClaimState) draft.Grade {
	var ids []int
	for _, c := range claims {
		ids = append(ids, c.ID)
	}
	w := t.weakest(ids)
	g := draft.Grade{Confidence: w.confidence, Why: w.why, Likelihood: w.likelihood()}
	if w.sources == 1 {
		g.Labels = append(g.Labels, "one source")
	}
	if w.contested {
		g.Labels = append(g.Labels, "contested")
	}
	for i, v := range w.verdicts {
		if !slices.Contains(w.verdicts[:i], v) {
			g.Labels = append(g.Labels, string(v))
		}
	}
	for _, c := range w.caveats {
		g.Labels = append(g.Labels, "caveat: "+c)
	}
	return g
}

// weakest is the weight of the statement that the claims make or, if they make
// several, of the least sure of them.
func (t *team) weakest(ids []int) weight {
	if p := t.exact(ids); p != nil {
		return t.weigh(p.Claims)
	}
	out := t.strongest(ids[0])
	several := false
	for _, id := range ids[1:] {
		several = several || t.home(id) != t.home(ids[0]) || t.home(id) == nil
		if w := t.strongest(id); w.confidence.Rank() < out.confidence.Rank() || w.contested && !out.contested && w.confidence == out.confidence {
			out = w
		}
	}
	if several {
		out.why = "it makes several statements, the least sure of which has " + out.why
	}
	return out
}

// exact returns the statement that rests on just these claims, or nil.
func (t *team) exact(ids []int) *research.TriagedPoint {
	for i, p := range t.reading.points {
		if len(without(p.Claims, ids...)) == 0 && len(without(ids, p.Claims...)) == 0 {
			return &t.reading.points[i]
		}
	}
	return nil
}

// strongest is the weight of the surest statement that a claim belongs to.
func (t *team) strongest(id int) weight {
	if p := t.home(id); p != nil {
		return t.weigh(p.Claims)
	}
	return t.weigh([]int{id})
}

// home returns the surest statement that a claim belongs to, or nil.
func (t *team) home(id int) (home *research.TriagedPoint) {
	for i, p := range t.reading.points {
		if slices.Contains(p.Claims, id) && (home == nil || p.Confidence.Rank() > home.Confidence.Rank()) {
			home = &t.reading.points[i]
		}
	}
	return home
}

// judge notes what became of every claim, and lists those that no finding needed.
// Claims of a statement with two sources behind it, which nobody contests, have
// passed.
func (t *team) judge(ctx context.Context, report *research.Report) error {
	told := make(map[int]bool)
	for _, f := range report.Findings {
		for _, id := range f.Claims {
			told[id] = true
		}
	}
	var facts []research.Fact
	for _, c := range t.claims {
		w := t.strongest(c.ID)
		fact := research.ClaimJudged{Claim: c.ID, Outcome: research.Unverified, Word: w.word(), Why: w.why}
		if told[c.ID] && w.confidence != research.Low && !w.contested && !contests(c) {
			fact.Outcome = research.Upheld
		}
		if w.contested || contests(c) {
			fact.Word = "CONTESTED, " + fact.Word
		}
		facts = append(facts, fact)
		if !told[c.ID] {
			report.Omitted = append(report.Omitted, research.Omission{Claim: c.ID, Why: t.whyOmitted(c.ID)})
		}
	}
	return t.run.Note(ctx, facts...)
}

// contests reports whether verification contested a claim.
func contests(c *claim) bool {
	return slices.ContainsFunc(c.state.Checks, func(k research.ClaimChecked) bool { return k.Verdict == research.CheckContested })
}

func (t *team) whyOmitted(id int) string {
	if slices.ContainsFunc(t.disputes(), func(d research.Dispute) bool { return slices.Contains(claimsOf(d), id) }) {
		return "it is told where sources disagree"
	}
	if t.home(id) != nil {
		return "the writer used it in no finding"
	}
	return "the lead counted it toward no significant statement"
}

// assess adds the section on how sure the findings are, by likelihood.
func (t *team) assess(report *research.Report) {
	s := research.Section{Key: confidenceKey, Title: "Confidence assessment"}
	for _, l := range []research.Likelihood{research.AlmostCertain, research.HighlyLikely, research.Likely, research.RoughlyEven, research.Unlikely} {
		var found []string
		for i, f := range report.Findings {
			if f.Likelihood == l {
				found = append(found, fmt.Sprint(i+1))
			}
		}
		if len(found) > 0 {
			word := "Findings "
			if len(found) == 1 {
				word = "Finding "
			}
			s.Points = append(s.Points, research.Point{Label: l.String(), Text: word + strings.Join(found, ", ") + ": " + meaning[l] + "."})
		}
	}
	report.Sections = append(report.Sections, s)
}

// meaning says when a likelihood is used.
var meaning = map[research.Likelihood]string{
	research.AlmostCertain: "several good sources of different kinds agree, and none dissents",
	research.HighlyLikely:  "strong evidence, with minor caveats or few good sources",
	research.Likely:        "good evidence with gaps, such as one primary source that nobody else bears out",
	research.RoughlyEven:   "the sources conflict, or one secondary source is all there is",
	research.Unlikely:      "limited or weak evidence only; that is no evidence of the contrary",
}

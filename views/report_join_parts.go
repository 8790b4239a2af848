package views

import (
	"cmp"
	"slices"

	"assay/research"
)

// list returns a copy of s that is not nil, as JSON wants it.
func list[T any](s []T) []T { return append([]T{}, s...) }

// addSections adds the parts of the report, and whom their analyses cite.
func (j joiner) addSections() {
	seen := make(map[int]bool)
	for _, s := range j.run.Report.Sections {
		section := &Section{s.Key, s.Title, s.Confidence, s.Why, []Point{}}
		for _, p := range s.Points {
			if point, ok := j.point(p); ok {
				point.Again = seen[point.Finding]
				seen[point.Finding] = point.Finding > 0
				section.Points = append(section.Points, point)
			}
		}
		j.Sections = append(j.Sections, section)
	}
}

// point joins up a point. It is false for one that says nothing: of a finding
// that is not there, and without a text.
func (j joiner) point(p research.Point) (Point, bool) {
	out := Point{Label: p.Label, Text: p.Text, Claims: list(p.Claims)}
	if p.Finding > 0 && p.Finding <= len(j.Findings) {
		f := j.Findings[p.Finding-1]
		out.Finding, out.Text, out.Claims, out.Sources = p.Finding, "", list(f.Claims), f.Sources
		return out, true
	}
	out.Sources = j.citing(p.Claims)
	return out, p.Text != ""
}

// citing numbers the sources of the claims with the given IDs and returns them.
func (j joiner) citing(ids []int) []*Source {
	sources := j.sourcesOf(ids)
	for _, src := range sources {
		j.cite(src)
	}
	return sources
}

// sourcesOf returns the sources of the claims with the given IDs, each once.
func (j joiner) sourcesOf(ids []int) []*Source {
	var out []*Source
	for _, id := range ids {
		c := j.claims[id]
		if c == nil {
			continue
		}
		for _, src := range c.Sources {
			if !slices.Contains(out, src) {
				out = append(out, src)
			}
		}
	}
	return out
}

// disputes joins up disputes, whose sources by finds.
func disputes(from []research.Dispute, by func([]int) []*Source) []Dispute {
	out := []Dispute{}
	for _, d := range from {
		dispute := Dispute{d.About, d.Why, []Side{}}
		for _, s := range d.Sides {
			dispute.Sides = append(dispute.Sides, Side{s.Says, list(s.Claims), by(s.Claims)})
		}
		out = append(out, dispute)
	}
	return out
}

// addProposals adds the findings that were proposed.
func (j joiner) addProposals() {
	for _, p := range j.run.Proposals {
		proposal := &Proposal{
			N: p.N, Line: p.Angle, Text: p.Text, Claims: list(p.Claims), Sources: j.sourcesOf(p.Claims),
			Confidence: p.Confidence, Stake: p.Stake, Disputed: p.Disputed, Reviews: []Review{},
		}
		for _, r := range p.Reviews {
			proposal.Reviews = append(proposal.Reviews, Review{r.By, r.Verdict, r.Reason, r.Confidence})
		}
		proposal.Fate, proposal.Finding = fateOf(p, j.run.Findings)
		j.Proposals = append(j.Proposals, proposal)
	}
}

// addLines adds the lines of research, each with the claims that it brought.
func (j joiner) addLines() {
	for _, a := range j.run.Angles {
		l := &Line{
			N: a.N, Label: a.Label, Query: a.Query, Rationale: a.Rationale, Parent: a.Parent, Round: a.Round,
			Researcher: a.Researcher, Task: a.Task, FollowUps: []string{}, Coverage: []Coverage{}, Claims: []int{},
		}
		if s := a.Studied; s != nil {
			l.Summary, l.Confidence, l.Why, l.Failed, l.FollowUps = s.Summary, s.Confidence, s.Why, s.Failed, list(s.FollowUps)
		}
		for _, c := range a.Coverage {
			l.Coverage = append(l.Coverage, Coverage{c.Round, c.Coverage, c.Answered, list(c.Open)})
		}
		for _, c := range j.Claims {
			if c.Line == a.N {
				l.Claims = append(l.Claims, c.ID)
			}
		}
		for _, p := range j.run.Pages {
			if p.Angle == a.N && p.Read != nil {
				l.Pages++
			}
		}
		j.Lines = append(j.Lines, l)
	}
}

// addTriages adds what kind of question it is, and what the lead made of each round.
func (j joiner) addTriages() {
	if k := j.run.Kind; k != nil {
		j.Kind = &Kind{k.Type, k.Why, list(k.Parts), k.Scope, k.Researchers, k.Rounds}
	}
	for _, t := range j.run.Triages {
		triage := Triage{
			Round: t.Round, Summary: t.Summary, Points: []TriagedPoint{}, Gaps: list(t.Gaps),
			Conflicts: disputes(t.Conflicts, j.sourcesOf), FollowUps: []FollowUp{}, Converged: t.Converged, Why: t.Why,
		}
		for _, p := range t.Points {
			triage.Points = append(triage.Points, TriagedPoint{
				p.Text, list(p.Claims), p.Impact, p.Sources, p.Confidence, p.Why, j.sourcesOf(p.Claims), j.checksOn(p.Claims),
			})
		}
		for _, f := range t.FollowUps {
			triage.FollowUps = append(triage.FollowUps, FollowUp{f.Kind, f.Label, f.Brief, f.Claim})
		}
		j.Triages = append(j.Triages, triage)
	}
}

// checksOn returns the checks of the claims with the given IDs.
func (j joiner) checksOn(ids []int) []Crosscheck {
	var out []Crosscheck
	for _, id := range ids {
		if c := j.claims[id]; c != nil {
			out = append(out, c.Checks...)
		}
	}
	return out
}

// checksOf returns what additional sources make of c.
func checksOf(c *research.ClaimState) []Crosscheck {
	out := []Crosscheck{}
	for _, k := range c.Checks {
		out = append(out, Crosscheck{k.Claim, k.By, k.Verdict, k.Reason, k.Nuance, list(k.For), list(k.Against)})
	}
	return out
}

// addSourceLines gives each source its line: the most important of its claims,
// one that a finding rests on before one that none does.
func (j joiner) addSourceLines() {
	best := make(map[*Source]*Claim)
	for _, c := range j.Claims {
		for _, src := range c.Sources {
			if b := best[src]; b == nil || weight(c, b) < 0 {
				best[src] = c
			}
		}
	}
	for src, c := range best {
		src.Line = c.Claim
	}
}

// weight compares claims by how much they matter, the weightier first.
func weight(a, b *Claim) int {
	cited := func(c *Claim) int { return min(c.Finding, 1) }
	return cmp.Or(cmp.Compare(b.Importance.Rank(), a.Importance.Rank()), cmp.Compare(cited(b), cited(a)))
}

// WholeMap returns a copy of m in which no list is null, as its JSON form wants
// it; nil of nil.
func WholeMap(m *research.MapDrawn) *research.MapDrawn {
	if m == nil {
		return nil
	}
	w := *m
	w.Explored, w.Available, w.Dives = list(m.Explored), list(m.Available), list(m.Dives)
	w.KeyFindings, w.History = list(m.KeyFindings), list(m.History)
	for i := range w.Explored {
		b := &w.Explored[i]
		b.Sources, b.Claims = list(b.Sources), list(b.Claims)
	}
	for i := range w.KeyFindings {
		w.KeyFindings[i].Claims = list(w.KeyFindings[i].Claims)
	}
	for i := range w.History {
		w.History[i].Branches = list(w.History[i].Branches)
	}
	return &w
}

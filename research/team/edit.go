package team

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// edit sees to it that findings rest on all claims that say so, and that nothing
// with two sources behind it is left out. Without a writer the findings are the
// lead's statements.
func (t *team) edit(d task.Draft, plain bool) task.Draft {
	if plain {
		t.note("The findings are the lead's statements, with the words of their sources.")
		return t.plain()
	}
	told := make(map[int]bool)
	for i := range d.Sections {
		for j := range d.Sections[i].Points {
			p := &d.Sections[i].Points[j]
			if p.Kind == research.AnalysisPoint || len(p.Claims) == 0 {
				continue
			}
			p.Claims = t.all(p.Claims)
			for _, id := range p.Claims {
				told[id] = true
			}
		}
	}
	also := task.DraftSection{Part: moreKey, Title: "Also established"}
	for _, p := range t.reading.points {
		if p.Confidence != research.Low && slices.ContainsFunc(p.Claims, func(id int) bool { return !told[id] }) {
			also.Points = append(also.Points, t.pointOf(p))
		}
	}
	return merge(d, also)
}

// merge adds points to the section of their part.
func merge(d task.Draft, more task.DraftSection) task.Draft {
	i := slices.IndexFunc(d.Sections, func(s task.DraftSection) bool { return s.Part == more.Part })
	if i < 0 {
		d.Sections = append(d.Sections, more)
		return d
	}
	d.Sections[i].Title = more.Title
	d.Sections[i].Points = append(d.Sections[i].Points, more.Points...)
	return d
}

// all returns claims with those that state the same, as the lead found.
func (t *team) all(ids []int) []int {
	if t.exact(ids) != nil {
		return ids
	}
	out := slices.Clone(ids)
	for _, id := range ids {
		if p := t.home(id); p != nil {
			out = append(out, t.existing(p.Claims, out)...)
		}
	}
	return out
}

// pointOf is a statement of the lead's as a finding.
func (t *team) pointOf(p research.TriagedPoint) research.DraftPoint {
	var says []string
	for _, c := range t.pick(p.Claims) {
		says = append(says, fmt.Sprintf("%s says: “%s”", c.Page.Name(), c.Quote))
	}
	return research.DraftPoint{Says: p.Text, Kind: research.FactPoint, Claims: p.Claims, Detail: strings.Join(says[:min(len(says), 4)], "\n\n")}
}

// plain drafts the report without a writer: statements on which the conclusions
// hang first, then the surer ones.
func (t *team) plain() task.Draft {
	points := slices.Clone(t.reading.points)
	slices.SortStableFunc(points, func(a, b research.TriagedPoint) int {
		return cmp.Or(cmp.Compare(late(a), late(b)), cmp.Compare(b.Confidence.Rank(), a.Confidence.Rank()))
	})
	s := task.DraftSection{Part: moreKey, Title: "Findings"}
	var lead []string
	for _, p := range points {
		s.Points = append(s.Points, t.pointOf(p))
		if len(lead) < 2 {
			lead = append(lead, strings.TrimRight(p.Text, ".")+".")
		}
	}
	return task.Draft{
		Summary: strings.Join(lead, " "), Sections: []task.DraftSection{s},
		Caveats: "These are the statements as the lead counted them, with the words of their sources; nobody put them together.",
	}
}

func late(p research.TriagedPoint) int {
	if p.Impact {
		return 0
	}
	return 1
}

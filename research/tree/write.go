package tree

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/task"
)

const (
	maxMaterial  = 150  // claims that the writer is given
	reportTokens = 8192 // a report of many findings takes some 5,000
	theme        = "theme"
)

// parts are the sections of a report. What could not be found is told beside
// them, and so are the sources and how it was made.
var parts = []task.Part{
	{Key: theme, Many: true, Guide: "A major theme, with a title of your own; several times, once for each of three or so themes. " +
		"The findings on it, as facts that name their claims; put data and what sources confirm of each other first."},
	{Key: "contrarian", Title: "Contrarian views & uncertainties", Analysis: true, Guide: "What one source says and others do not, both sides where sources disagree, " +
		"and what is speculation. Facts name their claims; what you make of them is analysis. Empty if there is nothing of the kind."},
	{Key: "takeaways", Title: "Key takeaways", Analysis: true, Guide: "About three insights to act on, drawn from the findings: analysis that names the claims it starts from."},
}

// write reports what the tree learned.
func (t *tree) write(ctx context.Context) (*research.Report, error) {
	gaps := t.gaps()
	t.tell()
	if len(t.told) == 0 {
		return t.finish(t.barren(), gaps), nil
	}
	in := &task.DraftTask{Brief: t.brief, Parts: parts}
	for _, l := range t.told {
		in.Claims = append(in.Claims, t.material(l))
	}
	for _, g := range gaps {
		in.Gaps = append(in.Gaps, g.What+": "+g.Why)
	}
	job := prompts.Task(engine.Writer, task.NameDraft, in)
	job.MaxTokens = reportTokens
	report, err := draft.Write(ctx, t.run, job, in, draft.Book{Claims: t.states(), Grade: t.grade, Edit: t.edit})
	if err != nil {
		return nil, err
	}
	return t.finish(report, gaps), t.judge(ctx, report)
}

// tell picks the learnings that the writer is given, in the order they were taken
// in: the weightiest, if there are too many.
func (t *tree) tell() {
	t.told = t.kept()
	if len(t.told) <= maxMaterial {
		return
	}
	t.note("The writer was given the %d weightiest of %d learnings.", maxMaterial, len(t.told))
	ranked := slices.Clone(t.told)
	slices.SortStableFunc(ranked, t.byWeight)
	t.told = slices.DeleteFunc(t.told, func(l *learning) bool { return !slices.Contains(ranked[:maxMaterial], l) })
}

// material is a learning as the writer gets to see it.
func (t *tree) material(l *learning) task.Material {
	m := l.Material()
	group := t.group(l)
	m.Line, m.Standing = t.lineOf(l).name(), sourceWords(independent(group))
	if year := dated(group, t.run.Today()); year != "" {
		m.Standing += ", dated " + year
	}
	return m
}

// lineOf returns the branch that a learning belongs to; for a page read again,
// the branch that led to it.
func (t *tree) lineOf(l *learning) *node {
	if l.by.again {
		return t.nodes[l.by.Parent-1].root
	}
	return l.by.root
}

// states are all learnings as states hold them.
func (t *tree) states() []*research.ClaimState {
	var out []*research.ClaimState
	for _, l := range t.learned {
		out = append(out, l.state)
	}
	return out
}

// edit adds to the claims of every fact those that say the same. A draft that no
// writer made, or that states no fact, has them by branch.
func (t *tree) edit(d task.Draft, plain bool) task.Draft {
	switch {
	case plain:
		d.Sections = t.byBranch()
	case !slices.ContainsFunc(d.Sections, hasFact):
		d.Sections = append(t.byBranch(), d.Sections...)
		t.note("The writer stated no fact: the claims stand in their own words, by line of research.")
	}
	for i := range d.Sections {
		for j := range d.Sections[i].Points {
			p := &d.Sections[i].Points[j]
			if p.Kind == research.FactPoint {
				p.Claims = t.withSame(p.Claims)
			}
		}
	}
	return d
}

func hasFact(s task.DraftSection) bool {
	return slices.ContainsFunc(s.Points, func(p research.DraftPoint) bool { return p.Kind == research.FactPoint })
}

// withSame returns the claims with those that say the same.
func (t *tree) withSame(ids []int) []int {
	out := slices.Clone(ids)
	for _, l := range t.learned {
		if l.same != nil && slices.Contains(ids, l.same.ID) && !slices.Contains(out, l.ID) {
			out = append(out, l.ID)
		}
	}
	return out
}

// byBranch returns a section for each branch, with what it learned.
func (t *tree) byBranch() []task.DraftSection {
	var out []task.DraftSection
	for _, n := range t.nodes {
		s := task.DraftSection{Part: theme, Title: n.name()}
		for _, l := range t.told {
			if t.lineOf(l) == n {
				s.Points = append(s.Points, research.DraftPoint{
					Says: l.Text, Detail: fmt.Sprintf("%s says: “%s”", l.Page.Name(), l.Quote), Kind: research.FactPoint, Claims: []int{l.ID},
				})
			}
		}
		if len(s.Points) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// finish adds to a report what code knows better than a writer.
func (t *tree) finish(report *research.Report, gaps []research.Gap) *research.Report {
	report.Gaps = gaps
	report.Confidence, report.Why = overall(report.Findings, len(gaps))
	report.Parameters = strings.Join([]string{
		"Generated " + t.run.Today(), count(t.used(), "source"), "depth " + count(t.levels, "level"), "confidence " + string(report.Confidence),
	}, " · ")
	report.Notes = append(append(t.notes, t.methodology()), report.Notes...)
	report.Partial = cmp.Or(t.undone(), report.Partial)
	report.MaxPages = (t.shape.searches() + 1) * maxPages
	return report
}

// methodology says in a line how the report was made.
func (t *tree) methodology() string {
	var engines []string
	for _, n := range t.nodes {
		for _, h := range n.hits {
			for _, e := range h.Hit.Engines {
				if !slices.Contains(engines, e) {
					engines = append(engines, e)
				}
			}
		}
	}
	slices.Sort(engines)
	said := fmt.Sprintf("Queries generated: %d. Sources analysed: %d. Depth: %s.", len(t.asked), t.used(), count(t.levels, "level"))
	if len(engines) > 0 {
		said += " Search engines: " + strings.Join(engines, ", ") + "."
	}
	return said
}

// used counts the pages that could be learned from.
func (t *tree) used() int {
	n := 0
	for _, p := range t.g.Pages {
		if p.Used {
			n++
		}
	}
	return n
}

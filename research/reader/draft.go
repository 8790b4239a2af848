package reader

import (
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

const (
	maxThemes  = 6 // sections of one part
	maxSection = 8 // points of a section
	maxLeading = 3 // facts that lead a report, and that takeaways repeat
)

// draft drafts a report in parts. Every point is the best claim for a fact in its
// source's own words; the rules infer nothing.
func draft(t *task.DraftTask) task.Draft {
	w := &writer{task: t, table: lay(ask(t.Question), t.Claims), contrary: map[int]bool{}, placed: map[int]bool{}, sections: make([][]task.DraftSection, len(t.Parts))}
	w.disputes = append(slices.Clone(t.Disputes), w.unseen()...)
	w.weigh()
	w.omit()
	for _, s := range w.chapters() {
		w.fill(s)
	}
	out := task.Draft{Summary: w.summary(), Sections: []task.DraftSection{}, Caveats: w.caveats(), OpenQuestions: w.open()}
	for i, p := range t.Parts {
		if len(w.sections[i]) == 0 {
			w.sections[i] = []task.DraftSection{{Part: p.Key, Points: []research.DraftPoint{}}}
		}
		out.Sections = append(out.Sections, w.sections[i]...)
	}
	return out
}

// A writer lays facts out in the parts of a report.
type writer struct {
	task     *task.DraftTask
	table    *table
	disputes []research.Dispute
	main     []group               // that the answer may be made of, the strongest first
	contrary map[int]bool          // by best claim: groups that speak against it, or are in doubt
	placed   map[int]bool          // by best claim: groups that have their place
	omitted  bool                  // groups were left out that only unreliable sources state
	sections [][]task.DraftSection // of each part
}

// unseen returns disputes among the claims that the task does not name.
func (w *writer) unseen() []research.Dispute {
	named := map[int]bool{}
	for _, d := range w.task.Disputes {
		for _, s := range d.Sides {
			for _, id := range s.Claims {
				named[id] = true
			}
		}
	}
	return slices.DeleteFunc(w.table.disputes(), func(d research.Dispute) bool {
		return slices.ContainsFunc(d.Sides, func(s research.Side) bool {
			return slices.ContainsFunc(s.Claims, func(id int) bool { return named[id] })
		})
	})
}

// weigh tells the facts that the answer is made of from those that speak against
// it: the lesser side of a yes-or-no question, the other side of a dispute, what
// sources only suggest or hand on, and what nobody but an unreliable source says.
func (w *writer) weigh() {
	yes, no := sides(w.table.q, w.table.groups)
	lesser := map[int]bool{}
	for _, d := range w.disputes {
		for _, s := range d.Sides[min(1, len(d.Sides)):] {
			for _, id := range s.Claims {
				lesser[id] = true
			}
		}
	}
	for _, g := range w.table.groups {
		said, stance := &g.members[0].said, 0
		if yes > 0 && no > 0 {
			stance = stanceOn(w.table.q, said, g.best().Site)
		}
		minor := stance > 0 && no > yes || stance < 0 && yes > no || stance == 0 && lesser[g.best().ID]
		if minor || said.reported || said.tentative || g.isWorthless() || contested.MatchString(w.table.by[g.best().ID].Standing) {
			w.contrary[g.best().ID] = true
		} else {
			w.main = append(w.main, g)
		}
	}
}

// omit leaves out what nobody but an unreliable source says, unless there is
// nothing else, or a part for what speaks against the answer.
func (w *writer) omit() {
	apart := slices.ContainsFunc(w.task.Parts, func(p task.Part) bool { return mannerOf(p) == inDoubt })
	for _, g := range w.table.groups {
		if g.isWorthless() && !apart && len(w.reliable()) < len(w.table.groups) {
			w.placed[g.best().ID] = true
			w.omitted = true
		}
	}
}

// contested matches what is said of claims that others contradict.
var contested = re(`CONTESTED|\b(?:contradicted|disputed)\b`)

// A chapter is the parts of a report that are on one question, and the facts on it.
type chapter struct {
	parts  []int // indexes
	groups []group
}

// chapters returns the parts that are on each part of a compound question, then
// those on the whole.
func (w *writer) chapters() []chapter {
	at := map[string]int{}
	var all []chapter
	var about []question
	whole := chapter{groups: w.table.groups}
	for i, p := range w.task.Parts {
		m := ofPart.FindStringSubmatch(p.Key)
		if m == nil {
			whole.parts = append(whole.parts, i)
			continue
		}
		n, ok := at[m[1]]
		if !ok {
			n, at[m[1]] = len(all), len(all)
			all, about = append(all, chapter{}), append(about, question{})
		}
		all[n].parts = append(all[n].parts, i)
		if _, q, ok := strings.Cut(p.Title, ": "); ok && about[n].text == "" {
			about[n] = ask(q)
		}
	}
	if len(all) > 0 {
		for _, g := range whole.groups {
			n := nearest(about, g)
			all[n].groups = append(all[n].groups, g)
		}
	}
	return append(all, whole)
}

// ofPart matches the key of a part that is on one part of a compound question.
var ofPart = re(`-(\d+)$`)

// nearest returns the index of the question that a group bears on most.
func nearest(all []question, g group) int {
	best, at := 0.0, 0
	for i, q := range all {
		if on := q.covered(in(g.members[0].said.has)); on > best {
			best, at = on, i
		}
	}
	return at
}

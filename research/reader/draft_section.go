package reader

import (
	"cmp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// put adds a section of groups to a part, under the part's own title.
func (w *writer) put(i int, groups []group) { w.section(i, "", groups) }

// section adds a section of groups to a part. A part that does not come several
// times has one.
func (w *writer) section(i int, title string, groups []group) {
	if len(groups) == 0 {
		return
	}
	p := w.task.Parts[i]
	if title == "" && p.Title == "" {
		title = titled(p)
	}
	s := task.DraftSection{Part: p.Key, Title: title, Points: w.points(p, groups)}
	if n := len(w.sections[i]); n > 0 && (!p.Many || w.sections[i][n-1].Title == title) {
		w.sections[i][n-1].Points = append(w.sections[i][n-1].Points, s.Points...)
		return
	}
	w.sections[i] = append(w.sections[i], s)
}

// titled returns a title for a part that leaves it open.
func titled(p task.Part) string {
	if _, called, ok := strings.Cut(p.Guide, "Called: "); ok {
		return strings.TrimRight(called, ". ")
	}
	return "Findings"
}

// points states groups in the manner of a part: by date, by name, or strongest first.
func (w *writer) points(p task.Part, groups []group) []research.DraftPoint {
	out := []research.DraftPoint{}
	for _, g := range groups {
		out = append(out, w.point(p, g))
	}
	if mannerOf(p) == byDate {
		slices.SortStableFunc(out, func(a, b research.DraftPoint) int { return cmp.Compare(a.Label, b.Label) })
		if strings.Contains(p.Guide, "latest first") {
			slices.Reverse(out)
		}
	}
	return out
}

// point states a group: its best claim, and in the detail what its sources say.
func (w *writer) point(p task.Part, g group) research.DraftPoint {
	out := pointOf(g)
	switch mannerOf(p) {
	case byDate:
		out.Label = yearIn(&g.members[0].said)
	case byName:
		if names := actors(w.table.q, g.best().Claim); len(names) > 0 {
			out.Label = names[0]
		}
	case repeating:
		return out
	}
	switch {
	case capacity(p) > 1:
		out.Detail = finding(g).Evidence
	case strings.Contains(p.Guide, "paragraph"):
		out.Detail = stitched(nil, w.others(g), 4)
	}
	return out
}

// others returns the groups that the answer may be made of, but one.
func (w *writer) others(g group) []group {
	return slices.DeleteFunc(slices.Clone(w.main), func(o group) bool { return o.best().ID == g.best().ID })
}

// themes makes a section of each line of research that brought facts, the one with
// the strongest first; what further lines brought goes into the last.
func (w *writer) themes(i int, groups []group) {
	var lines []string
	for _, g := range groups {
		if l := w.table.lineOf(g); !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	own := lines
	if len(lines) > maxThemes {
		own = lines[:maxThemes-1]
	}
	for _, l := range own {
		title := cmp.Or(strings.TrimRight(strings.TrimSpace(l), ".?!"), "Findings")
		w.section(i, headed(title), w.take(groups, maxSection, func(g group) bool { return w.table.lineOf(g) == l }))
	}
	if len(lines) > len(own) {
		w.section(i, "Further findings", w.take(groups, maxSection, func(g group) bool { return !slices.Contains(own, w.table.lineOf(g)) }))
	}
}

// positions makes a section of each side of the first dispute that the facts are on.
func (w *writer) positions(i int, s chapter) {
	for _, d := range w.disputes {
		found := false
		for _, side := range d.Sides {
			groups := w.take(s.groups, maxSection, func(g group) bool { return slices.Contains(side.Claims, g.best().ID) })
			w.section(i, text.ClipWords(strings.TrimRight(side.Says, "."), 100), groups)
			found = found || len(groups) > 0
		}
		if found {
			return
		}
	}
}

package reader

import (
	"slices"
	"strings"

	"assay/research/task"
)

// A manner is how a part of a report is filled.
type manner uint8

const (
	plainly   manner = iota // with what nothing else takes, if it leads; else with nothing
	byDate                  // with what has a date, filed under it
	byName                  // with what has a name, filed under it
	inDoubt                 // with what speaks against the answer
	bySide                  // with each side of a dispute by itself
	repeating               // with what leads the report, once more
	spare                   // with central facts that nothing else takes
	fromAside               // with what looks at the topic from its side
)

// mannerOf says how a part is filled: by its key and title, and by what its guide
// says of labels.
func mannerOf(p task.Part) manner {
	name := ofPart.ReplaceAllString(p.Key, "") + " " + p.Title
	for _, r := range manners {
		if r.name != nil && r.name.MatchString(name) || r.guide != nil && r.guide.MatchString(p.Guide) {
			return r.manner
		}
	}
	if aspectOf(name) != nil {
		return fromAside
	}
	return plainly
}

// manners are tried in order.
var manners = []struct {
	name, guide *pattern
	manner      manner
}{
	{name: re(`(?i)^(takeaways?|overall|recommendations?)\b`), manner: repeating},
	{name: re(`(?i)^(more|confidence|gaps)\b`), manner: spare},
	{name: re(`(?i)^positions?\b`), manner: bySide},
	{name: re(`(?i)^(timeline|chronology)\b`), guide: re(`(?i)\blabel\w*\b.{0,40}\bdate`), manner: byDate},
	{name: re(`(?i)^(players|actors)\b`), guide: re(`(?i)\blabel\w*\b.{0,40}\bname`), manner: byName},
	{name: re(`(?i)\b(contrar\w+|controvers\w+|discrepanc\w+|dissent\w*|disput\w+|uncertain\w*|limitations?)\b`), manner: inDoubt},
}

// fill puts facts into the parts of a chapter: first those of the line of research
// that a part is called after. A few facts are then kept for the part that leads,
// special parts take what fits them, and the rest goes to the part that leads.
func (w *writer) fill(s chapter) {
	for _, i := range s.parts {
		title := w.task.Parts[i].Title
		w.put(i, w.take(s.groups, maxSection, func(g group) bool { return title != "" && w.table.lineOf(g) == title }))
	}
	lead := w.lead(s.parts)
	kept := w.kept(s, lead)
	for _, i := range s.parts {
		if i != lead {
			w.special(i, s, func(g group) bool { return !kept[g.best().ID] })
		}
	}
	switch {
	case lead >= 0 && w.task.Parts[lead].Many:
		w.themes(lead, w.free(s.groups))
	case lead >= 0:
		w.put(lead, w.take(s.groups, capacity(w.task.Parts[lead]), func(group) bool { return true }))
	}
	for _, i := range s.parts {
		switch mannerOf(w.task.Parts[i]) {
		case repeating:
			w.put(i, w.leaders(s))
		case spare:
			w.put(i, w.take(s.groups, maxLeading, func(g group) bool { return g.central() && !w.doubtful(g) }))
		}
	}
}

// special fills a part that asks for something special.
func (w *writer) special(i int, s chapter, may func(group) bool) {
	fits := func(g group) bool { return false }
	p, q := w.task.Parts[i], w.table.q
	switch mannerOf(p) {
	case byDate:
		fits = func(g group) bool { return may(g) && yearIn(&g.members[0].said) != "" }
	case byName:
		fits = func(g group) bool { return may(g) && hasPlayer(q, &g.members[0].said) }
	case inDoubt:
		fits = w.doubtful
	case bySide:
		w.positions(i, s)
		return
	case fromAside:
		view := aspectOf(ofPart.ReplaceAllString(p.Key, "") + " " + p.Title)
		fits = func(g group) bool { return may(g) && !w.doubtful(g) && view.fits(q, &g.members[0].said) }
	}
	w.put(i, w.take(s.groups, maxSection, fits))
}

// lead returns the index of the part that takes what no other does: the first
// that asks for nothing special, or looks at the topic from one side; -1 if there
// is none.
func (w *writer) lead(parts []int) int {
	for _, i := range parts {
		if m := mannerOf(w.task.Parts[i]); m == plainly || m == fromAside {
			return i
		}
	}
	for _, i := range parts {
		if m := mannerOf(w.task.Parts[i]); m != repeating && m != spare && m != bySide {
			return i
		}
	}
	return -1
}

// kept returns the facts that only the part that leads may have: the strongest,
// and others that no part files under a date or name.
func (w *writer) kept(s chapter, lead int) map[int]bool {
	out := map[int]bool{}
	if lead < 0 {
		return out
	}
	most := min(maxLeading, capacity(w.task.Parts[lead]), max(1, len(s.groups)/3))
	for _, g := range w.free(s.groups) {
		if len(out) < most && !w.doubtful(g) && (len(out) == 0 || !w.filed(s, g)) {
			out[g.best().ID] = true
		}
	}
	return out
}

// filed reports whether one of the parts files a group under its date or name.
func (w *writer) filed(s chapter, g group) bool {
	said := &g.members[0].said
	return slices.ContainsFunc(s.parts, func(i int) bool {
		m := mannerOf(w.task.Parts[i])
		return m == byDate && yearIn(said) != "" || m == byName && hasPlayer(w.table.q, said)
	})
}

// capacity is how many facts a section of a part takes.
func capacity(p task.Part) int {
	if strings.HasPrefix(p.Guide, "One point") {
		return 1
	}
	return maxSection
}

// doubtful reports whether a group is among those that speak against the answer.
func (w *writer) doubtful(g group) bool { return w.contrary[g.best().ID] }

// leaders returns the facts that lead the report: the strongest that are central,
// or if none is, the strongest.
func (w *writer) leaders(s chapter) []group {
	var central, sure []group
	for _, g := range s.groups {
		if !w.doubtful(g) {
			sure = append(sure, g)
			if g.central() {
				central = append(central, g)
			}
		}
	}
	if len(central) > 0 {
		sure = central
	}
	return sure[:min(maxLeading, len(sure))]
}

// free returns the groups that have no place yet.
func (w *writer) free(groups []group) []group {
	return slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return w.placed[g.best().ID] })
}

// take returns up to n groups without a place that fit, and gives them one.
func (w *writer) take(groups []group, n int, fits func(group) bool) []group {
	var out []group
	for _, g := range w.free(groups) {
		if len(out) < n && fits(g) {
			w.placed[g.best().ID] = true
			out = append(out, g)
		}
	}
	return out
}

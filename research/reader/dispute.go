package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/text"
)

// maxCompared is how many groups are held against each other: the strongest.
const maxCompared = 80

// conflict returns why two statements cannot both be right, if so. Each must be
// on what the other is on.
func conflict(a, b *statement) (string, bool) {
	if len(a.terms) == 0 || len(b.terms) == 0 || min(coverage(a.terms, in(b.has)), coverage(b.terms, in(a.has))) < 0.35 {
		return "", false
	}
	if rel := compare(a, b, nil); rel.bearing == contradicts {
		return rel.why, true
	}
	rel := compare(b, a, nil)
	return rel.why, rel.bearing == contradicts
}

// disputes returns what the material disagrees on: for each fact that others
// contradict, all that says so and all that says otherwise, the better sourced
// side first. A page does not dispute with itself, and unreliable sources alone
// make no side.
func (t *table) disputes() []research.Dispute {
	out := []research.Dispute{}
	groups := t.groups[:min(len(t.groups), maxCompared)]
	taken := make([]bool, len(groups))
	for i := range groups {
		if taken[i] {
			continue
		}
		var against []int
		for j := i + 1; j < len(groups); j++ {
			if !taken[j] && t.opposed(groups[i], groups[j]) {
				against = append(against, j)
			}
		}
		if len(against) > 0 {
			out = append(out, t.dispute(groups, taken, i, against))
		}
	}
	return out
}

// opposed reports whether two groups contradict each other.
func (t *table) opposed(a, b group) bool {
	x, y := t.by[a.best().ID], t.by[b.best().ID]
	_, ok := conflict(&a.members[0].said, &b.members[0].said)
	return ok && !a.isWorthless() && !b.isWorthless() && text.Canonical(x.URL) != text.Canonical(y.URL)
}

// dispute puts the groups that take part in one dispute on its sides: i, those
// that contradict it, and those that contradict the strongest of these.
func (t *table) dispute(groups []group, taken []bool, i int, against []int) research.Dispute {
	with := []int{i}
	for j := range groups {
		if j != i && !taken[j] && !slices.Contains(against, j) && t.opposed(groups[against[0]], groups[j]) {
			with = append(with, j)
		}
	}
	for _, j := range append(slices.Clone(with), against...) {
		taken[j] = true
	}
	a, b := side(groups, with), side(groups, against)
	if weightOf(groups, against) > weightOf(groups, with) {
		a, b = b, a
	}
	first, second := &groups[i].members[0].said, &groups[against[0]].members[0].said
	return research.Dispute{About: t.matter(first, second), Why: t.difference(a, b, first, second), Sides: []research.Side{a, b}}
}

// side states a side of a dispute by its best sourced group.
func side(groups []group, of []int) research.Side {
	best := groups[of[0]]
	out := research.Side{Claims: []int{}}
	for _, i := range of {
		if trust(groups[i].grade()) > trust(best.grade()) {
			best = groups[i]
		}
		out.Claims = append(out.Claims, groups[i].ids()...)
	}
	out.Says = best.says()
	return out
}

// weightOf returns how much the groups' sources count together.
func weightOf(groups []group, of []int) float64 {
	sum := 0.0
	for _, i := range of {
		sum += groups[i].sure()
	}
	return sum
}

// shared names what two statements are both about, in up to six words.
func shared(a, b *statement) string {
	var out []string
	seen := map[string]bool{}
	for _, t := range a.tokens {
		if t.term == "" || !b.has[t.term] || weak[t.term] || seen[t.term] || t.kind == number || len(out) == 6 {
			continue
		}
		seen[t.term] = true
		out = append(out, a.text[t.start:min(len(a.text), t.start+len(t.word))])
	}
	if len(out) == 0 {
		return "“" + text.ClipWords(a.text, 60) + "”"
	}
	return "“" + strings.Join(out, " ") + "”"
}

// matter names what a dispute is about: the question, if it is a yes-or-no
// question on just that, or what the two statements share.
func (t *table) matter(a, b *statement) string {
	if t.q.form == yesno && stanceOn(t.q, a, "")*stanceOn(t.q, b, "") < 0 {
		return "“" + strings.TrimRight(t.q.text, "?!. ") + "”"
	}
	return shared(a, b)
}

// difference says in a sentence why the sides may differ.
func (t *table) difference(a, b research.Side, first, second *statement) string {
	how := "one side denies what the other says"
	if q, p, ok := numbersDiffer(first.numbers, second.numbers); ok {
		how = fmt.Sprintf("they give different figures (%s and %s)", q, p)
	} else if len(first.denials) == 0 && len(second.denials) == 0 {
		if _, ok := contrary(first, second); ok {
			how = "they say contrary things"
		}
	}
	x, y := t.newest(a.Claims), t.newest(b.Claims)
	g, h := t.bestGrade(a.Claims), t.bestGrade(b.Claims)
	switch {
	case x > 0 && y > 0 && (x >= y+stale || y >= x+stale):
		return fmt.Sprintf("%s; their sources are of different years, %d and %d.", capital(how), x, y)
	case g != h:
		return fmt.Sprintf("%s; their sources are of different kinds, %s and %s.", capital(how), gradeNames[g], gradeNames[h])
	}
	return capital(how) + "; nothing in the sources says why."
}

// newest returns the year of the newest source of claims, or 0.
func (t *table) newest(ids []int) int {
	year := 0
	for _, id := range ids {
		year = max(year, yearOf(t.by[id].Published))
	}
	return year
}

// bestGrade returns the best grade of the claims' sources.
func (t *table) bestGrade(ids []int) research.SourceGrade {
	best := t.by[ids[0]].Grade
	for _, id := range ids[1:] {
		if trust(t.by[id].Grade) > trust(best) {
			best = t.by[id].Grade
		}
	}
	return best
}

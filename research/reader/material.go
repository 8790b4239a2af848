package reader

import (
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// A table has the material on a question laid out: by number, and by fact, the
// strongest facts first.
type table struct {
	q      question
	groups []group
	by     map[int]task.Material
}

// lay lays out material. A number that comes twice is laid out once.
func lay(q question, all []task.Material) *table {
	t := &table{q: q, by: map[int]task.Material{}}
	var claims []task.Survivor
	for _, m := range all {
		if _, twice := t.by[m.ID]; twice || strings.TrimSpace(m.Claim) == "" {
			continue
		}
		t.by[m.ID] = m
		claims = append(claims, task.Survivor{
			ID: m.ID, Claim: m.Claim, Quote: m.Quote, Importance: m.Importance,
			Title: m.Title, Site: siteOf(m), Grade: m.Grade, Published: m.Published,
		})
	}
	t.groups = grouped(q, claims)
	for _, g := range t.groups {
		for i, m := range g.members {
			g.members[i].backed = several.MatchString(t.by[m.ID].Standing)
		}
	}
	return t
}

// several matches what is said of a claim that more sources than one make.
var several = re(`(?i)\b(?:[2-9]|\d{2,}|two|three|four|five|six|several) independent sources`)

// siteOf returns who stands behind material.
func siteOf(m task.Material) string {
	if s := text.Site(m.URL); s != "" {
		return s
	}
	return m.URL
}

// ids returns the numbers of a group's claims, the best first.
func (g group) ids() []int {
	out := []int{}
	for _, m := range g.members {
		out = append(out, m.ID)
	}
	return out
}

// says returns what a group states, in the words of its best claim.
func (g group) says() string { return sentence(g.best().Claim) }

// grade returns the best grade among a group's sources.
func (g group) grade() research.SourceGrade {
	best := g.best().Grade
	for _, m := range g.members {
		if trust(m.Grade) > trust(best) {
			best = m.Grade
		}
	}
	return best
}

// central reports whether the answer hangs on one of a group's claims.
func (g group) central() bool {
	return slices.ContainsFunc(g.members, func(m member) bool { return m.Importance == research.Central })
}

// sure returns from 0 to 1 how sure the sites behind a group make it: each takes
// away a share of the doubt that is left.
func (g group) sure() float64 {
	best := map[string]float64{}
	var order []string
	for _, m := range g.members {
		if _, ok := best[m.Site]; !ok {
			order = append(order, m.Site)
		}
		best[m.Site] = max(best[m.Site], 0.7*trust(m.Grade))
	}
	doubt := 1.0
	for _, s := range order {
		doubt *= 1 - best[s]
	}
	return min(0.95, float64(int((1-doubt)*100+0.5))/100)
}

// good reports whether a source of the grade is edited or first-hand.
func good(g research.SourceGrade) bool { return g == research.Primary || g == research.Secondary }

// lineOf returns the line of research that brought a group's best claim.
func (t *table) lineOf(g group) string { return t.by[g.best().ID].Line }

// isWorthless reports whether nobody but unreliable sources says what a group says.
func (g group) isWorthless() bool { return g.grade() == research.Unreliable }

// homes are the words of the material's sites: what all of their pages are about.
func (t *table) homes() map[string]bool {
	var sites []string
	for _, g := range t.groups {
		for _, m := range g.members {
			sites = append(sites, m.Site)
		}
	}
	return wordsIn(sites...)
}

// wordsIn returns the words of names.
func wordsIn(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		for _, w := range tokenize(n) {
			out[w.word] = true
		}
	}
	return out
}

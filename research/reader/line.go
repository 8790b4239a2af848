package reader

import (
	"maps"
	"strings"
)

// A line is one line of research on a question.
type line struct {
	goal question // the words that say what it is about; no terms if they say no more than which side it looks from
	own  []string // terms of goal that the question does not have
	view *aspect  // the side from which it looks, or nil
}

// line reads a goal. Words that say how to look, not for what, are left out
// unless the question has them.
func (t topic) line(goal string) (line, bool) {
	g := ask(goal)
	l := line{view: aspectOf(goal)}
	if aspectOf(t.text) == l.view {
		l.view = nil // it is what the question is about
	}
	var words, terms []string
	for _, w := range g.words {
		low := strings.ToLower(w)
		term := termOf(low)
		if term == "" || (guiding[term] || low == "view" || low == "views") && !t.said.has[term] {
			continue
		}
		words, terms = append(words, w), append(terms, term)
		if !t.said.has[term] {
			l.own = append(l.own, term)
		}
	}
	g.words, g.said.terms = words, terms
	l.goal = g
	return l, len(terms) > 0 || l.view != nil
}

// bearing is that of a statement on one line, given how much it is on the question.
func (l line) bearing(q question, s *statement, title map[string]bool, on float64) float64 {
	if l.view != nil && l.view.strict && len(l.own) == 0 && !l.view.fits(q, s) {
		return 0
	}
	if len(l.goal.said.terms) == 0 {
		return enough(q, s, on)
	}
	goal := onTopic(l.goal, s, title)
	if len(l.own) == 0 && goal >= 0.3 && l.goal.leads(s) {
		return max(0.6, 0.4*on+0.6*goal) // it is about one of the things that the question lists
	}
	if goal = enough(l.goal, s, goal); goal == 0 || len(l.own) > 0 && (q.covered(in(s.has)) < leastTied || coverage(l.own, in(s.has)) == 0) {
		return 0
	}
	return 0.4*on + 0.6*goal
}

// leastTied is the share of the question's terms that a statement on something
// else, which a line is about, must have.
const leastTied = 0.12

// framing are terms of what methods and the reader write around goals and
// questions: they say how to look, not for what.
var framing = index(termsOf(`find found source page question answer previous goal research direction follow line side sides look settle learn
	known know relate related relation query queries brought nothing used use try word words kind other others disagree differ conflict say
	said tell report left open gap evidence claim subtopic topic scope angle branch independent confirm check verify best good
	additional better missing still exist important matter overview work what information detail details summary far cover covers
	affect understand identify determine include including round task brief explore deeper deep dive
	raise raises finding findings branches connect contradict asker credible opposing read angle below against
	part list goes else note please want interested mainly rather
	whole figure condition counter argument limit first reading miss speak strong strongest hold`))

// guiding are those, and the terms by which the reader's own plans say from which
// side they look.
var guiding = guidingTerms()

func guidingTerms() map[string]bool {
	out := maps.Clone(framing)
	for _, f := range allFacets() {
		for _, t := range termsOf(f.label + " " + f.extra + " " + f.rationale) {
			out[t] = true
		}
	}
	return out
}

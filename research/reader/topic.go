package reader

import "strings"

// A topic is what is looked for: a question, and within it what lines of
// research are to find out.
type topic struct {
	question
	lines []line
}

// about returns the topic of a question and the goal of a line of research on
// it. Goals of several lines may be joined by dashes.
func about(text, goal string) topic {
	t := topic{question: ask(text)}
	t.heed(quotations.ReplaceAllString(goal, " "))
	if len(t.lines) == 0 {
		t.heed(goal)
	}
	return t
}

// heed adds the lines of a goal.
func (t *topic) heed(goal string) {
	for _, g := range strings.Split(goal, " – ") {
		if l, ok := t.line(g); ok {
			t.lines = append(t.lines, l)
		}
	}
}

// quotations matches what a goal quotes: a finding that led to it, not what it is.
var quotations = re(`[“"][^”"]{12,}[”"]`)

// has reports whether the question has all terms of a phrase.
func (q question) has(phrase string) bool {
	for _, t := range termsOf(phrase) {
		if !q.said.has[t] {
			return false
		}
	}
	return true
}

// asked reports whether the question or a goal has all terms of a phrase.
func (t topic) asked(phrase string) bool {
	for _, l := range t.lines {
		if l.goal.has(phrase) {
			return true
		}
	}
	return t.has(phrase)
}

// bearing returns how much a statement bears on the topic, from 0 to 1, and 0 if
// it does not bear on it enough to be taken. title holds the terms of the
// page's title and address.
func (t topic) bearing(s *statement, title map[string]bool) float64 {
	on := onTopic(t.question, s, title)
	if len(t.lines) == 0 {
		return enough(t.question, s, on)
	}
	best := 0.0
	for _, l := range t.lines {
		best = max(best, l.bearing(t.question, s, title, on))
	}
	return best
}

// enough returns on, the share of q's terms that a statement has, or 0 if that is
// too little.
func enough(q question, s *statement, on float64) float64 {
	least := leastTopical
	if len(q.said.terms) > 8 {
		least = 0.35 // a long goal names more than any one sentence says
	}
	if on < least || unrelatedTo(q, s) {
		return 0
	}
	return on
}

// discount lets the question's terms among words count little: all sources are
// from one site that is about these.
func (t topic) discount(words map[string]bool) {
	for w := range words {
		if term := termOf(w); t.heft[term] > 0 {
			t.heft[term] *= 0.3
		}
	}
}

// worth says how much a statement deserves to be taken, but for how typical it is
// of its page: by its bearing on the topic, given as on, and its form.
func (t topic) worth(s *statement, on float64, home string) float64 {
	answer, precise := answers(t.question, s, home), t.precision(s)
	for _, l := range t.lines {
		if l.goal.form != open {
			answer = max(answer, answers(l.goal, s, home))
		}
		precise = max(precise, l.goal.precision(s))
	}
	if len(t.said.terms) == 1 && t.form == open {
		precise = 0 // what is short about a single word says little of it
	}
	worth := 0.45*on + 0.25*answer + 0.25*precise
	if t.named(s.text) {
		worth += 0.1
	}
	if t.form == open && t.leads(s) {
		worth += 0.15
	}
	return worth * t.fit(s)
}

// leads reports whether a statement opens with one of the question's terms: it is
// about that, and does not just touch on it.
func (q question) leads(s *statement) bool {
	return len(s.terms) > 0 && q.said.has[s.terms[0]]
}

// fit is what a statement's worth is multiplied with for the sides from which the
// lines look: more than 1 if it fits one of them, less if a line is no more than
// that side.
func (t topic) fit(s *statement) float64 {
	out := 1.0
	for _, l := range t.lines {
		switch {
		case l.view == nil:
		case l.view.fits(t.question, s):
			return 1.2
		case len(l.goal.said.terms) == 0 && l.view == basics:
			out = 0.9
		case len(l.goal.said.terms) == 0:
			out = 0.65
		}
	}
	return out
}

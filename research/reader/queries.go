package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research/task"
	"assay/research/text"
)

// maxQueryWords is how many key words a query has at most, without those that
// tie it to the question.
const maxQueryWords = 8

// queries plans what to search for next on a line: one query for each direction,
// then the line's own, its goal's, and the question from other sides, until there
// are enough. No query repeats one that was made.
func queries(t *task.QueriesTask) task.Queries {
	q := ask(t.Question)
	s := &searches{asked: map[string]bool{}, least: max(t.Min, 1), most: max(t.Max, t.Min, 1), out: []task.PlannedQuery{}}
	for _, a := range t.Asked {
		s.asked[sameQuery(a)] = true
	}
	own := sideWord(t.Line.Query, q)
	for i, d := range t.Directions {
		if words := pointed(d); len(words) > 0 {
			s.add(tied(words, q)+own, "Finds out: "+text.ClipWords(d, 200), i+1)
		}
	}
	s.add(t.Line.Query, purpose(t), 0)
	s.around(t, q)
	return task.Queries{Queries: s.out}
}

// sideWord returns the first word of a line's query that the question does not
// have, behind a space: lines that follow the same direction each look from their
// side.
func sideWord(query string, q question) string {
	for _, w := range ask(query).words {
		if term := termOf(strings.ToLower(w)); guiding[term] && !q.said.has[term] {
			return " " + w
		}
	}
	return ""
}

// searches are queries that are planned together.
type searches struct {
	asked       map[string]bool
	least, most int
	out         []task.PlannedQuery
}

// add plans a query unless there are enough or it was made.
func (s *searches) add(query, goal string, direction int) {
	query = strings.Join(strings.Fields(query), " ")
	if key := sameQuery(query); key != "" && !s.asked[key] && len(s.out) < s.most {
		s.asked[key] = true
		s.out = append(s.out, task.PlannedQuery{Query: query, Goal: goal, Direction: direction})
	}
}

// around plans the query of the goal's words, and those that look at the line and
// the question from other sides.
func (s *searches) around(t *task.QueriesTask, q question) {
	topic := about(t.Question, t.Goal)
	for _, l := range topic.lines {
		if len(l.own) > 0 {
			s.add(tied(l.goal.keywords(maxQueryWords), q), purpose(t), 0)
		}
	}
	if len(t.Directions) > 0 {
		s.deeper(t, q)
	}
	s.sides(t, topic)
	s.deeper(t, q)
	s.pairs(q)
}

// wanted reports whether more queries are needed, not just allowed.
func (s *searches) wanted() bool { return len(s.out) < s.least }

// sides looks at the line, or at the question if the line is the question from one
// side, from all sides.
func (s *searches) sides(t *task.QueriesTask, topic topic) {
	from := ask(t.Line.Query)
	if len(from.words) == 0 || from.has(strings.Join(topic.question.words, " ")) {
		from = topic.question
	}
	for _, f := range suited(sidesOf(topic.form), topic) {
		if s.wanted() && f.extra != "" {
			s.add(query(from, f), f.rationale, 0)
		}
	}
}

// deeper goes after what stands out in what is known.
func (s *searches) deeper(t *task.QueriesTask, q question) {
	said := make([]statement, len(t.Known))
	for i, k := range t.Known {
		said[i] = parse(k)
	}
	for _, p := range salient(t.Known, said, q.has) {
		if s.wanted() {
			asks := p.question(q)
			s.add(tied(pointed(asks), q), "Finds out: "+asks, 0)
		}
	}
}

// pairs looks at the question from two sides at once, when everything else was
// searched for.
func (s *searches) pairs(q question) {
	all := sidesOf(q.form)
	for i, a := range all {
		for _, b := range all[i+1:] {
			if s.wanted() && a.extra != "" {
				s.add(query(q, a)+" "+b.extra, a.rationale+" "+b.rationale, 0)
			}
		}
	}
}

// suited puts those ways of looking first that are the goal's.
func suited(sides []facet, t topic) []facet {
	var first, rest []facet
	for _, f := range sides {
		view := aspectOf(f.label)
		if view != nil && slices.ContainsFunc(t.lines, func(l line) bool { return l.view == view }) {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}

// purpose is what a query on the line is for.
func purpose(t *task.QueriesTask) string {
	for _, s := range []string{t.Goal, t.Line.Rationale, t.Line.Label} {
		if strings.TrimSpace(s) != "" {
			return sentence(text.ClipWords(s, 240))
		}
	}
	return fmt.Sprintf("Finds pages on the question: %s", t.Question)
}

// pointed returns the key words of a direction that say what to look for, not how
// to.
func pointed(direction string) []string {
	if m := aboutThing.FindStringSubmatch(direction); m != nil {
		return strings.Fields(m[1])
	}
	if slices.ContainsFunc(allFacets(), func(f facet) bool { return f.rationale == direction }) {
		return nil // a side of the question, and all of it
	}
	var out []string
	for _, w := range ask(unquoted(direction)).words {
		if term := termOf(strings.ToLower(w)); term != "" && !framing[term] && len(out) < maxQueryWords {
			out = append(out, w)
		}
	}
	return out
}

// aboutThing matches the reader's own follow-up questions, and what they ask about.
var aboutThing = re(`^What (?:is known about|links) (?:the |a |an )?(.{2,60}?)(?: and [^,]+)?\?$`)

// tied returns a query of key words, with words that tie it to the question.
func tied(words []string, q question) string {
	out := words[:len(words):len(words)]
	have := index(termsOf(strings.Join(words, " ")))
	for _, w := range q.anchor() {
		if !have[termOf(strings.ToLower(w))] {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// maxOpen is how many lines a plan spends on what an earlier report left open.
const maxOpen = 3

// split plans lines of research on a question, between Min and Max of them: what
// an earlier report left open, the parts that the question is made of, and the
// sides from which it can be looked at.
func split(t *task.SplitTask) research.Plan {
	p := &planner{q: ask(t.Question), into: t.Into, given: given(t.Question, t.Answers), lines: []research.Angle{}, asked: map[string]bool{}}
	p.most = max(usual(t), t.Min, 1)
	p.takeUp(t.Open)
	p.parts(t)
	p.look(len(t.Premises) > 0)
	return research.Plan{Summary: p.summary(), Angles: p.lines}
}

// usual is how many lines are wanted: as many as there may be, but five angles,
// and four branches, which leaves some for the map.
func usual(t *task.SplitTask) int {
	n := map[string]int{"subtopics": t.Max, "sub-questions": t.Max, "branches": 4}[t.Into]
	if n == 0 {
		n = 5
	}
	if t.Max > 0 {
		n = min(n, t.Max)
	}
	return n
}

// A planner lays out lines of research, no two with the same query.
type planner struct {
	q     question
	into  string
	given []string // key words that the asker added
	most  int
	lines []research.Angle
	sides []string // from which the question as a whole is looked at
	asked map[string]bool
}

// given returns the key words of an asker's answers that the question lacks, six
// at most.
func given(text string, answers []research.Clarified) []string {
	q := ask(text)
	var out []string
	for _, a := range answers {
		for _, w := range ask(a.Answer).words {
			if t := termOf(strings.ToLower(w)); t != "" && !q.said.has[t] && !framing[t] && len(out) < 6 {
				q.said.has[t] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// add adds a line unless there are enough or its query was planned.
func (p *planner) add(label, query, rationale string) bool {
	query = strings.Join(append(strings.Fields(query), p.given...), " ")
	if key := sameQuery(query); len(p.lines) < p.most && key != "" && !p.asked[key] {
		p.asked[key] = true
		p.lines = append(p.lines, research.Angle{Label: label, Query: query, Rationale: rationale})
		return true
	}
	return false
}

// takeUp plans lines for questions that an earlier report left open. One line is
// left for the question itself.
func (p *planner) takeUp(left []string) {
	for _, o := range left[:min(len(left), maxOpen)] {
		words := pointed(o)
		if len(words) > 1 && len(p.lines) < p.most-1 {
			p.add(named(words, p.q), strings.Join(words, " "), "Takes up what an earlier report left open: "+text.ClipWords(o, 200))
		}
	}
}

// parts plans a line for each part of a compound question.
func (p *planner) parts(t *task.SplitTask) {
	parts := t.Parts
	if len(parts) == 0 {
		parts = partsOf(t.Question)
	}
	for _, s := range parts {
		words := ask(s.Question).words
		words = words[:min(12, len(words))]
		p.add(named(words, question{}), strings.Join(words, " "), "Answers this part of the question: "+text.ClipWords(s.Question, 200))
	}
	if p.into != "subtopics" && p.into != "sub-questions" || len(parts) > 0 {
		return
	}
	things, rest := enumerated(p.q.text)
	for _, thing := range things {
		words := ask(thing + " " + rest).keywords(8)
		p.add(named(words, question{}), strings.Join(words, " "), fmt.Sprintf("Only %s, not what else the question lists.", thing))
	}
}

// look plans lines that look at the whole question from one side each. What the
// key terms mean is known if an earlier report is built on.
func (p *planner) look(known bool) {
	sides := sidesOf(p.q.form)
	if p.into == "branches" {
		sides = branches
	}
	for _, f := range sides {
		if known && f == background {
			continue
		}
		if p.add(f.label, query(p.q, f), f.rationale) {
			p.sides = append(p.sides, strings.ToLower(f.label[:1])+f.label[1:])
		}
	}
}

// summary says how the question was split.
func (p *planner) summary() string {
	kind := formNames[p.q.form]
	switch n := len(p.lines) - len(p.sides); {
	case len(p.sides) == 0:
		return fmt.Sprintf("Read by rules as %s; searched part by part.", kind)
	case n > 0:
		return fmt.Sprintf("Read by rules as %s; %s of its parts, and searched from %s: %s.", kind, spelled(n), ways(len(p.sides)), strings.Join(p.sides, ", "))
	}
	return fmt.Sprintf("Read by rules as %s; searched from %s: %s.", kind, ways(len(p.sides)), strings.Join(p.sides, ", "))
}

func ways(n int) string { return fmt.Sprintf("%d %s", n, verb(n, "side", "sides")) }

// query returns the question's key words with the words of the facet behind
// them, never more of those than would drown the question.
func query(q question, f facet) string {
	words := q.words[:min(12, len(q.words))]
	if len(words) == 0 {
		words = strings.Fields(strings.Trim(q.text, "?!. "))
	}
	extra := strings.Fields(f.extra)
	extra = extra[:min(len(extra), max(1, len(words)/2))]
	if f.extra == "" {
		extra = nil
	}
	for _, e := range extra {
		if !q.said.has[termOf(e)] {
			words = append(words[:len(words):len(words)], e)
		}
	}
	return strings.Join(words, " ")
}

var formNames = map[form]string{
	open: "a topic", yesno: "a yes-or-no question", define: "a question for a definition or fact", how: "a question of how something works",
	why: "a question of causes", when: "a question of dates", who: "a question of persons", amount: "a question of amounts", compared: "a comparison",
}

package simulator

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"assay/research"
	"assay/research/task"
)

// How the simulated model plans.

var (
	evidenceFacets = []research.Angle{
		{Label: "Primary evidence", Query: "original study measurements", Rationale: "Finds who measured it first."},
		{Label: "Independent review", Query: "independent review comparison", Rationale: "Finds who checked it since."},
		{Label: "Criticism and limits", Query: "criticism limitations dispute", Rationale: "Finds who disagrees and why."},
		{Label: "Recent changes", Query: "latest update revised", Rationale: "Finds what has changed since."},
		{Label: "Numbers and scale", Query: "statistics figures data", Rationale: "Finds how much and how many."},
		{Label: "History and origin", Query: "history origin timeline", Rationale: "Finds how it came about."},
	}
	topicFacets = []research.Angle{
		{Label: "Fundamentals", Query: "basics definition principle", Rationale: "Explains what it is and how it works."},
		{Label: "Key players", Query: "organisations people involved", Rationale: "Shows who shapes it."},
		{Label: "Timeline", Query: "history milestones dates", Rationale: "Shows what happened when."},
		{Label: "Controversies", Query: "dispute criticism debate", Rationale: "Shows what is contested."},
		{Label: "Applications", Query: "uses practice examples", Rationale: "Shows what it is good for."},
		{Label: "Economics", Query: "cost market funding", Rationale: "Shows who pays and who earns."},
		{Label: "Regulation", Query: "law rules standards", Rationale: "Shows what is allowed."},
		{Label: "Regions compared", Query: "countries comparison differences", Rationale: "Shows where it differs."},
		{Label: "Measurement", Query: "methods measurement accuracy", Rationale: "Shows how it is known."},
		{Label: "Outlook", Query: "forecast future plans", Rationale: "Shows what is expected."},
	}

	anything = regexp.MustCompile(``)
	query    = regexp.MustCompile(`(?i)\bquer|\bsearch`)
	branches = regexp.MustCompile(`(?i)\bbranches\b`)
)

// clarify finds every question clear.
func (s *ModelServer) clarify(string, *rand.Rand) any {
	return &task.Clarity{Questions: []string{}}
}

// split gives as many lines as the prompt asks for, as near to Angles as that
// allows; or, without Angles, what is typical, the most that is asked for, or 5.
func (s *ModelServer) split(prompt string, _ *rand.Rand) any {
	facets := evidenceFacets
	if branches.MatchString(instructions(prompt)) {
		facets = topicFacets
	}
	question := questionOf(prompt)
	p := &research.Plan{Summary: "The question was split by kind of evidence: " + question, Angles: []research.Angle{}}
	want := countIn(prompt, anything)
	for i := range want.of(s.Angles, cmp.Or(want.most, 5)) {
		a := facets[i%len(facets)]
		if round := i / len(facets); round > 0 {
			a.Label += fmt.Sprintf(" %d", round+1)
			a.Query += fmt.Sprintf(" part %d", round+1)
		}
		a.Query = strings.TrimSpace(keywords(question) + " " + a.Query)
		p.Angles = append(p.Angles, a)
	}
	return p
}

var word = regexp.MustCompile(`[\pL\pN]{4,}`)

// keywords returns up to six words of a question, of four letters or more.
func keywords(question string) string {
	words := word.FindAllString(strings.ToLower(question), 6)
	return strings.Join(words, " ")
}

// queries gives three queries, or as many as the prompt asks for, along its
// numbered directions. They differ by whatever the prompt says.
func (s *ModelServer) queries(prompt string, r *rand.Rand) any {
	n := countIn(prompt, query).of(0, 3)
	directions := resultsOf(prompt)
	q := &task.Queries{Queries: []task.PlannedQuery{}}
	first := r.IntN(len(evidenceFacets))
	for i := range n {
		f := evidenceFacets[(first+i)%len(evidenceFacets)]
		planned := task.PlannedQuery{
			Query: strings.TrimSpace(keywords(questionOf(prompt)) + " " + f.Query + " " + mark(r)),
			Goal:  f.Rationale,
		}
		if len(directions) > 0 {
			planned.Direction = directions[i%len(directions)].n
		}
		q.Queries = append(q.Queries, planned)
	}
	return q
}

// mark makes a query one that was not made before: a word without digits, so
// that it is never taken for a year.
func mark(r *rand.Rand) string {
	return oneOf(r, "northern", "coastal", "rural", "urban", "national", "regional") + " " +
		oneOf(r, "survey", "census", "register", "archive", "report", "review", "trial", "audit")
}

// classify calls the question what QuestionType says. A question with several
// question marks is compound, and its parts are of types in turn.
func (s *ModelServer) classify(prompt string, _ *rand.Rand) any {
	c := &research.Classification{
		Type:  cmp.Or(s.QuestionType, research.ContestedQuestion),
		Parts: []research.SubQuestion{},
		Why:   "The words of the question say so.",
	}
	asked := strings.Split(questionOf(prompt), "?")
	for i, part := range asked[:len(asked)-1] {
		if len(asked) > 2 {
			kind := research.QuestionTypes[i%len(research.QuestionTypes)]
			c.Parts = append(c.Parts, research.SubQuestion{Question: strings.TrimSpace(part) + "?", Type: kind})
		}
	}
	return c
}

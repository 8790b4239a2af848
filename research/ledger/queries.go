package ledger

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const maxKnown = 10 // things learned that whoever plans queries is told

// queries returns what to search for on a subtopic in this round, one to three
// queries. In the first round the plan's own query, which the asker may have
// changed, is among them. Queries that were settled once stay as they are: a
// retry that knows more does not search anew.
func (l *ledger) queries(ctx context.Context, s *subtopic) []string {
	var out []string
	if l.round == 1 {
		out = l.fit(s, out, s.Query)
	}
	what := fmt.Sprintf("queries of round %d on subtopic %d: %s", l.round, s.N, s.name())
	planned, err := engine.Keep(ctx, l.run, what, func() ([]string, error) { return l.plan(ctx, s, maxQueries-len(out)) })
	if err != nil {
		return out // without new ones the plan's own must do
	}
	return l.fit(s, out, planned...)
}

// plan asks for up to most new queries on a subtopic.
func (l *ledger) plan(ctx context.Context, s *subtopic, most int) ([]string, error) {
	in := &task.QueriesTask{
		Question: l.run.Question, Today: l.run.Today(), Line: s.Angle, Goal: s.scope(),
		Directions: s.directions(), Known: s.known(), Asked: s.asked, Min: 1, Max: most,
	}
	if l.round == 1 {
		in.Asked = []string{s.Query}
	}
	t := prompts.Task("planner", task.NameQueries, in)
	t.Mend = true
	got, err := engine.Ask[task.Queries](ctx, l.run, t)
	var out []string
	for _, q := range got.Queries {
		out = append(out, q.Query)
	}
	return out, err
}

// directions are what the next queries should go after.
func (s *subtopic) directions() []string {
	if s.assessed == nil {
		return nil
	}
	out := slices.Clone(s.assessed.Open)
	for _, d := range s.assessed.Conflicts {
		out = append(out, "Sources disagree on "+d.About+". Find what settles it.")
	}
	if len(s.evidence) == 0 {
		out = append(out, "The queries so far brought nothing that could be used. Try other words, or another kind of source.")
	}
	return out
}

// known is what the evidence on a subtopic says so far.
func (s *subtopic) known() []string {
	var out []string
	for _, c := range s.evidence[:min(len(s.evidence), maxKnown)] {
		out = append(out, c.Text)
	}
	return out
}

// fit adds those of more to a round's queries that are new, up to three in all,
// without stale years.
func (l *ledger) fit(s *subtopic, queries []string, more ...string) []string {
	for _, q := range more {
		fresh, stale := unstale(gather.Strip(q), l.named(), l.run.Today())
		if fresh == "" || len(queries) == maxQueries || has(queries, fresh) || has(s.asked, fresh) {
			continue
		}
		if len(stale) > 0 {
			s.note("“%s” was searched without %s: the question names no such year.", strings.Join(strings.Fields(q), " "), strings.Join(stale, ", "))
		}
		queries = append(queries, fresh)
	}
	return queries
}

// named is where a year must stand to be searched for: in the question, or in
// what the asker added to it.
func (l *ledger) named() string {
	text := l.run.Question
	for _, a := range l.brief.Answers {
		text += " " + a.Answer
	}
	return text
}

var digits = regexp.MustCompile(`\d+`)

// unstale takes the years before the current one out of a query that named does
// not have. A model that learned from old texts takes an old year for now.
func unstale(query, named, today string) (fresh string, stale []string) {
	var kept []string
	for word := range strings.FieldsSeq(query) {
		years := yearsIn(word, today)
		if len(years) == 0 || slices.ContainsFunc(years, func(y string) bool { return strings.Contains(named, y) }) {
			kept = append(kept, word)
			continue
		}
		stale = append(stale, years...)
	}
	return strings.Join(kept, " "), stale
}

// yearsIn returns the years before the current one that a word consists of:
// "2023", "(2019–2021)". Years before 1990 are history, or no years at all.
func yearsIn(word, today string) []string {
	if strings.Trim(word, "0123456789()[]\"'“”,.;:/–-") != "" {
		return nil
	}
	now, _ := strconv.Atoi(today[:4])
	numbers := digits.FindAllString(word, -1)
	for _, n := range numbers {
		if y, err := strconv.Atoi(n); err != nil || y < 1990 || y >= now {
			return nil
		}
	}
	return numbers
}

// has reports whether one of the queries is q, whatever its case.
func has(queries []string, q string) bool {
	return slices.ContainsFunc(queries, func(o string) bool { return strings.EqualFold(o, q) })
}

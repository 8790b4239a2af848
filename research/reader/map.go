package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
)

const (
	maxBranches = 6 // on a map
	maxDives    = 4
	maxKeys     = 3
)

// chart says where one could go from what was explored: branches that were
// offered and not taken, ways into the topic that nobody offered yet, and what
// stands out in the findings.
func chart(t *research.MapTask) research.MapDraft {
	q := ask(t.Question)
	table := lay(q, t.Claims)
	out := research.MapDraft{Available: available(t, q), Dives: dives(t, table), KeyFindings: []research.DraftPoint{}}
	for _, g := range table.groups {
		if len(out.KeyFindings) < maxKeys && !g.isWorthless() {
			out.KeyFindings = append(out.KeyFindings, pointOf(g))
		}
	}
	return out
}

// available lists the branches that could be explored, none that was.
func available(t *research.MapTask, q question) []research.Preview {
	out := []research.Preview{}
	gone := map[string]bool{}
	for _, b := range t.Explored {
		gone[strings.ToLower(b.Label)] = true
	}
	add := func(label, query, preview string) {
		if key := strings.ToLower(label); label != "" && !gone[key] && len(out) < maxBranches {
			gone[key] = true
			out = append(out, research.Preview{Label: label, Query: query, Preview: preview})
		}
	}
	for _, a := range t.Available {
		preview := sentence(a.Rationale)
		if preview == "" {
			preview = fmt.Sprintf("What sources say about %s.", strings.Join(ask(a.Query).keywords(6), " "))
		}
		add(a.Label, a.Query, preview)
	}
	for _, f := range branches {
		add(f.label, query(q, f), f.rationale)
	}
	return out
}

// dives asks what the findings raise: why sources differ, and what is known of
// the things that stand out in them.
func dives(t *research.MapTask, table *table) []research.Dive {
	out := []research.Dive{}
	for _, d := range table.disputes() {
		if len(out) < maxDives-2 {
			out = append(out, research.Dive{
				Question: fmt.Sprintf("Why do sources differ on %s?", d.About), Because: table.raises(d),
				Query: strings.Join(ask(d.About).keywords(6), " ") + " evidence measured",
			})
		}
	}
	topic := topic{question: table.q}
	for _, b := range t.Explored {
		topic.lines = append(topic.lines, line{goal: ask(b.Label)})
	}
	var claims []string
	var said []statement
	for _, g := range table.groups {
		claims = append(claims, g.best().Claim)
		for _, m := range g.members {
			if !slices.ContainsFunc(said, func(o statement) bool { return o.text == m.said.text }) {
				said = append(said, m.said)
			}
		}
	}
	for _, p := range salient(claims, said, func(s string) bool { return topic.asked(s) || table.homes()[strings.ToLower(s)] }) {
		if asks := p.question(table.q); len(out) < maxDives {
			out = append(out, research.Dive{Question: asks, Because: table.raisedBy(table.groups[p.at]), Query: tied(pointed(asks), table.q)})
		}
	}
	return out
}

// raises says which branches a dispute connects.
func (t *table) raises(d research.Dispute) string {
	a, b := t.by[d.Sides[0].Claims[0]], t.by[d.Sides[1].Claims[0]]
	if a.Line != "" && b.Line != "" && a.Line != b.Line {
		return fmt.Sprintf("It connects the branches “%s” and “%s”: their findings contradict each other.", a.Line, b.Line)
	}
	return fmt.Sprintf("%s and %s contradict each other.", sourceOf(a), sourceOf(b))
}

// raisedBy says which finding raises a question.
func (t *table) raisedBy(g group) string {
	from := ""
	if l := t.lineOf(g); l != "" {
		from = fmt.Sprintf(" (in “%s”)", l)
	}
	return fmt.Sprintf("A finding raises it%s: “%s”", from, shorten(g.says(), 200))
}

// pointOf states a group as a fact.
func pointOf(g group) research.DraftPoint {
	return research.DraftPoint{Says: g.says(), Kind: research.FactPoint, Claims: g.ids()}
}

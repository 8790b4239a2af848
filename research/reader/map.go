package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

const (
	maxBranches = 6 // on a map
	maxDives    = 4
	maxKeys     = 3
)

// chart says where one could go from what was explored: branches that were
// offered and not taken, ways into the topic that nobody offered yet, and what
// stands out in the findings.
func chart(t *task.MapTask) task.MapDraft {
	table := lay(ask(t.Question), t.Claims)
	m := &mapping{task: t, table: table, gone: map[string]bool{}}
	m.out = task.MapDraft{Available: []research.Preview{}, Dives: []research.Dive{}, KeyFindings: []research.DraftPoint{}, Conflicts: table.disputes()}
	for _, b := range t.Explored {
		m.gone[strings.ToLower(b.Label)] = true
	}
	m.offer()
	m.raise()
	for _, g := range table.groups {
		if len(m.out.KeyFindings) < maxKeys && !g.isWorthless() {
			m.out.KeyFindings = append(m.out.KeyFindings, pointOf(g))
		}
	}
	return m.out
}

// A mapping is a map on its way.
type mapping struct {
	task  *task.MapTask
	table *table
	gone  map[string]bool // labels and questions that were explored or are on the map
	out   task.MapDraft
}

// isNew reports whether a label or question was neither explored nor put on the
// map before, and takes it as on the map.
func (m *mapping) isNew(label string) bool {
	key := strings.ToLower(strings.TrimSpace(label))
	if key == "" || m.gone[key] {
		return false
	}
	m.gone[key] = true
	return true
}

// offer puts the branches on the map that could be explored.
func (m *mapping) offer() {
	for _, a := range m.task.Available {
		preview := sentence(a.Rationale)
		if preview == "" {
			preview = fmt.Sprintf("What sources say about %s.", strings.Join(ask(a.Query).keywords(6), " "))
		}
		m.branch(a.Label, a.Query, preview)
	}
	for _, f := range branches {
		m.branch(f.label, query(m.table.q, f), f.rationale)
	}
}

// branch puts a branch on the map unless there are enough.
func (m *mapping) branch(label, query, preview string) {
	if len(m.out.Available) < maxBranches && m.isNew(label) {
		m.out.Available = append(m.out.Available, research.Preview{Label: label, Query: query, Preview: preview})
	}
}

// raise puts on the map what the findings raise: why sources differ, and what is
// known of the things that stand out; of these the less telling as branches.
func (m *mapping) raise() {
	for _, d := range m.out.Conflicts[:min(maxDives-2, len(m.out.Conflicts))] {
		asks := fmt.Sprintf("Why do sources differ on %s?", d.About)
		m.dive(asks, m.table.raises(d), strings.Join(ask(d.About).keywords(6), " ")+" evidence measured")
	}
	for _, p := range m.salient() {
		asks := p.question(m.table.q)
		query := tied(pointed(asks), m.table.q)
		if len(m.out.Dives) < maxDives {
			m.dive(asks, m.table.raisedBy(m.table.groups[p.at]), query)
		} else {
			m.branch(named(pointed(asks), m.table.q), query, "What sources say about "+p.text+", which comes up in the findings.")
		}
	}
}

func (m *mapping) dive(question, because, query string) {
	if m.isNew(question) {
		m.out.Dives = append(m.out.Dives, research.Dive{Question: question, Because: because, Query: query})
	}
}

// salient returns what stands out in the findings and was not asked for.
func (m *mapping) salient() []phrase {
	topic := topic{question: m.table.q}
	for _, b := range m.task.Explored {
		topic.lines = append(topic.lines, line{goal: ask(b.Label)})
	}
	var claims []string
	var said []statement
	for _, g := range m.table.groups {
		claims = append(claims, g.best().Claim)
		for _, x := range g.members {
			if !slices.ContainsFunc(said, func(o statement) bool { return o.text == x.said.text }) {
				said = append(said, x.said)
			}
		}
	}
	homes := m.table.homes()
	return salient(claims, said, func(s string) bool { return topic.asked(s) || homes[strings.ToLower(s)] })
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
	return fmt.Sprintf("A finding raises it%s: “%s”", from, text.ClipWords(g.says(), 200))
}

// pointOf states a group as a fact.
func pointOf(g group) research.DraftPoint {
	return research.DraftPoint{Says: g.says(), Kind: research.FactPoint, Claims: g.ids()}
}

package views

import (
	"fmt"
	"strings"
)

// toldTeam adds what each researcher brought in each round, and the lead's
// reading of the rounds.
func (d *document) toldTeam(r *Report) {
	if benches := r.benches(); len(benches) > 0 {
		d.block("## Researchers")
		for _, b := range benches {
			d.block("### Researcher %s", markdown(b.Researcher))
			var items []string
			for _, l := range b.Lines {
				items = append(items, d.toldTask(r, l))
			}
			d.list("", items, asIs)
		}
	}
	if len(r.Triages) > 0 {
		d.block("## What the lead made of it")
	}
	for _, t := range r.Triages {
		d.toldTriage(t)
	}
}

// toldTask returns a task with what it brought.
func (d *document) toldTask(r *Report, l *Line) string {
	item := join(": ", "Round "+fmt.Sprint(l.Round), markdown(l.name()), markdown(l.Summary), given("nothing was learnt: %s", markdown(l.Failed)))
	for _, c := range r.claimsNamed(l.Claims) {
		item += "\n  - " + d.toldClaim(c)
	}
	return item
}

func (d *document) toldTriage(t Triage) {
	d.block("### Round %d", t.Round)
	d.block("%s", markdown(t.Summary))
	var points []string
	for _, p := range t.Points {
		point := fmt.Sprintf("%s%s — %s: %s", markdown(p.Text), d.cited(p.Sources), strings.ToUpper(string(p.Confidence)), join(", ", count(p.Independent, "independent source"), markdown(p.Why)))
		for _, k := range p.Checks {
			point += "\n  - " + join(": ", "verification by researcher "+markdown(k.By), markdown(string(k.Verdict)), markdown(k.Nuance))
		}
		points = append(points, point)
	}
	for _, g := range t.Gaps {
		points = append(points, "Gap: "+markdown(g))
	}
	for _, f := range t.FollowUps {
		points = append(points, join(": ", "Task given out", markdown(f.Label), markdown(f.Brief)))
	}
	if len(points) > 0 {
		d.list("", points, asIs)
	}
	d.toldDisputes("", t.Conflicts)
	d.block("%s", join(" ", either(t.Converged, "Converged.", "Not converged."), markdown(capital(sentence(t.Why)))))
}

// toldTree adds the tree of queries.
func (d *document) toldTree(r *Report) {
	if r.Method != "tree" || len(r.Lines) == 0 {
		return
	}
	d.block("## The tree")
	var b strings.Builder
	treeItems(&b, r.grown(), "")
	d.block("%s", strings.TrimSuffix(b.String(), "\n"))
}

func treeItems(b *strings.Builder, nodes []branching, indent string) {
	for _, n := range nodes {
		fmt.Fprintf(b, "%s- %s\n", indent, join(": ", markdown(n.name())+" ("+markdown(n.brought())+")", markdown(n.Summary), given("nothing was learnt: %s", markdown(n.Failed))))
		treeItems(b, n.Below, indent+"  ")
	}
}

// toldMap adds the map of an exploration.
func (d *document) toldMap(r *Report) {
	m := r.Map
	if m == nil {
		return
	}
	d.block("## Research map")
	d.block("%s", join(" · ", markdown(given("Depth: %s", m.Depth)), fmt.Sprintf("Round: %d", m.Round), quantity(len(m.Explored), "branch", "branches")+" explored"))
	var explored, available, dives, rounds []string
	for _, b := range m.Explored {
		explored = append(explored, fmt.Sprintf("[x] %s%s (%s)", join(" — ", markdown(b.Label), markdown(b.Summary)), d.cited(r.sourcesAt(b.Sources)), join(": ", "confidence "+string(b.Confidence), markdown(b.Why))))
	}
	for _, a := range m.Available {
		available = append(available, "[ ] "+join(" — ", markdown(a.Label), markdown(a.Preview)))
	}
	for _, x := range m.Dives {
		dives = append(dives, markdown(x.Question)+given(" (%s)", markdown(x.Because)))
	}
	for _, h := range m.History {
		rounds = append(rounds, join(": ", fmt.Sprintf("Round %d", h.Round), markdown(join(", ", strings.Join(h.Branches, ", "), pickedWords(h.Chosen), h.Time))))
	}
	d.toldPart("### Explored", explored)
	d.toldPart("### Available to explore", available)
	d.toldPart("### Suggested deep dives", dives)
	d.toldPart("### Rounds", rounds)
}

// toldPart adds a heading and a list, if there is anything to list.
func (d *document) toldPart(heading string, items []string) {
	if len(items) > 0 {
		d.block("%s", heading)
		d.list("", items, asIs)
	}
}

package views

import (
	"cmp"
	"fmt"
	"strings"
)

// told adds what a method without voters reports.
func (s *screen) told(r *Report) {
	s.block(r.Parameters)
	for _, para := range paragraphs(r.Summary) {
		s.block(para)
	}
	s.block(join(": ", join(", ", given("Confidence %s", string(r.Confidence)), r.Likelihood.String()), r.Why))
	if r.Method == "explore" && r.ReadingMinutes > 0 {
		s.block("Reading time: " + count(r.ReadingMinutes, "minute"))
	}
	for _, part := range r.Sections {
		s.part(r, part)
	}
	s.loose(r)
	s.toldDisputes(r.Disputes)
	s.toldGaps(r)
	s.toldProposals(r)
	s.toldLines(r)
	s.toldMap(r)
	s.toldClaims("Did not hold", r.Refuted)
	if len(r.benches()) == 0 {
		s.toldClaims("In no finding", r.unused())
	}
}

// numbersOf returns the numbers of sources, as "[1][4]".
func numbersOf(sources []*Source) string {
	var b strings.Builder
	for _, src := range sources {
		fmt.Fprintf(&b, "[%d]", src.N)
	}
	return b.String()
}

func (s *screen) part(r *Report, part *Section) {
	s.heading(join(" ", part.Title, given("(%s confidence)", string(part.Confidence))))
	for _, p := range part.Points {
		switch {
		case p.Finding == 0:
			s.para("  * ", join(" ", either(part.ruled(), "", "Analysis:"), given("%s:", p.Label), p.Text, numbersOf(p.Sources)))
		case p.Again:
			s.para("  * ", join(": ", p.Label, "see finding "+fmt.Sprint(p.Finding)))
		default:
			s.toldFinding(p.Finding, p.Label, r.Findings[p.Finding-1])
		}
	}
}

func (s *screen) toldFinding(n int, label string, f *Finding) {
	s.para(fmt.Sprintf("%2d. ", n), join(" ", join(": ", label, f.Claim), numbersOf(f.Sources)))
	s.para("    ", join(", ", given("confidence: %s", string(f.Confidence)), f.Likelihood.String(), join(" · ", f.Labels...)))
	for _, para := range paragraphs(f.Evidence) {
		s.para("    ", para)
	}
	if len(f.Quotes) > 0 {
		s.para("    ", quotedText(f.Quotes[0]))
	}
}

func (s *screen) loose(r *Report) {
	if loose := r.loose(); len(loose) > 0 {
		s.heading(r.looseTitle())
		for _, n := range loose {
			s.toldFinding(n, "", r.Findings[n-1])
		}
	}
}

func (s *screen) toldDisputes(disputes []Dispute) {
	if len(disputes) > 0 {
		s.heading("Where sources disagree")
	}
	for _, d := range disputes {
		s.para("- ", join(": ", d.About, d.Why))
		for _, side := range d.Sides {
			s.para("    - ", join(" ", side.Says, numbersOf(side.Sources)))
		}
	}
}

func (s *screen) toldGaps(r *Report) {
	var items []string
	for _, g := range r.Gaps {
		items = append(items, "UNVERIFIED: "+join(": ", g.What, g.Why))
	}
	s.section("Unverified", items)
}

func (s *screen) toldProposals(r *Report) {
	turned := r.turnedDown()
	if len(turned) > 0 {
		s.heading("Proposed, not reported")
	}
	for _, p := range turned {
		s.para("- ", fmt.Sprintf("%s (%s) %s", p.Text, p.Words(), numbersOf(p.Sources)))
		for _, v := range p.Reviews {
			s.para("    ", join(": ", v.By, cmp.Or(v.Verdict, "no answer"), v.Reason))
		}
	}
}

// toldLines adds the lines of research of a team or a tree.
func (s *screen) toldLines(r *Report) {
	var items []string
	for _, b := range r.benches() {
		for _, l := range b.Lines {
			items = append(items, fmt.Sprintf("Researcher %s, round %d: %s", b.Researcher, l.Round, join(": ", l.name(), l.Summary, l.Failed)))
		}
	}
	for _, t := range r.Triages {
		items = append(items, fmt.Sprintf("The lead after round %d: %s", t.Round, join(" ", sentence(t.Summary), capital(sentence(t.Why)))))
	}
	s.section("Researchers", items)
	if r.Method == "tree" && len(r.Lines) > 0 {
		s.heading("The tree")
		s.nodes(r.grown(), "")
	}
}

func (s *screen) nodes(nodes []branching, indent string) {
	for _, n := range nodes {
		s.para(indent+"- ", join(": ", n.name()+" ("+n.brought()+")", n.Summary, n.Failed))
		s.nodes(n.Below, indent+"  ")
	}
}

func (s *screen) toldMap(r *Report) {
	if r.Map == nil {
		return
	}
	var items []string
	for _, b := range r.Map.Explored {
		items = append(items, "[x] "+join(" — ", b.Label, b.Summary, given("%s confidence", string(b.Confidence))))
	}
	for _, a := range r.Map.Available {
		items = append(items, "[ ] "+join(" — ", a.Label, a.Preview))
	}
	for _, d := range r.Map.Dives {
		items = append(items, "[?] "+join(" — ", d.Question, d.Because))
	}
	s.section("Research map", items)
}

func (s *screen) toldClaims(title string, claims []*Claim) {
	var items []string
	for _, c := range claims {
		items = append(items, fmt.Sprintf("%s (%s) %s", c.Claim, join(": ", c.standing().Word, c.Why), numbersOf(c.Sources)))
	}
	s.section(title, items)
}

// premises adds what earlier reports established and this one starts from.
func (s *screen) premises(r *Report) {
	var items []string
	for _, p := range r.Premises {
		items = append(items, fmt.Sprintf("As of %s: %s (%s)", p.Asked, p.Text, join(", ", p.Title, given("%s confidence", string(p.Standing)))))
	}
	s.section("Starts from", items)
}

package views

import (
	"cmp"
	"fmt"
	"strings"
)

func (d *document) toldDisputes(title string, disputes []Dispute) {
	if len(disputes) == 0 {
		return
	}
	if title != "" {
		d.block("%s", title)
	}
	for _, x := range disputes {
		d.block("Sources disagree: %s", markdown(join(" ", sentence(x.About), capital(sentence(x.Why)))))
		var sides []string
		for _, s := range x.Sides {
			sides = append(sides, markdown(s.Says)+d.cited(s.Sources))
		}
		d.list("", sides, asIs)
	}
}

func (d *document) toldGaps(r *Report) {
	var items []string
	for _, g := range r.Gaps {
		items = append(items, "UNVERIFIED: "+join(": ", markdown(g.What), markdown(g.Why)))
	}
	if len(items) > 0 {
		d.block("## Unverified")
		d.list("", items, asIs)
	}
}

// toldProposals adds the findings that were proposed and are not reported.
func (d *document) toldProposals(r *Report) {
	var items []string
	for _, p := range r.turnedDown() {
		item := fmt.Sprintf("%s%s (%s)", markdown(p.Text), d.cited(p.Sources), p.Words())
		for _, v := range p.Reviews {
			item += "\n  - " + join(": ", markdown(v.By), markdown(cmp.Or(v.Verdict, "no answer")), markdown(v.Reason))
		}
		items = append(items, item)
	}
	if len(items) > 0 {
		d.block("## Proposed, not reported")
		d.list("", items, asIs)
	}
}

// toldClaims adds a section of claims, each with what became of it.
func (d *document) toldClaims(title string, claims []*Claim) {
	if len(claims) == 0 {
		return
	}
	d.block("## %s", title)
	var items []string
	for _, c := range claims {
		items = append(items, d.toldClaim(c))
	}
	d.list("", items, asIs)
}

func (d *document) toldClaim(c *Claim) string {
	return fmt.Sprintf("%s%s (%s)", markdown(c.Claim), d.cited(c.Sources), join(": ", markdown(c.standing().Word), markdown(c.Why)))
}

// premises adds what earlier reports established and this one starts from.
func (d *document) premises(r *Report) {
	var items []string
	for _, p := range r.Premises {
		from := markdownLink(&Source{Title: p.Title, URL: p.URL})
		items = append(items, fmt.Sprintf("As of %s: %s (%s)", markdown(p.Asked), markdown(p.Text), join(", ", from, given("%s confidence", string(p.Standing)))))
	}
	if len(items) > 0 {
		d.block("## Starts from")
		d.list("", items, asIs)
	}
}

// toldSources adds the sources with a line each: those that footnotes name as
// footnotes, the others in a list.
func (d *document) toldSources(r *Report) {
	var notes, rest strings.Builder
	for _, src := range r.Sources {
		entry := join(" ", markdownLink(src), aboutSource(src)) + given(": %s", markdown(src.Line))
		if d.noted[src.N] {
			fmt.Fprintf(&notes, "[^%d]: %s\n", src.N, entry)
		} else {
			fmt.Fprintf(&rest, "%d. %s\n", src.N, entry)
		}
	}
	d.block("%s", strings.TrimSuffix(notes.String(), "\n"))
	d.block("%s", strings.TrimSuffix(rest.String(), "\n"))
	if len(r.Sources) == 0 {
		d.block("No page was read.")
	}
}

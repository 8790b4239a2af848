package verify

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// group composes a report without a writer: claims one of which says all that
// the other says become one finding, in the order they came in.
func group(alive []*research.ClaimState) task.Composition {
	var comp task.Composition
	var said []text.Statement
next:
	for _, c := range alive {
		s := text.StatementOf(c.Text)
		for i := range comp.Findings {
			if s.Within(said[i]) || said[i].Within(s) {
				comp.Findings[i].Claims = append(comp.Findings[i].Claims, c.ID)
				continue next
			}
		}
		comp.Findings = append(comp.Findings, task.Composed{
			Claim: c.Text, Claims: []int{c.ID}, Evidence: fmt.Sprintf("%s says: “%s”", c.Source.Title, c.Quote),
		})
		said = append(said, s)
	}
	var lead []string
	for _, f := range comp.Findings[:min(2, len(comp.Findings))] {
		lead = append(lead, strings.TrimRight(f.Claim, ".")+".")
	}
	comp.Summary = strings.Join(lead, " ")
	comp.Caveats = "These are the surviving claims as their sources put them; nobody weighed them against each other."
	return comp
}

package verify

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
)

// alike is the share of words (Jaccard index) from which two claims are taken
// to state the same.
const alike = 0.5

// group composes a report without a writer: claims of near the same words
// become one finding, in the order they came in.
func group(alive []*research.ClaimState) task.Composition {
	var comp task.Composition
	var words []map[string]bool
next:
	for _, c := range alive {
		w := wordSet(c.Text)
		for i := range comp.Findings {
			if jaccard(w, words[i]) >= alike {
				comp.Findings[i].Claims = append(comp.Findings[i].Claims, c.ID)
				continue next
			}
		}
		comp.Findings = append(comp.Findings, task.Composed{
			Claim: c.Text, Claims: []int{c.ID}, Evidence: fmt.Sprintf("%s says: “%s”", c.Source.Title, c.Quote),
		})
		words = append(words, w)
	}
	var lead []string
	for _, f := range comp.Findings[:min(2, len(comp.Findings))] {
		lead = append(lead, strings.TrimRight(f.Claim, ".")+".")
	}
	comp.Summary = strings.Join(lead, " ")
	comp.Caveats = "These are the surviving claims as their sources put them; nobody weighed them against each other."
	return comp
}

func wordSet(s string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		set[strings.Trim(w, ".,;:!?\"'()“”‘’")] = true
	}
	return set
}

func jaccard(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(len(a)+len(b)-both, 1))
}

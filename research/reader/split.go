package reader

import (
	"fmt"
	"strings"

	"assay/research"
)

// A facet is one way of looking at a question.
type facet struct {
	label     string
	extra     string // words that help a keyword engine to find pages of this kind
	rationale string
}

var (
	direct     = facet{"Direct answer", "", "Looks for pages that answer the question in its own words."}
	background = facet{"Definition and background", "definition explained", "Settles what the key terms mean, so that claims can be told apart."}
	evidence   = facet{"Evidence and measurements", "study evidence measured", "Finds studies, trials and measurements behind the answers."}
	criticism  = facet{"Criticism and counter-evidence", "myth misconception", "Finds pages that deny what others say."}
	practice   = facet{"Practice and how-to", "guide example", "Finds how it is done in practice."}
	recent     = facet{"Recent changes", "latest update changed", "Finds out whether an older answer still holds."}
	mechanism  = facet{"How it works", "works process explained", "Finds the steps and causes behind the answer."}
	causes     = facet{"Causes and reasons", "because reason cause", "Finds explanations."}
	history    = facet{"History and dates", "history year date", "Finds when things happened, and in what order."}
	figures    = facet{"Figures and counts", "number total figures", "Finds counts and measurements with their units."}
	limits     = facet{"Limits and exceptions", "limitations exceptions", "Finds conditions under which the answer does not hold."}
	contrasts  = facet{"Differences", "difference comparison", "Finds pages that set the alternatives side by side."}
	people     = facet{"People and roles", "founder author inventor", "Finds who did what."}
)

// facets are the ways of looking at each form of question, most useful first.
var facets = map[form][]facet{
	open:     {direct, background, evidence, recent, criticism, practice},
	yesno:    {direct, evidence, criticism, background, limits, recent},
	define:   {direct, background, practice, limits, recent, evidence},
	how:      {direct, mechanism, practice, limits, background, recent},
	why:      {direct, causes, evidence, criticism, background, recent},
	when:     {direct, history, recent, background, evidence, criticism},
	who:      {direct, people, history, background, criticism, recent},
	amount:   {direct, figures, evidence, recent, background, criticism},
	compared: {direct, contrasts, evidence, practice, limits, recent},
}

// split plans angles for a question: between Min and Max of them, five if both allow.
func split(t *research.SplitTask) research.Plan {
	q := ask(t.Question)
	n := 5
	if t.Max > 0 {
		n = min(n, t.Max)
	}
	chosen := facets[q.form]
	n = min(max(n, t.Min, 1), len(chosen))
	plan := research.Plan{Summary: summaryOf(q, chosen[:n])}
	for _, f := range chosen[:n] {
		plan.Angles = append(plan.Angles, research.Angle{Label: f.label, Query: query(q, f), Rationale: f.rationale})
	}
	return plan
}

// query returns the question's key words with the words of the facet behind
// them, never more of those than would drown the question.
func query(q question, f facet) string {
	words := q.words
	if len(q.words) == 0 {
		return strings.Trim(q.text, "?!. ")
	}
	if len(words) > 12 {
		words = words[:12]
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

func summaryOf(q question, chosen []facet) string {
	labels := make([]string, len(chosen))
	for i, f := range chosen {
		labels[i] = strings.ToLower(f.label[:1]) + f.label[1:]
	}
	return fmt.Sprintf("Read by rules as a %s; searched from %d sides: %s.", formNames[q.form], len(chosen), strings.Join(labels, ", "))
}

var formNames = map[form]string{
	open: "topic", yesno: "yes-or-no question", define: "question for a definition or fact", how: "question of how something works",
	why: "question of causes", when: "question of dates", who: "question of persons", amount: "question of amounts", compared: "comparison",
}

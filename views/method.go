package views

import (
	"slices"

	"assay/research"
)

// A term is a word of the reports and what it means.
type term struct{ Word, Means string }

// verdicts are the votes there are, with the mark of each.
var verdicts = []struct {
	Verdict research.Verdict
	Means   string
}{
	{research.UpheldVote, "The voter tried to refute the claim and could not."},
	{research.QualifiedVote, "True, but only with a caveat that the claim leaves out. It counts as a confirmation, and the caveat is kept."},
	{research.RefutedVote, "Contradicted, not supported by its quote, torn out of context, outdated, or resting on weak sources only. A voter who is uncertain refutes."},
	{research.Abstained, "The voter could not answer: the call failed, timed out or was refused. It is no vote and counts for neither side."},
}

// outcomes are what may become of a claim, each with a panel that leads to it.
var outcomes = []struct {
	Outcome research.Outcome
	Votes   [3]research.Verdict
	Means   string
}{
	{research.Upheld, [3]research.Verdict{research.UpheldVote, research.UpheldVote, research.RefutedVote}, "Two or more voters confirmed it, and fewer than two refuted it. The report may use it."},
	{research.Upheld, [3]research.Verdict{research.UpheldVote, research.QualifiedVote, research.UpheldVote}, "The same, and at least one voter attached a caveat, which the report shows."},
	{research.Refuted, [3]research.Verdict{research.RefutedVote, research.RefutedVote, research.UpheldVote}, "Two or more voters refuted it. It is listed with the reasons and supports nothing."},
	{research.Unverified, [3]research.Verdict{research.UpheldVote, research.Abstained, research.Abstained}, "Fewer than two votes either way, because voters abstained. It is not counted as refuted; the missing votes can be asked for later."},
}

// panelOf returns votes as a claim has them.
func panelOf(verdicts [3]research.Verdict) []Vote {
	var votes []Vote
	for i, v := range verdicts {
		votes = append(votes, Vote{Voter: i + 1, Verdict: v})
	}
	return votes
}

// importances are how much of the answer may hang on a claim.
var importances = []term{
	{string(research.Central), "The answer stands or falls with it."},
	{string(research.Supporting), "It backs the answer up."},
	{string(research.Tangential), "It is near the question, and no more."},
}

// contents returns the sections of the page.
func (p MethodPage) contents() []content {
	var all []content
	for _, m := range p.Methods {
		all = append(all, content{ID: m.Name, Title: m.Title})
	}
	return append(all,
		content{ID: "votes", Title: "What a vote means"},
		content{ID: "outcomes", Title: "What becomes of a claim"},
		content{ID: "reviews", Title: "What reviewers say"},
		content{ID: "checks", Title: "What a check says"},
		content{ID: "grades", Title: "How sources are graded"},
		content{ID: "confidence", Title: "How sure a finding is"},
		content{ID: "likelihood", Title: "How likely it is"},
		content{ID: "words", Title: "Other words"},
		content{ID: "limits", Title: "What it cannot do"})
}

// guide returns the methods that say what they are for.
func (p MethodPage) guide() []MethodCard {
	return slices.DeleteFunc(slices.Clone(p.Methods), func(m MethodCard) bool { return m.PickFor == "" })
}

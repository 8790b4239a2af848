package views

import "assay/research"

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

// confidenceRule is the rule of [research.GradeConfidence] in words.
var confidenceRule = []struct {
	Confidence research.Confidence
	Means      string
}{
	{research.High, "No voter refuted, qualified or abstained, and the best source is primary, or there are two independent sources, one of them at least secondary."},
	{research.Medium, "Everything between high and low."},
	{research.Low, "A voter refuted and there is only one independent source; or the best source is a blog, a forum or an unreliable page."},
}

// importances are how much of the answer may hang on a claim.
var importances = []term{
	{string(research.Central), "The answer stands or falls with it."},
	{string(research.Supporting), "It backs the answer up."},
	{string(research.Tangential), "It is near the question, and no more."},
}

// verifySteps are the phases of the verify method.
var verifySteps = []term{
	{"Scope", "The question is split into three to six angles, each with a search query. You can ask to see them first, change them, and only then let the run go on."},
	{"Search", "Each angle is searched, and its first six results are graded by relevance. Results that lead to the same page are dropped. The best 15 pages are read; the rest are recorded as dropped, with the reason."},
	{"Read", "Each page is graded as a source and gives up to five claims, each with the page's own words. A claim counts only if its quote really stands in the page. At most 25 claims go on: central ones first, then those of better sources."},
	{"Verify", "Three skeptics try to refute each claim, none knowing of the others. One looks at the quote in its context, one at independent evidence for and against, one at time, conditions and generality. For each claim there are two searches of its own, one for evidence against it."},
	{"Write", "Claims that survived and say the same become one finding. Every one of them is in a finding, or listed as left out with the reason. The writer sees numbers for claims, never addresses: links come from the pages that were read."},
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
		content{ID: "grades", Title: "How sources are graded"},
		content{ID: "confidence", Title: "How sure a finding is"},
		content{ID: "words", Title: "Other words"},
		content{ID: "limits", Title: "What it cannot do"})
}

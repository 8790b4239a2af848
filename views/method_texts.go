package views

import (
	"assay/research"
	"assay/research/task"
)

// A methodText says what a method promises and how it goes about it.
type methodText struct {
	Promise string
	Steps   []term
	Sure    []sureRule // its rule of confidence
	Report  string     // how sure the report is as a whole
}

// A sureRule says when a finding is of a confidence.
type sureRule struct {
	Confidence research.Confidence
	Means      string
}

// methodTexts are the methods in words, by name. They say what the packages of
// the methods do; change both together.
var methodTexts = map[string]methodText{
	"verify": {
		Promise: "Nothing is reported that three skeptics have not tried to refute, and what they refuted is listed with their reasons.",
		Steps: []term{
			{"Scope", "The question is split into three to six angles, each with a search query. You can ask to see them first, change them, and only then let the run go on."},
			{"Search", "Each angle is searched, and its first six results are graded by relevance. Results that lead to the same page are dropped. The best 15 pages are read; the rest are recorded as dropped, with the reason."},
			{"Read", "Each page is graded as a source and gives up to five claims, each with the page's own words. A claim counts only if its quote really stands in the page, and its numbers do. At most 25 claims go on: central ones first, then those of better sources."},
			{"Verify", "Three skeptics try to refute each claim, none knowing of the others. One looks at the quote in its context, one at independent evidence for and against, one at time, conditions and generality. For each claim there are two searches of its own, one for evidence against it. In economy mode the third skeptic is asked only where the first two do not settle it: the verdicts are the same, but no finding is surer than medium."},
			{"Write", "Claims that survived and say the same become one finding. Every one of them is in a finding, or listed as left out with the reason. The writer sees numbers for claims, never addresses: links come from the pages that were read."},
		},
		Sure: []sureRule{
			{research.High, "Three voters upheld it, none refuted, qualified or abstained, and the best source is primary, or there are two independent sources, one of them at least secondary."},
			{research.Medium, "Everything between high and low."},
			{research.Low, "A voter refuted and there is only one independent source; or the best source is a blog, a forum or an unreliable page."},
		},
		Report: "The report is as sure as its leading finding. Pages that voters named when they confirmed a claim count as sources too, if the run has read them.",
	},
	"ledger": {
		Promise: "Every finding cites its evidence, and someone who did not write it has held it against that evidence. What could not be grounded is listed as UNVERIFIED, never stated as fact.",
		Steps: []term{
			{"Decompose", "The question is split into two or more subtopics, each with a line that says what belongs to it."},
			{"Retrieve", "In rounds: up to three searches for each subtopic, and up to four new pages read. After each round every subtopic is assessed: covered, partly, or open. What is open, and where sources conflict, is what the next round searches for. It stops early when nothing is open."},
			{"Synthesize", "One worker for each subtopic makes findings of that subtopic's evidence alone, and cites it entry by entry. It does no research of its own."},
			{"Review", "Two reviewers share the findings out. Each sees a finding with the evidence it cites and nothing else. What is unsupported or contradicted is dropped; what is overstated is downgraded; what says the same is merged. A review that failed leaves a finding unverified: it is listed so, not dropped."},
			{"Challenge", "A critic attacks only the findings that a decision hangs on, that surprise, or that sources disagree about."},
			{"Write", "The writer puts the answer first. The findings stand below it in the very words that were reviewed, by subtopic, with both sides wherever sources disagree."},
		},
		Sure: []sureRule{
			{research.High, "The reviewer found it supported and is sure of it, and so is the critic where there was one."},
			{research.Medium, "Reviewer or critic are less sure, or it was sure and then overstated or downgraded by a step."},
			{research.Low, "They are unsure of it, or it was downgraded from medium."},
		},
		Report: "The report is as sure as the least sure of the findings that its answer rests on.",
	},
	"tree": {
		Promise: "It goes as deep as you say, every learning keeps its source, and what only one source says is marked so.",
		Steps: []term{
			{"Plan", "The question is split into as many sub-questions as the tree is broad."},
			{"Branch", "Level by level, all searches of a level side by side. Up to three pages are read for each search and three to five facts taken from them, with names, numbers and dates, and each with the page's own words; then follow-up questions are asked. The next level searches for their answers, half as broad. A last search looks for opposing views on the key claims."},
			{"Deep read", "The three to five pages that mattered most are read again, and more of them."},
			{"Write", "The report goes by theme, with contrarian views and takeaways. Facts are kept apart from the writer's analysis; estimates, opinions and dated sources are labelled."},
		},
		Sure: []sureRule{
			{research.High, "Two or more independent sources, one of them primary or secondary, state it as a fact, and it is not dated."},
			{research.Medium, "Everything between high and low."},
			{research.Low, "Only blogs, forums and unreliable pages say so, or only opinions do, or it rests on one source that is not primary."},
		},
		Report: "The report is high if more than half of its findings are and it has no gaps, low if more than half of them are, else medium. A finding is dated if the newest of its sources is more than two years old.",
	},
	"team": {
		Promise: "Researchers who never see each other's findings, a lead who counts independent sources, and a report in the form that suits the kind of question.",
		Steps: []term{
			{"Classify", "The question is put into one of seven kinds: factual, scientific or health, consumer, technical, opinion, contested, or emerging. That decides how large the team is, unless you say so."},
			{"Plan", "Each researcher gets an angle of its own with a brief that says where it ends. Of contested, compound and comprehensive questions the plan is shown first."},
			{"Rounds", "Each researcher searches and reads for its own tasks. Then the lead puts together what claims say the same, counts the independent sources behind it, names gaps and conflicts, and gives out tasks: fill a gap, resolve a conflict, dig deeper, verify a claim. It stops when another round would not change the conclusions."},
			{"Verify", "In comprehensive scope, claims that much hangs on and that rest on one source are checked by a researcher who did not make them, with other sources only."},
			{"Write", "Findings of up to four paragraphs, with facts cited and analysis marked, each with its likelihood in words and as a range."},
		},
		Sure: []sureRule{
			{research.High, "Three independent sources of at least two kinds, and no credible dissent."},
			{research.Medium, "Two independent sources, or several of one kind."},
			{research.Low, "A single source, or several that trace back to one."},
		},
		Report: "A finding is as sure as the least sure of the statements it rests on. Verification lifts a claim by a step; what it contests is shown with both sides.",
	},
	"explore": {
		Promise: "You see a map of the topic early and say where to go. The report tells what was found by theme, and what was not explored.",
		Steps: []term{
			{"Look back", "If something near was researched here before, you can build on it or start fresh."},
			{"Scan", "The topic is split into four to six branches, such as fundamentals, players, applications, timeline, controversies, economics. Each is looked into once, for three to five key facts."},
			{"Map", "You are shown what was explored and how sure it is, what could be explored, questions worth a deep dive, and the key findings so far."},
			{"Explore", "Pick branches or deep dives, ask a question of your own, continue with the most promising, or have the report written. After each round the map is drawn anew. With nobody there to choose, the run follows the most promising questions itself, for as many rounds as its depth gives it."},
			{"Write", "Findings by theme, a timeline and the key players where they were explored, and what stays open."},
		},
		Sure: []sureRule{
			{research.High, "Several independent sources agree, and one of them at least is primary or secondary."},
			{research.Medium, "A single primary or secondary source; or several that agree, none of them so good."},
			{research.Low, "A single source of lesser kind, or sources that conflict."},
		},
		Report: "A section is as sure as most of its findings. Unreliable pages count for nothing.",
	},
}

// reviewWords are what reviewers and the critic of a ledger say.
var reviewWords = []term{
	{string(task.Supported), "Reviewer: the cited evidence says so."},
	{string(task.Unsupported), "Reviewer: it cites no evidence, or none that says so. It is dropped."},
	{string(task.Overstated), "Reviewer: the evidence says less. It stays, a step less sure."},
	{string(task.Contradicted), "Reviewer: the evidence says otherwise. It is dropped."},
	{string(task.Survives), "Critic: the evidence bears the weight."},
	{string(task.Downgrade), "Critic: it bears less. The finding is a step less sure."},
	{string(task.Reject), "Critic: it does not bear it. The finding is dropped."},
}

// checkWords are what those say who check another's claim.
var checkWords = []term{
	{string(research.CheckSupported), "Other sources say so too. The claim is surer by a step."},
	{string(research.CheckNuanced), "Right in the main, not in every detail. The claim is surer by a step, and the caveat stands with it."},
	{string(research.CheckContested), "Other sources speak against it. Both sides are shown."},
	{string(research.CheckUnchanged), "Other sources say neither. Nothing changes."},
}

// likelihoods are the words of estimative probability and when they are used.
var likelihoods = []struct {
	Likelihood research.Likelihood
	Means      string
}{
	{research.AlmostCertain, "HIGH, without caveats, on two or more primary or secondary sources."},
	{research.HighlyLikely, "HIGH, with caveats or with fewer such sources."},
	{research.Likely, "MEDIUM, or a single primary source that nothing contradicts: good evidence, some gaps."},
	{research.RoughlyEven, "Credible sources conflict, or one secondary source is all there is."},
	{research.Unlikely, "Weak sources only. It is not evidence of the contrary."},
}

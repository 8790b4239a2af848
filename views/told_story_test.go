package views

import (
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
)

// The runs of methods without voters. Their texts are of one subject, so that
// the pages can be looked at.

const cold = "Do air-source heat pumps work in cold climates?"

// warm tells of a run of a method that has read pages and taken claims.
func warm(t *testing.T, method string) *teller {
	tl := newTeller(t, cold)
	tl.state.Method = method
	tl.answered("big-1", port.Usage{Calls: 21, TokensIn: 84_000, TokensOut: 9_100, Cost: 184_000})
	for i, q := range []string{"cold climate heat pump field trial", "heat pump COP at -15 C", "heat pump complaints winter"} {
		tl.end(q, research.Started, research.StartedCall{Call: q})
		tl.end(q, research.Searched, nil)
		tl.note(research.HitFound{Angle: 1, Rank: i + 1, Hit: port.Hit{URL: "https://x.example/", Engines: []string{"wikipedia", "openalex"}}})
	}
	return tl
}

// evidence adds the pages and claims that all of these runs have.
func (tl *teller) evidence() {
	tl.t.Helper()
	tl.page(1, "https://lab.example/field-trial", "Cold-climate field trial of 43 homes", research.Primary, "2026-02-11")
	tl.page(2, "https://gazette.example/winter", "Heat pumps in the coldest week", research.Secondary, "2026-01-20")
	tl.page(3, "https://agency.example/guide", "Guide to heating below freezing", research.Secondary, "2025-10")
	tl.page(4, "https://forum.example/t/881", "My heat pump froze", research.Forum, "2019")
	tl.note(research.PageBlocked{N: 5, Angle: 2, URL: "https://paper.example/cop", Title: "COP below −15 °C", Reason: "behind a paywall"})
	for _, c := range []research.ClaimFound{
		{ID: 2, Page: 1, Angle: 1, Text: "In 43 homes the pumps held 21 °C down to −23 °C.", Quote: "indoor temperature was kept at 21 °C down to −23 °C in all 43 homes", Importance: research.Central},
		{ID: 3, Page: 1, Angle: 1, Text: "The median seasonal COP was 2.7.", Quote: "the median seasonal coefficient of performance was 2.7", Importance: research.Supporting},
		{ID: 7, Page: 2, Angle: 2, Text: "Back-up heaters ran for 3% of the hours.", Quote: "resistance back-up ran for about three percent of the hours", Importance: research.Supporting},
		{ID: 12, Page: 3, Angle: 2, Text: "Below −25 °C most models need a back-up.", Quote: "most models on the market need a back-up below −25 °C", Importance: research.Central},
		{ID: 13, Page: 3, Angle: 2, Text: "Sales may double by 2030.", Quote: "sales are projected to double by the year 2030", Importance: research.Tangential, Sort: research.EstimateClaim},
		{ID: 17, Page: 4, Angle: 3, Text: "Outdoor units freeze over in wet snow.", Quote: "mine froze over twice in wet snow", Importance: research.Supporting, Sort: research.OpinionClaim},
	} {
		tl.note(c)
	}
}

func (tl *teller) judged(word, why string, o research.Outcome, ids ...int) {
	tl.t.Helper()
	for _, id := range ids {
		tl.note(research.ClaimJudged{Claim: id, Outcome: o, Word: word, Why: why})
	}
}

var coldDispute = research.Dispute{About: "How cold is too cold", Why: "the trial had newer models than the guide", Sides: []research.Side{
	{Says: "They heat a house alone down to −23 °C.", Claims: []int{2}}, {Says: "They need a back-up below −25 °C, older ones sooner.", Claims: []int{12, 17}},
}}

// entries tells of a run of the method ledger.
func entries(t *testing.T) *teller {
	tl := warm(t, "ledger")
	tl.note(
		research.AnglePlanned{N: 1, Angle: research.Angle{Label: "Field performance", Query: "cold climate heat pump field trial", Rationale: "Measured output in homes, not in laboratories."}},
		research.AnglePlanned{N: 2, Angle: research.Angle{Label: "Limits", Query: "heat pump COP at -15 C", Rationale: "Where they stop being enough."}},
		research.AnglePlanned{N: 3, Angle: research.Angle{Label: "Owners", Query: "heat pump complaints winter", Rationale: "What owners report."}},
		research.CoverageAssessed{Angle: 1, Round: 1, Assessment: research.Assessment{Coverage: research.Covered, Answered: "How warm the homes stayed."}},
		research.CoverageAssessed{Angle: 2, Round: 1, Assessment: research.Assessment{Coverage: research.NotCovered, Open: []string{"the COP below −15 °C", "which models"}}},
		research.CoverageAssessed{Angle: 2, Round: 2, Assessment: research.Assessment{Coverage: research.PartlyCovered, Answered: "Where a back-up is needed.", Open: []string{"the COP below −15 °C"}}},
	)
	tl.evidence()
	tl.note(
		research.FindingProposed{N: 1, Angle: 1, Text: "In a trial of 43 homes, cold-climate heat pumps held 21 °C down to −23 °C.", Claims: []int{2, 3}, Confidence: 0.9, Stake: research.Critical},
		research.FindingProposed{N: 2, Angle: 2, Text: "Below −25 °C most models need a back-up heater.", Claims: []int{12}, Confidence: 0.8, Stake: research.Ordinary, Disputed: true},
		research.FindingProposed{N: 3, Angle: 3, Text: "All outdoor units freeze over in wet snow.", Claims: []int{17}, Confidence: 0.4, Stake: research.Surprising},
		research.FindingProposed{N: 4, Angle: 2, Text: "A back-up is needed below −25 °C with most models.", Claims: []int{12}, Confidence: 0.7, Stake: research.Ordinary},
		research.FindingProposed{N: 5, Angle: 2, Text: "Sales double every year.", Claims: []int{13}, Confidence: 0.3, Stake: research.Critical},
		research.FindingReviewed{Finding: 1, By: "reviewer 1", Verdict: string(task.Supported), Reason: "E2 says so for all 43 homes", Confidence: research.High},
		research.FindingReviewed{Finding: 1, By: critic, Verdict: string(task.Survives), Reason: "a measured series, and nothing speaks against it", Confidence: research.High},
		research.FindingReviewed{Finding: 2, By: "reviewer 2", Verdict: string(task.Overstated), Reason: "E12 says most models on the market", Confidence: research.Medium},
		research.FindingReviewed{Finding: 3, By: "reviewer 1", Verdict: string(task.Unsupported), Reason: "E17 is one owner's report", Confidence: research.Low},
		research.FindingReviewed{Finding: 4, By: "reviewer 2", Verdict: string(task.Supported), Reason: "E12 says so", Confidence: research.Medium},
		research.FindingReviewed{Finding: 5, By: "reviewer 1", Verdict: "", Reason: "no answer within 120 s"},
	)
	tl.judged("SUPPORTED", "the reviewer found it in its source", research.Upheld, 2, 3)
	tl.judged("OVERSTATED", "the evidence says less", research.Unverified, 12)
	tl.ended(research.Done, "", &research.Report{
		Summary:    "Yes: in homes built for them they hold room temperature down to about −23 °C. Colder than that, most need a back-up.",
		Parameters: "Depth standard · 2 rounds run · 3 researchers · 4 sources read", Confidence: research.High, Why: "the leading finding: its reviewer and the critic agree",
		Findings: []research.Finding{
			{Claim: "In a trial of 43 homes, cold-climate heat pumps held 21 °C down to −23 °C.", Claims: []int{2, 3}, Confidence: research.High, Why: "the critic: SURVIVES", Labels: []string{"SUPPORTED", "critic: SURVIVES"}},
			{Claim: "Below −25 °C most models need a back-up heater.", Claims: []int{12}, Confidence: research.Medium, Why: "the reviewer: OVERSTATED", Labels: []string{"OVERSTATED: downgraded"}},
		},
		Sections: []research.Section{
			{Key: "subtopic", Title: "Field performance", Points: []research.Point{{Finding: 1}}},
			{Key: "subtopic", Title: "Limits", Points: []research.Point{{Finding: 2}}},
		},
		Disputes: []research.Dispute{coldDispute},
		Gaps:     []research.Gap{{What: "Owners", Why: "no finding on it survived its review"}, {What: "COP below −15 °C", Why: "the paper could not be read"}},
		Caveats:  "One trial carries most of the weight.", OpenQuestions: []string{"How do they age?"}, MaxPages: 24,
	})
	return tl
}

// branched tells of a run of the method tree.
func branched(t *testing.T) *teller {
	tl := warm(t, "tree")
	tl.note(
		research.AnglePlanned{N: 1, Round: 1, Angle: research.Angle{Label: "", Query: "cold climate heat pump field trial", Rationale: "Find measured results."}},
		research.AnglePlanned{N: 2, Round: 1, Angle: research.Angle{Query: "heat pump COP at -15 C", Rationale: "Find how efficiency falls."}},
		research.AnglePlanned{N: 3, Round: 2, Parent: 1, Angle: research.Angle{Query: "heat pump wet snow icing outdoor unit", Rationale: "What stops them in practice."}},
		research.AnglePlanned{N: 4, Round: 2, Parent: 2, Angle: research.Angle{Query: "hybrid heat pump back-up share of hours"}},
		research.AnglePlanned{N: 5, Round: 3, Parent: 3, Angle: research.Angle{Query: "defrost cycle energy loss"}},
		research.AnglePlanned{N: 6, Angle: research.Angle{Label: "Opposing views", Query: "heat pumps do not work in winter"}},
		research.AnglePlanned{N: 7, Angle: research.Angle{Label: "Deep read"}},
		research.AngleStudied{Angle: 1, Summary: "Trials show room temperature held in deep cold.", FollowUps: []string{"What about wet snow?", "Which models were in the trial?"}},
		research.AngleStudied{Angle: 2, Summary: "Efficiency falls with the temperature.", FollowUps: []string{"How often does the back-up run?"}},
		research.AngleStudied{Angle: 3, Summary: "Owners report ice."},
		research.AngleStudied{Angle: 5, Failed: "insufficient data: no page could be read"},
		research.AngleStudied{Angle: 6, Summary: "Critics name old models."},
	)
	tl.evidence()
	tl.note(research.ClaimDropped{ID: 13, Reason: "says the same as claim 12"})
	tl.judged("2 independent sources", "", research.Upheld, 2, 7)
	tl.judged("one source", "nobody else says so", research.Unverified, 12, 17)
	tl.ended(research.Done, "", &research.Report{
		Summary:    "Yes. Measured in homes, cold-climate models hold room temperature far below freezing, with a back-up for the coldest hours.",
		Parameters: "Generated 2026-03-14 · 4 sources · depth 3 levels · confidence medium", Confidence: research.Medium, Why: "the leading finding has two independent sources",
		Findings: []research.Finding{
			{Claim: "Homes stayed at 21 °C down to −23 °C.", Claims: []int{2, 7}, Evidence: "The trial logged 43 homes through a winter.", Confidence: research.High, Why: "2 independent sources", Labels: []string{"2 independent sources"}},
			{Claim: "Most models need a back-up below −25 °C.", Claims: []int{12}, Confidence: research.Low, Why: "one source", Labels: []string{"unverified: one source"}},
			{Claim: "Outdoor units can ice over.", Claims: []int{17}, Confidence: research.Low, Why: "a forum", Labels: []string{"unverified: one source", "opinion", "dated 2019"}},
		},
		Sections: []research.Section{
			{Key: "theme", Title: "What trials measured", Confidence: research.High, Why: "2 independent sources", Points: []research.Point{{Finding: 1}}},
			{Key: "theme", Title: "Limits", Points: []research.Point{{Finding: 2}, {Finding: 1}}},
			{Key: "contrarian", Title: "Contrarian views & uncertainties", Points: []research.Point{{Finding: 3}, {Text: "The complaints are mostly of models from before 2018.", Claims: []int{17}}}},
			{Key: "takeaways", Title: "Key takeaways", Points: []research.Point{{Text: "Size the pump for the coldest week, not for the coldest hour.\n\nKeep a small back-up.", Claims: []int{7, 12}}}},
		},
		Gaps: []research.Gap{{What: "Energy lost to defrosting", Why: "insufficient data"}}, OpenQuestions: []string{"How do they age?"}, Caveats: "The trial was of one winter.",
	})
	return tl
}

// teamed tells of a run of the method team.
func teamed(t *testing.T) *teller {
	tl := warm(t, "team")
	tl.note(
		research.QuestionClassified{Classification: research.Classification{Type: research.TechnicalQuestion, Why: "it asks how a device performs",
			Parts: []research.SubQuestion{{Question: "How cold may it get?", Type: research.FactualQuestion}}}, Scope: "comprehensive", Researchers: 2, Rounds: 4},
		research.AnglePlanned{N: 1, Round: 1, Researcher: "A", Angle: research.Angle{Label: "Field trials", Query: "cold climate heat pump field trial", Rationale: "Measured results in homes; leave prices to others."}},
		research.AnglePlanned{N: 2, Round: 1, Researcher: "B", Angle: research.Angle{Label: "Limits", Query: "heat pump COP at -15 C", Rationale: "Where they stop being enough."}},
		research.AnglePlanned{N: 3, Round: 2, Researcher: "A", Task: research.GapFill, Angle: research.Angle{Label: "Icing", Query: "heat pump icing", Rationale: "What wet snow does."}},
		research.AnglePlanned{N: 4, Round: 2, Researcher: "A", Task: research.Verification, Angle: research.Angle{Label: "Check: back-up", Query: "most models need a back-up"}},
		research.AngleStudied{Angle: 1, Summary: "Trials show room temperature held."},
		research.AngleStudied{Angle: 2, Summary: "A back-up is needed at some point."},
		research.AngleStudied{Angle: 3, Failed: "thin coverage: one forum thread"},
	)
	tl.evidence()
	tl.note(
		research.ClaimChecked{Claim: 12, By: "A", Verdict: research.CheckNuanced, Reason: "The gazette names fewer hours", Nuance: "Only in the coldest hours", For: []int{7}},
		research.RoundTriaged{Round: 1, Summary: "The trial is strong; the limit rests on one guide.", Points: []research.TriagedPoint{
			{Triaged: research.Triaged{Text: "They hold room temperature to −23 °C.", Claims: []int{2, 7}, Impact: true}, Sources: 3, Confidence: research.High, Why: "three independent sources of two kinds"},
			{Triaged: research.Triaged{Text: "Below −25 °C most need a back-up.", Claims: []int{12}, Impact: true}, Sources: 1, Confidence: research.Low, Why: "a single source"},
		}, Gaps: []string{"Icing"}, FollowUps: []research.FollowUp{{Kind: research.GapFill, Label: "Icing", Brief: "What does wet snow do?"}}, Why: "a high-impact claim rests on one source"},
		research.RoundTriaged{Round: 2, Summary: "The limit holds with a nuance.", Conflicts: []research.Dispute{coldDispute}, Converged: true, Why: "another round would not change the answer"},
	)
	tl.judged("HIGH: 3 independent sources", "", research.Upheld, 2, 7)
	tl.judged("LOW: a single source", "", research.Unverified, 12)
	tl.ended(research.Done, "", &research.Report{
		Summary:    "Very probably yes, down to about −23 °C.\n\nBelow that a back-up heater takes over for the coldest hours.",
		Parameters: "Technical · comprehensive scope · 2 researchers · 2 rounds · 4 sources", Confidence: research.High, Why: "the leading finding has three independent sources", Likelihood: research.HighlyLikely,
		Findings: []research.Finding{
			{Claim: "They keep homes at 21 °C down to −23 °C.", Claims: []int{2, 7}, Evidence: "A trial in 43 homes logged indoor temperatures over a winter.\n\nReports from the coldest week agree: back-up heaters ran for 3% of the hours.",
				Confidence: research.High, Why: "three independent sources of two kinds, no dissent", Likelihood: research.HighlyLikely, Labels: []string{"3 independent sources"}},
			{Claim: "Most models need a back-up below −25 °C.", Claims: []int{12}, Evidence: "The guide says so for the models on the market.", Confidence: research.Low, Why: "a single source", Likelihood: research.RoughlyEven, Labels: []string{"SUPPORTED WITH NUANCE: only in the coldest hours"}},
		},
		Sections: []research.Section{
			{Key: "how", Title: "How they perform", Confidence: research.High, Why: "its weakest finding", Points: []research.Point{{Finding: 1}}},
			{Key: "limits", Title: "Limits and trade-offs", Points: []research.Point{{Finding: 2}, {Text: "This suggests sizing for the coldest week.", Claims: []int{7, 12}}}},
			{Key: "confidence", Title: "Confidence assessment", Points: []research.Point{{Label: research.HighlyLikely.String(), Text: "Finding 1: strong evidence, with minor caveats."}}},
		},
		Disputes: []research.Dispute{coldDispute}, Omitted: []research.Omission{{Claim: 13, Why: "the lead counted it toward no significant statement"}}, Caveats: "One trial carries most of the weight.", OpenQuestions: []string{"How do they age?"},
	})
	return tl
}

// mapped tells of a run of the method explore that builds on another report.
func mapped(t *testing.T) *teller {
	tl := warm(t, "explore")
	tl.note(
		research.PremiseTaken{N: 1, Premise: research.Premise{Run: "r0", Claim: 4, Text: "Heat pumps move heat, they do not make it.", Title: "How heat pumps work", URL: "https://basics.example/", Asked: "2025-11-02", Standing: research.High}},
		research.AnglePlanned{N: 1, Round: 1, Angle: research.Angle{Label: "Fundamentals", Query: "how cold climate heat pumps work"}},
		research.AnglePlanned{N: 2, Round: 1, Angle: research.Angle{Label: "Applications", Query: "heat pump field trial homes"}},
		research.AnglePlanned{N: 3, Round: 2, Parent: 2, Angle: research.Angle{Label: "Do they freeze over?", Query: "heat pump icing wet snow"}},
		research.AngleStudied{Angle: 1, Summary: "Newer compressors work at −25 °C.", Confidence: research.Medium, Why: "a single reliable source"},
		research.AngleStudied{Angle: 3, Failed: "no page could be read"},
	)
	tl.evidence()
	tl.judged("2 independent sources", "", research.Upheld, 2, 3, 7)
	tl.judged("limited or conflicting sources", "", research.Unverified, 17)
	tl.note(research.MapDrawn{Topic: "Heat pumps in cold climates", Depth: "moderate", Round: 2, Rounds: "3–4",
		Explored: []research.Branch{
			{N: 1, Label: "Fundamentals", Summary: "Newer compressors work at −25 °C.", Sources: []string{"https://lab.example/field-trial", "https://agency.example/guide"}, Confidence: research.High, Why: "several independent sources agree", Round: 1, Claims: []int{2, 12}},
			{N: 3, Label: "Do they freeze over?", Summary: "Some owners say so.", Sources: []string{"https://forum.example/t/881"}, Confidence: research.Low, Why: "limited sources", Round: 2, Claims: []int{17}},
		},
		Available:   []research.Preview{{Label: "Economics", Query: "heat pump cost", Preview: "What they cost to buy and to run."}},
		Dives:       []research.Dive{{Question: "How does defrosting change the bill?", Because: "the field trial left it out", Query: "defrost"}},
		KeyFindings: []research.DraftPoint{{Says: "They work.", Claims: []int{2}}},
		History:     []research.MapRound{{Round: 1, Branches: []string{"Fundamentals", "Applications"}, Chosen: "scan", Time: "2026-03-14"}, {Round: 2, Branches: []string{"Do they freeze over?"}, Chosen: "asked", Time: "2026-03-14"}},
	})
	tl.ended(research.Done, "", &research.Report{
		Summary:    "They work, and the machines got much better after 2018.",
		Parameters: "Depth moderate · 2 rounds · 3 branches · 4 sources", Confidence: research.Medium, Why: "the leading finding",
		Findings: []research.Finding{
			{Claim: "A trial kept 43 homes at 21 °C.", Claims: []int{2, 3}, Confidence: research.High, Why: "2 independent sources"},
			{Claim: "The agency published its guide.", Claims: []int{12}, Confidence: research.Medium, Why: "one reliable source"},
			{Claim: "The laboratory ran the largest trial.", Claims: []int{3}, Confidence: research.Medium, Why: "one reliable source"},
		},
		Sections: []research.Section{
			{Key: "theme", Title: "Performance", Confidence: research.High, Why: "2 independent sources", Points: []research.Point{{Finding: 1}}},
			{Key: "timeline", Title: "Timeline & context", Confidence: research.Medium, Points: []research.Point{{Label: "October 2025", Finding: 2}, {Label: "2026", Text: "The trial changed the advice.", Claims: []int{2}}}},
			{Key: "players", Title: "Key players", Points: []research.Point{{Label: "The laboratory", Finding: 3}}},
		},
		Gaps: []research.Gap{{What: "Economics", Why: "the branch was offered and not explored"}}, OpenQuestions: []string{"How do they age?"}, Caveats: "The map is of two rounds.",
	})
	return tl
}

// brief tells of a run of the method ledger that was asked for a short form.
func brief(t *testing.T) *teller {
	tl := entries(t)
	r := *tl.state.Report
	r.Brief, r.Sections = true, nil
	tl.ended(research.Done, "", &r)
	return tl
}

// told are the reports of all methods without voters.
func toldRuns(t *testing.T) map[string]*teller {
	cut := warm(t, "tree")
	cut.note(research.AnglePlanned{N: 1, Round: 1, Angle: research.Angle{Query: "q"}})
	cut.evidence()
	cut.ended(research.FailedRun, "the key was refused", nil)
	bare := newTeller(t, "Why?")
	bare.state.Method = "team"
	bare.ended(research.Done, "", &research.Report{Summary: "Nothing was found.", Confidence: research.Low, Why: "nothing was established"})
	return map[string]*teller{
		"ledger": entries(t), "tree": branched(t), "team": teamed(t), "explore": mapped(t), "brief": brief(t), "cut short": cut, "bare": bare,
	}
}

// every tells of a run that holds one of everything a method without voters
// may have; every text of others is s.
func every(t *testing.T, method, s string) *teller {
	tl := newTeller(t, s)
	tl.state.Method = method
	tl.note(
		research.PremiseTaken{N: 1, Premise: research.Premise{Run: "r0", Claim: 4, Text: s, Title: s, URL: s, Asked: s, Standing: research.High}},
		research.QuestionClassified{Classification: research.Classification{Type: research.QuestionType(s), Why: s, Parts: []research.SubQuestion{{Question: s, Type: research.QuestionType(s)}}}, Scope: s, Researchers: 2, Rounds: 2},
		research.AnglePlanned{N: 1, Round: 1, Researcher: s, Angle: research.Angle{Label: s, Query: s, Rationale: s}},
		research.AnglePlanned{N: 2, Round: 2, Parent: 1, Researcher: s, Task: research.FollowUpKind(s), Angle: research.Angle{Label: s, Query: s + "q", Rationale: s}},
		research.AngleStudied{Angle: 1, Summary: s, FollowUps: []string{s}, Confidence: research.Low, Why: s},
		research.AngleStudied{Angle: 2, Failed: s},
		research.CoverageAssessed{Angle: 1, Round: 1, Assessment: research.Assessment{Coverage: research.Coverage(s), Answered: s, Open: []string{s, s}}},
		research.HitFound{Angle: 1, Rank: 1, Hit: port.Hit{URL: s, Title: s, Engines: []string{s}}},
		research.PageBlocked{N: 3, URL: s, Title: s, Reason: "x" + s},
	)
	for n := 1; n <= 2; n++ {
		tl.note(research.PageRead{N: n, Angle: n, URL: s, FinalURL: s, Title: s, Author: s, Site: s, Published: s, Hash: s, Grade: research.Blog, Fetched: day.Add(time.Hour)})
	}
	for id := 1; id <= 4; id++ {
		tl.note(research.ClaimFound{ID: id, Page: 1 + id%2, Angle: 1, Text: strings.Repeat("a", id-1) + s, Quote: s, Importance: research.Central, Sort: research.ClaimKind(s)})
	}
	tl.judged(s, s, research.Upheld, 1)
	tl.judged(s, s, research.Unverified, 2)
	tl.judged(s, s, research.Refuted, 3)
	dispute := research.Dispute{About: s, Why: s, Sides: []research.Side{{Says: s, Claims: []int{1}}, {Says: s, Claims: []int{2, 99}}}}
	tl.note(
		research.ClaimDropped{ID: 4, Reason: s},
		research.ClaimChecked{Claim: 1, By: s, Verdict: research.CheckVerdict(s), Reason: s, Nuance: s, For: []int{2}, Against: []int{3}},
		research.FindingProposed{N: 1, Angle: 1, Text: "p" + s, Claims: []int{1}, Stake: research.Stake(s), Disputed: true},
		research.FindingProposed{N: 2, Angle: 1, Text: "q" + s, Claims: []int{2, 3}, Stake: research.Stake(s)},
		research.FindingReviewed{Finding: 1, By: s, Verdict: s, Reason: s},
		research.FindingReviewed{Finding: 2, By: s, Verdict: string(task.Unsupported), Reason: s},
		research.RoundTriaged{Round: 1, Summary: s, Points: []research.TriagedPoint{{Triaged: research.Triaged{Text: s, Claims: []int{1}, Impact: true}, Sources: 1, Confidence: research.Low, Why: s}},
			Gaps: []string{s}, Conflicts: []research.Dispute{dispute}, FollowUps: []research.FollowUp{{Kind: research.FollowUpKind(s), Label: s, Brief: s}}, Why: s},
		research.MapDrawn{Topic: s, Depth: s, Round: 1, Rounds: s, Explored: []research.Branch{{N: 1, Label: s, Summary: s, Sources: []string{s}, Confidence: research.Low, Why: s}},
			Available: []research.Preview{{Label: s, Query: s, Preview: s}}, Dives: []research.Dive{{Question: s, Because: s, Query: s}},
			KeyFindings: []research.DraftPoint{{Says: s}}, History: []research.MapRound{{Round: 1, Branches: []string{s}, Chosen: s, Time: s}}},
	)
	tl.ended(research.Partial, s, &research.Report{
		Summary: s + "\n\nb" + s, Confidence: research.Low, Why: s, Parameters: s, Likelihood: research.Likelihood(s), Caveats: s, OpenQuestions: []string{s}, Notes: []string{s},
		Findings: []research.Finding{{Claim: s, Claims: []int{1, 2}, Evidence: s + "\n\nb" + s, Confidence: research.Low, Why: s, Likelihood: research.Likely, Labels: []string{s, s}}, {Claim: s, Claims: []int{1}}},
		Sections: []research.Section{{Key: s, Title: s, Confidence: research.Low, Why: s, Points: []research.Point{{Label: s, Finding: 1}, {Label: s, Finding: 1}, {Label: s, Text: "a" + s, Claims: []int{1, 77}}, {Finding: 12}}}},
		Disputes: []research.Dispute{dispute}, Gaps: []research.Gap{{What: s, Why: s}},
	})
	return tl
}

package views

import (
	"fmt"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
)

// crafts are the methods without voters, as far as a page needs to know them.
var crafts = map[string]*engine.Method{
	"ledger": {
		Name: "ledger", Title: "Evidence ledger", PickFor: "what must be cited", Summary: "Files every piece of evidence and lets findings cite nothing else.",
		Phases: []string{"decompose", "retrieve", "synthesize", "review", "challenge", "write"},
		Depths: []engine.Depth{{Name: "standard", Title: "Standard", Buys: "3 researchers, 2 rounds"}, {Name: "exhaustive", Title: "Exhaustive", Buys: "5 researchers, 3 rounds"}},
		Params: []engine.Param{
			{Name: "researchers", Title: "Researchers", Hint: "Subtopics at work side by side. Usually 3.", Min: 1, Max: 6},
			{Name: "rounds", Title: "Rounds", Hint: "Of looking for evidence. Usually 2.", Min: 1, Max: 4},
			{Name: "output", Title: "Output", Hint: "A full report or a brief.", Words: []string{"report", "brief"}},
		},
	},
	"tree": {
		Name: "tree", Title: "Breadth and depth", PickFor: "how deep it goes", Summary: "Searches wide, then follows each finding down.",
		Phases: []string{"plan", "branch", "deep read", "write"},
		Depths: []engine.Depth{{Name: "standard", Title: "Standard", Buys: "12 searches on 2 levels"}, {Name: "quick", Title: "Quick", Buys: "3 searches"}, {Name: "deep", Title: "Deep", Buys: "30 searches on 3 levels"}},
		Params: []engine.Param{{Name: "breadth", Title: "Breadth", Min: 3, Max: 10}, {Name: "depth", Title: "Depth", Min: 1, Max: 5}},
	},
	"team": {
		Name: "team", Title: "Research team", PickFor: "what kind of question it is", Summary: "A lead divides the question among researchers and weighs what they bring.",
		Phases: []string{"classify", "plan", "round 1", "round 2", "round 3", "round 4", "round 5", "write"},
		Depths: []engine.Depth{{Name: "auto", Title: "Auto", Buys: "as large a team as the question needs"}, {Name: "focused", Title: "Focused", Buys: "2 researchers"}},
	},
	"explore": {
		Name: "explore", Title: "Guided exploration", PickFor: "what there is to know", Summary: "Draws a map of the topic and goes where you say.",
		Phases: []string{"existing", "scan", "explore", "write"},
		Depths: []engine.Depth{{Name: "moderate", Title: "Moderate", Buys: "3 to 4 rounds"}},
	},
}

// craftOf returns the method of a run.
func craftOf(name string) *engine.Method {
	if m := crafts[name]; m != nil {
		return m
	}
	return trial
}

// atWork begins a run of a method whose first texts are s.
func atWork(t *testing.T, method, s string) *teller {
	tl := newTeller(t, s)
	tl.state.Method = method
	tl.state.Options.Budget = research.Budget{Cost: 1_200_000}
	tl.event(research.Answered, port.Response{Model: "big-1"}, port.Usage{Calls: 12, TokensIn: 40_000, TokensOut: 5_000, Cost: 210_000})
	return tl
}

// line adds a line of research.
func (tl *teller) line(n, round, parent int, label, query, goal string) {
	tl.t.Helper()
	tl.note(research.AnglePlanned{N: n, Round: round, Parent: parent, Angle: research.Angle{Label: label, Query: query, Rationale: goal}})
}

// hits adds hits of a line that lead to the pages with these addresses.
func (tl *teller) hits(n int, urls ...string) {
	tl.t.Helper()
	for i, url := range urls {
		tl.note(research.HitFound{Angle: n, Rank: i + 1, Hit: port.Hit{URL: url, Title: hostOf(url)}})
	}
}

// gathering tells of a ledger whose second round of evidence is coming in.
func gathering(t *testing.T) *teller {
	tl := atWork(t, "ledger", cold)
	tl.enter("decompose")
	tl.line(1, 0, 0, "Field performance", "cold climate heat pump field trial", "Measured output in homes, not in laboratories.")
	tl.line(2, 0, 0, "Limits", "heat pump COP at -15 C", "Where they stop being enough, and what takes over.")
	tl.line(3, 0, 0, "Owners", "heat pump complaints winter", "What owners report.")
	tl.enter("retrieve")
	tl.hits(1, "https://lab.example/field-trial", "https://gazette.example/winter")
	tl.hits(2, "https://agency.example/guide", "https://paper.example/cop", "https://slow.example/models")
	tl.evidence()
	tl.note(
		research.CoverageAssessed{Angle: 1, Round: 1, Assessment: research.Assessment{Coverage: research.Covered, Answered: "How warm 43 homes stayed."}},
		research.CoverageAssessed{Angle: 2, Round: 1, Assessment: research.Assessment{Coverage: research.NotCovered, Open: []string{"the COP below −15 °C", "which models"}}},
		research.CoverageAssessed{Angle: 2, Round: 2, Assessment: research.Assessment{Coverage: research.PartlyCovered, Answered: "Where a back-up is needed.", Open: []string{"the COP below −15 °C"}, Conflicts: []research.Dispute{coldDispute}}},
	)
	for id := 30; id < 36; id++ {
		tl.note(research.ClaimFound{ID: id, Page: 2, Angle: 1, Text: fmt.Sprintf("Reading number %d was taken at dawn.", id), Quote: "readings were taken at dawn", Importance: research.Supporting})
	}
	tl.begin("https://slow.example/models")
	tl.begin("extractor")
	return tl
}

// reviewing tells of the same ledger while its findings are reviewed.
func reviewing(t *testing.T) *teller {
	tl := gathering(t)
	tl.enter("synthesize")
	for i, p := range []research.FindingProposed{
		{Angle: 1, Text: "In a trial of 43 homes, cold-climate heat pumps held 21 °C down to −23 °C.", Claims: []int{2, 3}, Confidence: 0.9, Stake: research.Critical},
		{Angle: 2, Text: "Below −25 °C most models need a back-up heater.", Claims: []int{12}, Confidence: 0.8, Stake: research.Ordinary, Disputed: true},
		{Angle: 3, Text: "All outdoor units freeze over in wet snow.", Claims: []int{17, 99}, Confidence: 0.4, Stake: research.Surprising},
		{Angle: 2, Text: "Sales may double by 2030.", Claims: []int{13}, Confidence: 0.3, Stake: research.Ordinary},
		{Angle: 1, Text: "Back-up heaters ran for 3% of the hours.", Claims: []int{7}, Confidence: 0.85, Stake: research.Ordinary},
		{Angle: 2, Text: "Nothing backs this one.", Confidence: 0.2},
	} {
		p.N = i + 1
		tl.note(p)
	}
	tl.enter("review")
	tl.note(
		research.FindingReviewed{Finding: 1, By: "reviewer 1", Verdict: string(task.Supported), Reason: "E2 says so for all 43 homes.", Confidence: research.High},
		research.FindingReviewed{Finding: 2, By: "reviewer 2", Verdict: string(task.Overstated), Reason: "E12 says most models on the market.", Confidence: research.Medium},
		research.FindingReviewed{Finding: 3, By: "reviewer 1", Verdict: string(task.Unsupported), Reason: "E17 is one owner's report.", Confidence: research.Low},
		research.FindingReviewed{Finding: 4, By: "reviewer 2", Verdict: "", Reason: "no answer within 120 s"},
	)
	tl.begin("reviewer 1")
	return tl
}

// challenging tells of it while the critic speaks.
func challenging(t *testing.T) *teller {
	tl := reviewing(t)
	tl.enter("challenge")
	tl.note(research.FindingReviewed{Finding: 1, By: critic, Verdict: string(task.Survives), Reason: "A measured series, and nothing speaks against it.", Confidence: research.High})
	tl.judged("SUPPORTED", "", research.Upheld, 2, 3)
	return tl
}

// growing tells of a tree on its second level.
func growing(t *testing.T) *teller {
	tl := atWork(t, "tree", cold)
	tl.enter("plan")
	tl.line(1, 1, 0, "What was measured", "cold climate heat pump field trial", "Find measured results; go on to the models that were tested.")
	tl.line(2, 1, 0, "", "heat pump COP at -15 C", "Find how efficiency falls.")
	tl.line(3, 1, 0, "Complaints", "heat pump complaints winter", "Find what stops them.")
	tl.enter("branch")
	tl.hits(1, "https://lab.example/field-trial", "https://gazette.example/winter")
	tl.hits(2, "https://agency.example/guide")
	tl.hits(3, "https://forum.example/t/881")
	tl.evidence()
	tl.note(
		research.AngleStudied{Angle: 1, Summary: "Trials show room temperature held in deep cold.", FollowUps: []string{"What about wet snow?", "Which models were in the trial?"}},
		research.AngleStudied{Angle: 2, Summary: "Efficiency falls with the temperature, and most models need a back-up at some point.", FollowUps: []string{"How often does the back-up run?"}},
		research.AngleStudied{Angle: 3, Failed: "insufficient data: no page could be read"},
	)
	tl.line(4, 2, 1, "", "heat pump wet snow icing outdoor unit", "What stops them in practice.")
	tl.line(5, 2, 1, "", "models in cold climate trial", "Which models were tested.")
	tl.line(6, 2, 2, "", "hybrid heat pump back-up share of hours", "")
	tl.line(7, 0, 0, "Opposing views", "heat pumps do not work in winter", "Look for the best case against.")
	tl.note(research.AngleStudied{Angle: 5, Summary: "Three makers."})
	tl.hits(6, "https://slow.example/hybrid")
	tl.note(research.ClaimDropped{ID: 13, Reason: "says the same as claim 12"})
	tl.begin("heat pump wet snow icing outdoor unit")
	tl.begin("https://slow.example/hybrid")
	return tl
}

// teaming tells of a team in its second round.
func teaming(t *testing.T) *teller {
	tl := atWork(t, "team", cold)
	tl.enter("classify")
	tl.note(research.QuestionClassified{Classification: research.Classification{Type: research.TechnicalQuestion}, Scope: "broad", Researchers: 3, Rounds: 3})
	tl.enter("plan")
	task := func(n, round int, who, label, brief string, kind research.FollowUpKind) {
		tl.note(research.AnglePlanned{N: n, Round: round, Researcher: who, Task: kind, Angle: research.Angle{Label: label, Query: label, Rationale: brief}})
	}
	task(1, 1, "A", "Field trials", "Measured results in homes; leave prices to others.", "")
	task(2, 1, "B", "Limits", "Where they stop being enough.", "")
	task(3, 1, "C", "Owners", "What owners report.", "")
	tl.enter("round 1")
	tl.hits(1, "https://lab.example/field-trial", "https://gazette.example/winter")
	tl.hits(2, "https://agency.example/guide")
	tl.evidence()
	tl.note(
		research.AngleStudied{Angle: 1, Summary: "Trials show room temperature held in deep cold."},
		research.AngleStudied{Angle: 2, Summary: "A back-up is needed at some point."},
		research.AngleStudied{Angle: 3, Failed: "thin coverage: one forum thread"},
		research.RoundTriaged{Round: 1, Summary: "The trial is strong; the limit rests on one guide.", Points: []research.TriagedPoint{
			{Triaged: research.Triaged{Text: "They hold room temperature to −23 °C.", Claims: []int{2, 7}, Impact: true}, Sources: 3, Confidence: research.High, Why: "three independent sources of two kinds"},
			{Triaged: research.Triaged{Text: "Below −25 °C most need a back-up.", Claims: []int{12}, Impact: true}, Sources: 1, Confidence: research.Low, Why: "a single source"},
			{Triaged: research.Triaged{Text: "Outdoor units freeze over in wet snow.", Claims: []int{17}}, Sources: 1, Confidence: research.Low, Why: "a single source, a forum"},
		}, Gaps: []string{"What wet snow does to outdoor units."}, Conflicts: []research.Dispute{coldDispute},
			FollowUps: []research.FollowUp{{Kind: research.GapFill, Label: "Icing", Brief: "What does wet snow do?"}, {Kind: research.Verification, Label: "Back-up below −25 °C", Brief: "Is it so?", Claim: 12}},
			Why:       "a high-impact claim rests on one source"},
	)
	task(4, 2, "C", "Icing", "What does wet snow do to outdoor units?", research.GapFill)
	task(5, 2, "A", "Back-up below −25 °C", "Most models need a back-up below −25 °C.", research.Verification)
	tl.enter("round 2")
	tl.note(research.ClaimChecked{Claim: 12, By: "A", Verdict: research.CheckNuanced, Reason: "The gazette names fewer hours.", Nuance: "Only in the coldest hours.", For: []int{7}, Against: []int{3}})
	tl.hits(4, "https://slow.example/icing")
	tl.begin("https://slow.example/icing")
	tl.begin("researcher A")
	return tl
}

// scanned tells of an exploration that asks where to go after its first look.
func scanned(t *testing.T) *teller {
	tl := atWork(t, "explore", cold)
	tl.note(research.PremiseTaken{N: 1, Premise: research.Premise{Run: "r0", Claim: 4, Text: "Heat pumps move heat, they do not make it.", Asked: "2025-11-02", Standing: research.High}})
	tl.enter("existing")
	tl.enter("scan")
	tl.line(1, 1, 0, "Fundamentals", "how cold climate heat pumps work", "How they work below freezing.")
	tl.line(2, 1, 0, "Applications", "heat pump field trial homes", "Where they are used.")
	tl.line(3, 1, 0, "Players", "heat pump makers", "Who makes them.")
	tl.hits(1, "https://lab.example/field-trial")
	tl.evidence()
	tl.note(
		research.AngleStudied{Angle: 1, Summary: "Newer compressors work at −25 °C.", Confidence: research.High},
		research.AngleStudied{Angle: 2, Summary: "A trial followed 43 homes.", Confidence: research.Medium},
		research.AngleStudied{Angle: 3, Failed: "no page could be read"},
		firstMap,
	)
	tl.enter("explore")
	tl.offered("round 1", firstMap)
	return tl
}

// exploring tells of it while two branches are explored.
func exploring(t *testing.T) *teller {
	tl := scanned(t)
	tl.event(research.Chosen, research.MapChoice{Branches: []string{"Economics"}}, port.Usage{})
	tl.line(4, 2, 0, "Economics", "heat pump cost", "What they cost to buy and to run.")
	tl.line(5, 2, 0, "Do they freeze over?", "heat pump icing wet snow", "an owner says so")
	tl.hits(4, "https://slow.example/cost")
	tl.begin("https://slow.example/cost")
	tl.begin("heat pump icing wet snow")
	return tl
}

// workings are the pages of runs at work, by what they do.
func workings(t *testing.T) map[string]*teller {
	out := map[string]*teller{
		"gathering": gathering(t), "reviewing": reviewing(t), "challenging": challenging(t), "growing": growing(t), "teaming": teaming(t),
		"scanned": scanned(t), "exploring": exploring(t), "asking": asking(t, cold), "past": pasts(t, cold), "planning": planning(t, cold),
	}
	for method, m := range crafts {
		begun := atWork(t, method, cold)
		begun.enter(m.Phases[0])
		out[method+" begun"] = begun
	}
	return out
}

// working tells of a run of a method that holds one of everything a live page
// shows; every text of others is s.
func working(t *testing.T, method, s string) *teller {
	tl := every(t, method, s)
	over := tl.state
	tl.state = research.NewState(over.Info)
	tl.event(research.Began, nil, port.Usage{})
	tl.enter(craftOf(method).Phases[1])
	begun := *tl.state
	*tl.state = *over
	tl.state.Status, tl.state.Reason, tl.state.Report, tl.state.Findings = research.Running, "", nil, nil
	tl.state.Phase, tl.state.Phases = begun.Phase, begun.Phases
	tl.begin(s)
	tl.begin("b" + s)
	for id := 20; id < 26; id++ {
		tl.note(research.ClaimFound{ID: id, Page: 1, Angle: 2, Text: s, Quote: s, Sort: research.ClaimKind(s)})
	}
	return tl
}

// workingPages are all live pages in which every text of others is s.
func workingPages(t *testing.T, s string) map[string]RunPage {
	pages := map[string]RunPage{
		"choosing": choosingOn(t, s).at(0), "asking": asking(t, s).at(0), "past": pasts(t, s).at(0), "planning": planning(t, s).at(0),
	}
	for method := range crafts {
		pages[method] = working(t, method, s).at(0)
	}
	return pages
}

package views

import (
	"encoding/json"
	"testing"

	"assay/research"
)

// asking tells of a run that asks its user back.
func asking(t *testing.T, s string) *teller {
	tl := atWork(t, "ledger", s)
	tl.enter("decompose")
	tl.offered(research.OfferQuestions, research.Questions{Questions: []string{"Is it for a new house or an old one? " + s, "In which country? " + s}})
	return tl
}

// pasts tells of an exploration that found earlier reports.
func pasts(t *testing.T, s string) *teller {
	tl := atWork(t, "explore", s)
	tl.enter("existing")
	tl.offered(research.OfferPast, research.PastOffer{Reports: []research.PastReport{
		{Run: "r7", Question: "How do heat pumps work? " + s, Answer: "They move heat from the cold to the warm. " + s, Date: "2026-01-02"},
		{Run: "r8", Question: s, Answer: s, Date: s},
	}})
	return tl
}

// planning tells of a team whose plan waits.
func planning(t *testing.T, s string) *teller {
	tl := atWork(t, "team", s)
	tl.enter("classify")
	tl.enter("plan")
	plan := research.Plan{Summary: "Two researchers, side by side. " + s, Angles: []research.Angle{{Label: "Field trials", Query: "heat pump field trial", Rationale: "Measured results. " + s}, {Label: s, Query: s, Rationale: s}}}
	tl.offered(research.OfferPlan, research.PlanOffer{Plan: plan, Into: "tasks", Max: 4, About: "Type: contested. Scope: broad, 3 researchers, up to 3 rounds. " + s})
	return tl
}

// choosingOn tells of a run that offers a map whose texts are all s.
func choosingOn(t *testing.T, s string) *teller {
	tl := working(t, "explore", s)
	tl.offered("round 1", *tl.state.Map)
	return tl
}

// offeredData returns the data of an offer, as JSON.
func offeredData(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// the map after a first look.
var firstMap = research.MapDrawn{Topic: "Heat pumps in cold climates", Depth: "moderate", Round: 1, Rounds: "3–4",
	Explored: []research.Branch{
		{N: 1, Label: "Fundamentals", Summary: "Newer compressors work at −25 °C.", Sources: []string{"https://lab.example/field-trial", "https://agency.example/guide", "https://gone.example/"}, Confidence: research.High, Why: "several independent sources agree", Round: 1, Claims: []int{2, 3}},
		{N: 2, Label: "Applications", Summary: "A trial followed 43 homes through a winter.", Sources: []string{"https://gazette.example/winter"}, Confidence: research.Medium, Why: "a single reliable source", Round: 1},
	},
	Available: []research.Preview{{Label: "Economics", Query: "heat pump cost", Preview: "What they cost to buy and to run."}, {Label: "Timeline", Preview: "When the machines got good."}, {Label: "Controversies", Preview: "Who says that they do not work, and why."}},
	Dives: []research.Dive{
		{Question: "How does defrosting change the bill?", Because: "the field trial left it out"}, {Question: "Which models were in the trial?", Because: "connects Fundamentals and Players"},
		{Question: "Do they freeze over?", Because: "an owner says so"}, {Question: "How do they age?"},
	},
	KeyFindings: []research.DraftPoint{{Label: "Warmth", Says: "Measured in homes, they hold room temperature down to about −23 °C.", Claims: []int{2, 99}}, {Says: "Most models need a back-up below −25 °C.", Detail: "One guide says so.", Claims: []int{12}}},
	History:     []research.MapRound{{Round: 1, Branches: []string{"Fundamentals", "Applications", "Players"}, Chosen: "scan", Time: "2026-03-14"}},
}

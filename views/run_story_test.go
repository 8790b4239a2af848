package views

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// trial is a method with the phases that stories go through.
var trial = &engine.Method{
	Name: "verify", Title: "Adversarial verification", Phases: []string{"scope", "search", "read", "verify", "write"},
	Depths: []engine.Depth{{Name: "standard", Title: "Standard", Buys: "15 pages, 25 claims"}},
}

// at is what a run's page shows of the story so far.
func (tl *teller) at(age time.Duration) RunPage {
	s := tl.state
	return RunPage{
		Frame: Frame{Title: s.Question, Live: !s.Status.Over(), Path: "/r/" + s.ID, Alt: "/r/" + s.ID},
		State: s, Method: craftOf(s.Method), Report: ReportOf(s), Now: s.Last.Add(age), Limit: s.Options.Budget,
		Expected: "2–4 min", Longest: 4 * time.Minute,
		Fragments: map[int]string{1: ":~:text=a%20total%20length", 6: ":~:text=I%20looked"},
		Related:   []RunCard{{ID: "r9", Question: s.Question, Created: day, Confidence: research.High}},
	}
}

// enter begins a phase.
func (tl *teller) enter(phase string) {
	tl.state.Add(research.Event{Seq: tl.state.Seq + 1, Time: tl.state.Last.Add(time.Second), Kind: research.Entered, Phase: phase})
}

// begin has a call begin, end has it end, as kind says.
func (tl *teller) begin(label string) {
	tl.t.Helper()
	tl.end(label, research.Started, research.StartedCall{Call: label})
}

func (tl *teller) end(label string, k research.Kind, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		tl.t.Fatal(err)
	}
	tl.state.Add(research.Event{Seq: tl.state.Seq + 1, Time: tl.state.Last.Add(time.Second), Kind: k, Key: label, Label: label, Data: raw})
}

func (tl *teller) offered(label string, data any) {
	tl.t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		tl.t.Fatal(err)
	}
	tl.event(research.Offered, research.Offer{Label: label, Data: raw}, port.Usage{})
}

// midway tells of a run that is verifying, with calls in flight and every text
// of others being s.
func midway(t *testing.T, s string) *teller {
	tl := newTeller(t, s)
	tl.state.Options.Budget = research.Budget{Cost: 1_200_000, Time: 10 * time.Minute}
	tl.state.Options.Depth = "standard"
	tl.enter("scope")
	tl.begin("planner")
	tl.end("planner", research.Answered, port.Response{Model: s})
	tl.note(research.AnglePlanned{N: 1, Angle: research.Angle{Label: s, Query: s, Rationale: s}},
		research.AnglePlanned{N: 2, Angle: research.Angle{Label: s + "2", Query: s + "2"}})
	tl.enter("search")
	tl.begin(s + " query")
	tl.end(s+" query", research.Searched, nil)
	for n := 1; n <= 4; n++ {
		tl.note(research.HitFound{Angle: 1, Rank: n, Hit: port.Hit{URL: fmt.Sprintf("https://p%d.example/", n), Title: s}})
	}
	tl.note(research.HitFound{Angle: 2, Rank: 1, Hit: port.Hit{URL: s, Title: s}}, research.HitDropped{Angle: 2, Rank: 1, Reason: s},
		port.EngineFailed{Engine: s, Reason: s})
	tl.enter("read")
	tl.page(1, "https://p1.example/", s, research.Primary, s)
	tl.note(research.PageBlocked{N: 2, Angle: 1, URL: "https://p2.example/", Title: s, Reason: s})
	tl.begin("https://p3.example/")
	tl.enter("verify")
	tl.claim(1, 1, s, s, upheld(s), qualified(s, s), refuted(s, s))
	tl.claim(2, 1, "b"+s, s, refuted(s, s), refuted(s, s), abstained(s))
	tl.claim(3, 1, "c"+s, s)
	tl.claim(4, 1, "d"+s, s)
	tl.note(research.ClaimDropped{ID: 4, Reason: s})
	tl.claim(5, 1, "e"+s, s, upheld(s), abstained(s), abstained(s))
	tl.claim(6, 1, "f"+s, s)
	tl.begin("c" + s)
	tl.begin("skeptic 2")
	tl.begin(s + "?")
	tl.end(s+"?", research.Failed, research.FailedCall{Failure: port.Failure{Reason: s}, Call: s + "?"})
	tl.event(research.Answered, port.Response{Model: s}, port.Usage{Calls: 61, TokensIn: 90_000, TokensOut: 4_000, Cost: 460_000})
	return tl
}

// over tells of a run that ended with nothing to show but its reason.
func over(t *testing.T, status research.Status, reason string) *teller {
	tl := midway(t, "Why?")
	tl.ended(status, reason, nil)
	return tl
}

// stages are a run's pages in every state that there is.
func stages(t *testing.T) map[string]RunPage {
	queued := &teller{t, research.NewState(research.Info{ID: "r1", Question: "Why?", Method: "verify", Created: day})}
	begun := newTeller(t, "Why?")
	hurried := midway(t, "Why?")
	hurried.event(research.Hurried, nil, port.Usage{})
	planned := newTeller(t, "Why?")
	planned.enter("scope")
	planned.offered("plan", research.Plan{Summary: "Two.", Angles: []research.Angle{{Label: "a", Query: "qa", Rationale: "r"}, {Label: "b", Query: "qb"}}})
	round := newTeller(t, "Why?")
	round.offered("round 2", "?")
	deleted := wall(t).at(0)
	deleted.Deleted, deleted.Notice, deleted.From = true, "Deleted.", &RunCard{ID: "r0", Question: "Before?"}
	strange := wall(t).at(0)
	strange.Method = nil
	barren := newTeller(t, "Why?")
	barren.ended(research.Done, "", &research.Report{Summary: "No claims survived.", Confidence: research.Low, Why: "nothing was established"})
	return map[string]RunPage{
		"queued": queued.at(time.Second), "begun": begun.at(time.Second), "running": midway(t, "Why?").at(2 * time.Second),
		"stalled": midway(t, "Why?").at(50 * time.Second), "hurried": hurried.at(0),
		"planned": planned.at(time.Minute), "another offer": round.at(0),
		"report": wall(t).at(0), "deleted": deleted, "unknown method": strange, "nothing found": barren.at(0),
		"failed": over(t, research.FailedRun, "the key was refused").at(0), "cancelled": over(t, research.Cancelled, "stopped by the user").at(0),
		"budget": over(t, research.FailedRun, "budget spent before anything could be reported").at(0),
		"time":   over(t, research.FailedRun, "out of time before anything could be reported").at(0),
	}
}

// fullPages are all pages of a run in which every text of others is s.
func fullPages(t *testing.T, s string) map[string]RunPage {
	planned := newTeller(t, s)
	planned.offered("plan", research.Plan{Summary: s, Angles: []research.Angle{{Label: s, Query: s, Rationale: s}}})
	report := (&teller{t, tale(t, s)}).at(0)
	report.From = &RunCard{ID: "r0", Question: s}
	failed := midway(t, s)
	failed.ended(research.FailedRun, s, nil)
	return map[string]RunPage{"running": midway(t, s).at(0), "planned": planned.at(0), "report": report, "failed": failed.at(0)}
}

// claimPages are pages of single claims of such a run.
func claimPages(t *testing.T, s string) []ClaimPage {
	state := tale(t, s)
	var pages []ClaimPage
	for _, c := range state.Claims {
		pages = append(pages, ClaimPage{
			Frame: Frame{Title: s}, State: state, Claim: c, Before: s, Quote: s, After: s, Language: s,
			Confidence: research.Low, Why: s, Related: []RunCard{{ID: "r9", Question: s}},
		})
	}
	return pages
}

func snapshotOf(t *testing.T, s string) SnapshotPage {
	return SnapshotPage{
		Frame: Frame{Title: s}, State: tale(t, s), N: 1,
		Page:  port.Page{URL: s, FinalURL: s + "/", Title: s, Author: s, Site: s, Published: s, Language: s, Type: s, Extractor: s, Hash: s, Fetched: day, Text: s},
		Parts: []SnapshotPart{{Text: s + "\n\n" + s}, {Text: strings.ReplaceAll(s, "\n", " "), Claim: 1}, {Text: s}, {Text: s, Claim: 1}},
	}
}

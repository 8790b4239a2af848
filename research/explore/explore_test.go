package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/explore"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/researchtest"
	"assay/research/task"
)

func TestMethod(t *testing.T) {
	worlds, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(worlds) < 7 {
		t.Fatalf("%d worlds, %v", len(worlds), err)
	}
	for _, file := range worlds {
		t.Run(filepath.Base(file), func(t *testing.T) { researchtest.TestMethod(t, explore.Method, file) })
	}
}

func TestADepthSetsRoundsSearchesAndPages(t *testing.T) {
	for name, want := range map[string]struct{ rounds, dives, queries, pages int }{
		"": {4, 3, 3, 3}, "quick": {2, 2, 2, 2}, "moderate": {4, 3, 3, 3}, "comprehensive": {6, 3, 4, 4},
	} {
		t.Run(name, func(t *testing.T) {
			w := new(topic)
			s := w.do(t, research.Options{Depth: name, Alone: true}, new(engine.MemStore))
			if s.Status != research.Done || s.Map == nil || s.Map.Round != want.rounds {
				t.Fatalf("%s %s: map %+v", s.Status, s.Reason, s.Map)
			}
			chosen := want.dives * (want.rounds - 1)
			if len(s.Angles) != 6+chosen || len(w.queries) != 6+chosen*want.queries || len(s.Pages) != (6+chosen)*want.pages {
				t.Errorf("%d branches, %d queries, %d pages", len(s.Angles), len(w.queries), len(s.Pages))
			}
			for _, a := range s.Angles[:6] {
				if a.Round != 1 || w.queries[a.Query] != 1 {
					t.Errorf("the scan makes one search for each branch: %+v", a.AnglePlanned)
				}
			}
			if s.Angles[6].Label != "Dive 1.1?" || s.Angles[6].Task != research.DeepDive {
				t.Errorf("the first dive is %+v", s.Angles[6].AnglePlanned)
			}
		})
	}
	if d := explore.Method.Depths[0]; d.Name != "moderate" || len(explore.Method.Depths) != 3 {
		t.Errorf("the default is %+v", d)
	}
}

func TestTheMapAsJSON(t *testing.T) {
	s := new(topic).do(t, research.Options{}, new(engine.MemStore), `{"branches": ["Open 1.2"]}`, `{"finalize": true}`)
	data, err := json.Marshal(s.Map)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	at := func(list string, i int) map[string]any { return m[list].([]any)[i].(map[string]any) }
	if m["topic"] != "What of it?" || m["depth"] != "moderate" || m["round"] != 2.0 || m["rounds"] != "3–4, at most 20" {
		t.Errorf("the map is %s", data)
	}
	seventh := at("explored", 6)
	if seventh["branch"] != "Open 1.2" || seventh["summary"] != "s" || len(seventh["sources"].([]any)) == 0 || seventh["confidence"] != "high" {
		t.Errorf("explored: %v", seventh)
	}
	if open := at("available", 0); open["branch"] != "Open 2.1" || open["preview"] != "p" {
		t.Errorf("available: %v", open)
	}
	if d := at("suggested_deep_dives", 0); d["question"] != "Dive 2.1?" || d["because"] != "b" {
		t.Errorf("deep dives: %v", d)
	}
	h := at("history", 1)
	if h["round"] != 2.0 || !slices.Equal(h["branches"].([]any), []any{"Open 1.2"}) || h["timestamp"] != "0001-01-01" || h["chosen"] != "picked" {
		t.Errorf("history: %v", h)
	}
}

func TestAMapHasRoomForTenBranchesFiveDivesAndThreeFindings(t *testing.T) {
	s := new(topic).do(t, research.Options{}, new(engine.MemStore), `{"question": "Own?"}`, `{"continue": true}`, `{"finalize": true}`)
	if m := s.Map; len(m.Available) != 10 || len(m.Dives) != 5 || len(m.KeyFindings) != 3 {
		t.Fatalf("%d branches, %d dives, %d findings", len(m.Available), len(m.Dives), len(m.KeyFindings))
	}
	if n := len(s.Report.Gaps); n != 21 { // those that found no room are gaps as well
		t.Errorf("%d gaps", n)
	}
	if q := s.Report.OpenQuestions; !slices.Contains(q, "Dive 3.1?") {
		t.Errorf("open questions are %q", q)
	}
}

func TestNoExplorationMakesMoreThanTwentyRounds(t *testing.T) {
	s := new(topic).do(t, research.Options{Depth: "quick"}, new(engine.MemStore), slices.Repeat([]string{`{"continue": true}`}, 25)...)
	if s.Status != research.Done || s.Map.Round != 20 || s.Offer.Label != "round 19" {
		t.Fatalf("%s after round %d", s.Status, s.Map.Round)
	}
	if !slices.ContainsFunc(s.Report.Notes, func(n string) bool { return strings.Contains(n, "after round 20") }) {
		t.Errorf("notes are %q", s.Report.Notes)
	}
	if n := len(s.Claims) - len(s.Report.Omitted); n != 1 || !slices.ContainsFunc(s.Report.Notes, func(n string) bool { return strings.Contains(n, "the 120 weightiest of") }) {
		t.Errorf("%d claims used, notes %q", n, s.Report.Notes)
	}
}

func TestARunThatMaySpendNoMoreAsksNobodyAndReports(t *testing.T) {
	w := new(topic)
	// The plan, six branches and the map take 80 of the 85 that are not the writer's.
	s := w.do(t, research.Options{Budget: research.Budget{Tokens: 100}}, new(engine.MemStore), `{"continue": true}`)
	if s.Status != research.Partial || s.Reason != "budget spent" || len(s.Report.Findings) == 0 || s.Offer.Label != "round 1" {
		t.Fatalf("%s %s: %+v", s.Status, s.Reason, s.Report)
	}
	if s.Map.Round != 2 || w.asked(task.NameMap) != 1 || !slices.Contains(s.Report.Notes, "The exploration ended by itself after round 2: budget spent.") {
		t.Errorf("map of round %d, notes %q", s.Map.Round, s.Report.Notes)
	}
	if why := s.Report.Gaps[0]; why.What != "Dive 1.1?" || why.Why != "it could not be explored: budget spent" {
		t.Errorf("gaps are %+v", s.Report.Gaps)
	}
}

func TestARetryKeepsTheMapThatWasChosenFrom(t *testing.T) {
	w, store := new(topic), new(engine.MemStore)
	w.broken = func(req port.Request) error {
		if in, ok := req.Input.(*task.LearnTask); ok && strings.HasPrefix(in.Goal, "Branch 3") {
			return port.Fail(port.Unavailable, "the model is busy")
		}
		return nil
	}
	s := w.do(t, research.Options{}, store, `{"branches": ["Dive 1.3?"]}`, `{"finalize": true}`)
	if s.Status != research.Partial || s.Reason != "1 of 7 branches could not be explored: calls failed" {
		t.Fatalf("%s %s", s.Status, s.Reason)
	}
	if !slices.ContainsFunc(s.Map.Available, func(p research.Preview) bool { return p.Label == "Branch 3" && strings.Contains(p.Preview, "round 1") }) {
		t.Errorf("it is not offered again: %+v", s.Map.Available)
	}
	w.broken = nil
	if err := store.Append(t.Context(), "run", research.Event{Kind: research.Retried, Key: "retried", Data: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	maps := w.asked(task.NameMap)
	s = again(t, w.desk(), research.Options{}, store)
	if s.Status != research.Done || s.Angles[2].Studied.Failed != "" || s.Angles[6].Label != "Dive 1.3?" || w.asked(task.NameMap) != maps {
		t.Errorf("%s %s: %+v, %d maps", s.Status, s.Reason, s.Angles[2].Studied, w.asked(task.NameMap)-maps)
	}
}

func TestWhatIsToldOfTheAskerAndTheOthers(t *testing.T) {
	w := new(topic)
	w.do(t, research.Options{Depth: "comprehensive"}, new(engine.MemStore), `{"branches": ["Open 1.1"]}`, `{"finalize": true}`)
	i := slices.IndexFunc(w.inputs, func(in any) bool { _, ok := in.(*task.QueriesTask); return ok })
	q := w.inputs[i].(*task.QueriesTask)
	if len(q.Known) != 6 || q.Known[0] != "Branch 1: s" || len(q.Asked) != 6 || q.Min != 2 || q.Max != 4 || q.Goal != "Open 1.1 – p" {
		t.Errorf("a branch that was chosen is told %+v", q)
	}
	for _, in := range w.inputs {
		if l, ok := in.(*task.LearnTask); ok && (l.Min != 3 || l.Max != 5 || l.FollowUps == 0) {
			t.Errorf("a branch is to learn %d to %d facts", l.Min, l.Max)
		}
	}
}

func TestWithoutAnythingToSearchWithNothingIsAsked(t *testing.T) {
	w, store := new(topic), new(engine.MemStore)
	d := w.desk()
	d.Searcher = nil
	d.Past = func(_ context.Context, _ string) ([]research.PastReport, error) {
		return []research.PastReport{{Run: "old"}}, nil
	}
	s := again(t, d, research.Options{}, store)
	if s.Status != research.FailedRun || s.Reason != gather.ErrNoSearch.Error() || len(w.tasks) > 0 || s.Offer != nil {
		t.Errorf("%s %s", s.Status, s.Reason)
	}
}

func TestWhichEarlierReportIsBuiltOn(t *testing.T) {
	past := func(context.Context, string) ([]research.PastReport, error) {
		return []research.PastReport{{Run: "old", Question: "Old?"}}, nil
	}
	failing := func(context.Context, string) ([]research.PastReport, error) { return nil, errors.New("no index") }
	for name, c := range map[string]struct {
		past         func(context.Context, string) ([]research.PastReport, error)
		choice, note string
	}{
		"fresh":       {past, `{"from": ""}`, ""},
		"not offered": {past, `{"from": "other"}`, "none of those offered"},
		"gone since":  {past, `{"from": "old"}`, "no longer there"},
		"no index":    {failing, `{}`, "could not be looked up (no index)"},
	} {
		t.Run(name, func(t *testing.T) {
			store := new(engine.MemStore)
			for label, choice := range map[string]string{research.OfferPast: c.choice, "round 1": `{"finalize": true}`} {
				e := research.Event{Kind: research.Chosen, Key: research.ChoiceKey(label), Label: label, Data: json.RawMessage(choice)}
				if err := store.Append(t.Context(), "run", e); err != nil {
					t.Fatal(err)
				}
			}
			d := new(topic).desk()
			d.Past = c.past
			s := again(t, d, research.Options{}, store)
			if s.Status != research.Done || len(s.Premises) > 0 || !strings.Contains(fmt.Sprint(s.Report.Notes), c.note) || c.note == "" && len(s.Report.Notes) > 0 {
				t.Errorf("%s %s: notes %q", s.Status, s.Reason, s.Report.Notes)
			}
		})
	}
}

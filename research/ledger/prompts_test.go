package ledger_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/ledger"
	"assay/research/port"
	"assay/research/researchtest"
)

// A listener writes down what the model of a world is asked, by role, and how
// many workers are at work at once.
type listener struct {
	*researchtest.World
	mu      sync.Mutex
	prompts map[string][]string
	working int
	most    int
}

func (l *listener) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	l.mu.Lock()
	l.prompts[req.Role] = append(l.prompts[req.Role], req.Prompt)
	if strings.HasPrefix(req.Role, "worker") {
		l.working++
		l.most = max(l.most, l.working)
	}
	l.mu.Unlock()
	resp, err := l.World.Generate(ctx, req)
	l.mu.Lock()
	defer l.mu.Unlock()
	if strings.HasPrefix(req.Role, "worker") {
		l.working--
	}
	return resp, err
}

// in runs the method in a world and returns what was asked and how it ended.
func in(t *testing.T, file string, change func(*research.Info, *engine.Desk)) (*listener, research.Ending, *research.State) {
	t.Helper()
	w, err := researchtest.LoadWorld("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{World: w, prompts: make(map[string][]string)}
	info, desk := w.Info(), w.Desk()
	desk.Model = l
	if change != nil {
		change(&info, &desk)
	}
	store := new(engine.MemStore)
	end, err := desk.Do(t.Context(), ledger.Method, store, info)
	if err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), info.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(info)
	s.Add(events...)
	return l, end, s
}

// one returns the only prompt that a role was given.
func (l *listener) one(t *testing.T, role string) string {
	t.Helper()
	if len(l.prompts[role]) != 1 {
		t.Fatalf("%s was asked %d times", role, len(l.prompts[role]))
	}
	return l.prompts[role][0]
}

func TestEveryoneSeesTheirOwnOnly(t *testing.T) {
	l, _, _ := in(t, "tea.txtar", nil)
	for _, c := range []struct {
		role       string
		with, lack []string
	}{
		{"worker 1", []string{"#1 [E1]", "#7 [E7]", "#25 [E25]"}, []string{"[E19]"}},
		{"worker 2", []string{"#19 [E19]", "#7 [E7]", "#8 [E8]"}, []string{"[E1]", "[E25]"}},
		{"reviewer 1", []string{"#1 Finding", "#3 Finding", "#6 Finding", "By tradition, Emperor Shennong"}, []string{"#2 Finding", "#4 Finding", "#5 Finding"}},
		{"reviewer 2", []string{"#2 Finding", "#5 Finding", "#7 Finding"}, []string{"#1 Finding", "#4 Finding", "#6 Finding"}},
		{"critic", []string{"#1 Finding, decision-critical", "#2 Finding, ordinary", "#5 Finding", "#7 Finding, surprising", "Against it speaks:", "Where sources disagree:"}, []string{"#3 Finding", "#4 Finding", "#6 Finding"}},
		{"writer", []string{"#1 On Oldest tea;", "#3 On Oldest coffee;", "Part answer: Answer. One point", "Where sources disagree:", "drunk hot"}, []string{"2737", "most popular", "#4 On"}},
	} {
		prompt := l.one(t, c.role)
		for _, w := range append(c.with, "Today is 2026-11-21.", "Question: Is tea older than coffee?") {
			if !strings.Contains(prompt, w) {
				t.Errorf("%s is not told %q:\n%s", c.role, w, prompt)
			}
		}
		for _, w := range c.lack {
			if strings.Contains(prompt, w) {
				t.Errorf("%s is told %q", c.role, w)
			}
		}
	}
	for _, p := range append(l.prompts["planner"], l.prompts["lead"]...) {
		if !strings.Contains(p, "Today is 2026-11-21.") {
			t.Errorf("no date in\n%s", p)
		}
	}
}

func TestNoMoreWorkersThanResearchersWorkAtOnce(t *testing.T) {
	if l, _, _ := in(t, "limits.txtar", nil); l.most != 1 {
		t.Errorf("%d workers at once", l.most)
	}
}

func TestAWorkerThatFailedIsAskedOnceMoreWithHalfItsEvidence(t *testing.T) {
	l, _, _ := in(t, "failed.txtar", nil)
	if n := len(l.prompts["worker 1"]); n != 2 {
		t.Fatalf("worker 1 was asked %d times", n)
	}
	for _, w := range []string{"[E1]", "[E2]"} { // the central ones
		if !strings.Contains(l.prompts["worker 1"][1], w) {
			t.Errorf("the second time it does not see %s", w)
		}
	}
	if strings.Contains(l.prompts["worker 1"][1], "[E3]") {
		t.Error("the second time it sees more than half")
	}
	if n := len(l.prompts["worker 2"]); n != 1 { // one piece has no half
		t.Errorf("worker 2 was asked %d times", n)
	}
}

func TestNothingThatNobodyReviewedIsReported(t *testing.T) {
	_, end, s := in(t, "budget.txtar", func(i *research.Info, _ *engine.Desk) { i.Options.Budget.Tokens = 140 })
	if end.State != research.Partial || end.Reason != "budget spent" || len(end.Report.Findings) != 0 || len(s.Proposals) != 2 {
		t.Fatalf("%s (%s), %d findings of %d", end.State, end.Reason, len(end.Report.Findings), len(s.Proposals))
	}
	if r := end.Report; !strings.Contains(r.Summary, "2 left unreviewed") || len(r.Gaps) != 4 || !strings.Contains(r.Partial, "could be reviewed") {
		t.Errorf("%s\n%v\n%s", r.Summary, r.Gaps, r.Partial)
	}
	for _, c := range s.Claims {
		if c.Judged == nil || c.Judged.Outcome != research.Unverified {
			t.Errorf("claim %d: %+v", c.ID, c.Judged)
		}
	}
}

func TestWithoutASearchEngineNothingIsAnswered(t *testing.T) {
	l, end, _ := in(t, "tea.txtar", func(_ *research.Info, d *engine.Desk) { d.Searcher = nil })
	if end.State != research.FailedRun || end.Reason != gather.ErrNoSearch.Error() || len(l.prompts) != 0 {
		t.Errorf("%s: %s, asked %v", end.State, end.Reason, l.prompts)
	}
}

func TestThePlanSaysWhatItWillBeFollowedWith(t *testing.T) {
	w, err := researchtest.LoadWorld("testdata/injected.txtar")
	if err != nil {
		t.Fatal(err)
	}
	store := new(engine.MemStore)
	choice := research.Event{Kind: research.Chosen, Key: research.ChoiceKey(research.OfferPlan), Label: research.OfferPlan,
		Data: []byte(`{"summary": "", "angles": [{"label": "Only", "query": "pill trial", "rationale": ""}]}`)}
	if err := store.Append(t.Context(), "run", choice); err != nil {
		t.Fatal(err)
	}
	info := w.Info()
	if _, err := w.Desk().Do(t.Context(), ledger.Method, store, info); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), info.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind != research.Offered {
			continue
		}
		for _, want := range []string{`"into":"subtopics"`, `"max":3`, `"about":"Depth standard, up to 2 rounds, 3 researchers."`} {
			if !strings.Contains(string(e.Data), want) && !strings.Contains(strings.ReplaceAll(string(e.Data), `\"`, `"`), want) {
				t.Errorf("the offer lacks %s: %s", want, e.Data)
			}
		}
		return
	}
	t.Error("no plan was offered")
}

package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/researchtest"
	"assay/research/verify"
)

// A model's answer that is of no use is paid for and journaled; a retry must
// ask again all the same.
func TestRetryAsksAgainForAnswersOfNoUse(t *testing.T) {
	store := new(engine.MemStore)
	var broken atomic.Bool
	broken.Store(true)
	e := newEngine(store, textModel(func(req port.Request) string {
		if broken.Load() && req.Role == "a" {
			return "no JSON at all"
		}
		return `{"word": "` + req.Role + `"}`
	}), poll("a"))
	info, end := start(t, e, store, research.Options{})
	if s := end(); s.Status != research.FailedRun || s.Usage.Calls != 2 {
		t.Fatalf("%s %s after %d calls, want failed after two", s.Status, s.Reason, s.Usage.Calls)
	}
	broken.Store(false)
	for range 2 { // the second finds nothing to do
		if err := e.Continue(t.Context(), info.ID, engine.Asker{}); err != nil {
			t.Fatal(err)
		}
		s := await(t, store, info, func(s *research.State) bool { return s.Retries == 1 && s.Status.Over() })
		if s.Status != research.Done || s.Report.Summary != "a " || s.Usage.Calls != 4 {
			t.Errorf("%s %s after %d calls, want done after 4", s.Status, s.Reason, s.Usage.Calls)
		}
	}
}

// A textModel answers with a text as it is.
type textModel func(port.Request) string

func (f textModel) Generate(_ context.Context, req port.Request) (port.Response, error) {
	return port.Response{Text: f(req), Finish: port.Complete, Model: "m", Usage: port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2}}, nil
}

// A page that is read on a retry only must not put cast votes in question:
// they are not paid for twice, and what is displaced is not told as judged.
func TestRetryKeepsCastVotes(t *testing.T) {
	w, err := researchtest.LoadWorld("../verify/testdata/tea.txtar")
	if err != nil {
		t.Fatal(err)
	}
	store := new(engine.MemStore)
	gate := &flakyFetcher{Fetcher: w, url: "https://legend.example/shennong"}
	gate.down.Store(true)
	e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		d := w.Desk()
		d.Fetcher = gate
		return d, nil
	}, 0, verify.Method)
	info, err := e.Start(t.Context(), w.Question, "verify", research.Options{})
	if err != nil {
		t.Fatal(err)
	}
	over := func(retries int) func(*research.State) bool {
		return func(s *research.State) bool { return s.Retries == retries && s.Status.Over() }
	}
	before := votes(t, store, await(t, store, info, over(0)))
	gate.down.Store(false)
	if err := e.Retry(t.Context(), info.ID, research.Budget{}, engine.Asker{}); err != nil {
		t.Fatal(err)
	}
	s := await(t, store, info, over(1))
	if after := votes(t, store, s); after != before+3 {
		t.Errorf("%d votes were paid for, then %d in all: want three more, on the new page's claim", before, after)
	}
	if len(s.Pages) != 4 || len(s.Claims) != 4 {
		t.Errorf("%d pages and %d claims, want 4 of each", len(s.Pages), len(s.Claims))
	}
}

// votes counts the answers that skeptics gave, by the journal.
func votes(t *testing.T, store engine.Store, s *research.State) (n int) {
	t.Helper()
	events, err := store.Events(t.Context(), s.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == research.Answered && strings.HasPrefix(e.Label, "skeptic") {
			n++
		}
	}
	return n
}

type flakyFetcher struct {
	port.Fetcher
	url  string
	down atomic.Bool
}

func (f *flakyFetcher) Fetch(ctx context.Context, url string) (port.Page, error) {
	if url == f.url && f.down.Load() {
		return port.Page{}, port.Fail(port.Unavailable, "HTTP 500")
	}
	return f.Fetcher.Fetch(ctx, url)
}

// A stop that a crash kept from taking effect takes effect on resume.
func TestAStopSurvivesACrash(t *testing.T) {
	store := new(engine.MemStore)
	info := research.Info{ID: "r", Question: "Why?", Method: "poll", Created: time.Now()}
	for _, err := range []error{
		accept(store, info),
		store.Append(t.Context(), "r", research.Event{Kind: research.Began, Key: "began/0"}),
		store.Append(t.Context(), "r", research.Event{Kind: research.Stopped, Key: "stopped/0"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var asked atomic.Int64
	e := newEngine(store, modelFunc(func(context.Context, port.Request) (string, error) {
		asked.Add(1)
		return "x", nil
	}), poll("a"))
	if _, err := e.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	if s.Status != research.Cancelled || asked.Load() != 0 {
		t.Errorf("%s after %d calls", s.Status, asked.Load())
	}
}

// Calls that a crash cut off may have been paid for: their worst case stays
// spent.
func TestCallsLostInACrashCountAgainstTheBudget(t *testing.T) {
	store := new(engine.MemStore)
	info := research.Info{ID: "r", Question: "Why?", Method: "poll", Created: time.Now()}
	info.Options.Budget.Tokens = 100
	lost, err := json.Marshal(research.StartedCall{Call: "ask/gone", Worst: port.Usage{Calls: 1, TokensIn: 80}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		accept(store, info),
		store.Append(t.Context(), "r", research.Event{Kind: research.Began, Key: "began/0"}),
		store.Append(t.Context(), "r", research.Event{Kind: research.Started, Key: "start/1/ask/gone", Data: lost}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	e := newEngine(store, modelFunc(say), poll("a")) // a call of 10: fits in 85 of 100, but not beside 80
	if _, err := e.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	if s.Usage.Tokens() > 20 || s.Status == research.Done {
		t.Errorf("%s %s: spent %d beside 80 that may be lost, of 100", s.Status, s.Reason, s.Usage.Tokens())
	}
}

// A run whose journal fails says so; it is not left waiting in silence.
func TestAFaultOfTheJournalIsTold(t *testing.T) {
	store := &brokenStore{Store: new(engine.MemStore)}
	e := newEngine(store, modelFunc(say), poll("a"))
	told := make(chan error, 1)
	e.Fault = func(_ research.Info, err error) { told <- err }
	if _, err := e.Start(t.Context(), "Why?", "poll", research.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := <-told; !errors.Is(err, errFull) {
		t.Errorf("told %v", err)
	}
}

var errFull = errors.New("disk full")

type brokenStore struct{ engine.Store }

func (s *brokenStore) Append(ctx context.Context, run string, events ...research.Event) error {
	if slices.ContainsFunc(events, func(e research.Event) bool { return e.Kind == research.Answered }) {
		return errFull
	}
	return s.Store.Append(ctx, run, events...)
}

// A run that another process is at work on is taken over once that is dead.
func TestARunIsTakenOverFromADeadProcess(t *testing.T) {
	store := new(engine.MemStore)
	info := research.Info{ID: "r", Question: "Why?", Method: "poll", Created: time.Now()}
	if _, err := store.Accept(t.Context(), engine.Admission{Info: info}); err != nil {
		t.Fatal(err)
	}
	unlock, _, err := store.Lock("r")
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(store, modelFunc(say), poll("a"))
	if _, err := e.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	unlock()
	if s := await(t, store, info, func(s *research.State) bool { return s.Status.Over() }); s.Status != research.Done {
		t.Errorf("%s %s", s.Status, s.Reason)
	}
}

// No two answers of no use are so in the same words, but they are one failure.
func TestTheBreakerSeesThroughWords(t *testing.T) {
	store := new(engine.MemStore)
	var roles []string
	for i := range 50 {
		roles = append(roles, "voter "+string(rune('a'+i)))
	}
	var asked atomic.Int64
	e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		return engine.Desk{Parallel: 1, Model: textModel(func(req port.Request) string {
			asked.Add(1)
			return `{"word": ` + req.Role
		})}, nil
	}, 0, poll(roles...))
	_, end := start(t, e, store, research.Options{})
	if s := end(); s.Status != research.FailedRun || asked.Load() > 14 {
		t.Errorf("%s %q after %d calls", s.Status, s.Reason, asked.Load())
	}
}

// What comes first is done first, so that a budget that runs out leaves the
// least important undone.
func TestInOrderBeginsInOrder(t *testing.T) {
	items := []int{0, 1, 2, 3, 4, 5, 6, 7}
	var begun []int
	out, err := engine.InOrder(t.Context(), 1, items, func(_ context.Context, i int) (int, error) {
		begun = append(begun, i)
		return i * i, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range items {
		if begun[i] != i || out[i] != i*i {
			t.Fatalf("begun %v, got %v", begun, out)
		}
	}
}

// accept has a store accept a run.
func accept(s engine.Store, info research.Info) error {
	_, err := s.Accept(context.Background(), engine.Admission{Info: info})
	return err
}

// The journal says which programs worked on a run, and by which keys.
func TestTheJournalSaysWhoWorkedOnARun(t *testing.T) {
	store := new(engine.MemStore)
	m := poll("a")
	m.Keys = 3
	info := research.Info{ID: "r", Question: "Why?", Method: "poll", Created: time.Now()}
	for _, version := range []string{"1.0", "1.0", "1.1"} {
		d := engine.Desk{Model: modelFunc(say), Version: version}
		if _, err := d.Do(t.Context(), m, store, info); err != nil {
			t.Fatal(err)
		}
	}
	events, err := store.Events(t.Context(), "r", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(info)
	s.Add(events...)
	if got := fmt.Sprint(s.Programs); got != "[1.0 1.1]" {
		t.Errorf("it was %s", got)
	}
	if got := *research.DataOf[research.Release](events[0]); got != (research.Release{Program: "1.0", Keys: 3}) {
		t.Errorf("it began with %+v", got)
	}
}

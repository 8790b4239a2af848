package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
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

func TestMemStore(t *testing.T) {
	researchtest.TestJournal(t, func(*testing.T) research.Journal { return new(engine.MemStore) })
	researchtest.TestStore(t, func(*testing.T) engine.Store { return new(engine.MemStore) })
}

// word is the answer of the models in these tests.
type word struct {
	Word string `json:"word"`
}

// A modelFunc is a model made of a function; it answers with one word.
type modelFunc func(ctx context.Context, req port.Request) (string, error)

func (f modelFunc) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	s, err := f(ctx, req)
	if err != nil {
		return port.Response{}, err
	}
	data, _ := json.Marshal(word{s})
	return port.Response{Text: string(data), Finish: port.Complete, Model: "m", Usage: port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2}}, nil
}

// say is the answer to a request: its role.
func say(_ context.Context, req port.Request) (string, error) { return req.Role, nil }

// poll is a method that asks the given roles side by side, then the writer.
func poll(roles ...string) *engine.Method {
	return &engine.Method{Name: "poll", Phases: []string{"ask", "write"}, Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		if err := r.Enter(ctx, "ask"); err != nil {
			return nil, err
		}
		var seats []engine.Task
		for _, role := range roles {
			seats = append(seats, engine.Task{Role: role, Name: "poll", Prompt: r.Question})
		}
		answers, err := engine.Panel[word](ctx, r, seats)
		if err != nil {
			return nil, err
		}
		rep := &research.Report{}
		for _, a := range answers {
			if a.Err != nil {
				rep.Notes = append(rep.Notes, a.Err.Error())
			} else {
				rep.Summary += a.Value.Word + " "
			}
		}
		if rep.Summary == "" {
			return nil, answers[0].Err
		}
		_, err = engine.Ask[word](ctx, r, engine.Task{Role: engine.Writer, Name: "write", Prompt: rep.Summary})
		return rep, err
	}}
}

// nowhere is a search engine that finds nothing.
type nowhere struct{}

func (nowhere) Search(context.Context, port.Query) (port.Results, error) {
	return port.Results{}, nil
}

func newEngine(store engine.Store, m port.Model, methods ...*engine.Method) *engine.Engine {
	return engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		return engine.Desk{Model: m, Searcher: nowhere{}, Grace: time.Nanosecond, Worst: func(port.Request) port.Usage {
			return port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2}
		}}, nil
	}, 0, methods...)
}

// start starts a run and returns it with a function that waits for its end.
func start(t *testing.T, e *engine.Engine, store engine.Store, o research.Options) (research.Info, func() *research.State) {
	t.Helper()
	info, err := e.Start(t.Context(), "Why?", "poll", o)
	if err != nil {
		t.Fatal(err)
	}
	return info, func() *research.State {
		return await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	}
}

// await follows the journal until the state is as wanted.
func await(t *testing.T, store engine.Store, info research.Info, ok func(*research.State) bool) *research.State {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s := research.NewState(info)
	for !ok(s) {
		if err := store.Wait(ctx, info.ID, s.Seq); err != nil {
			t.Fatalf("%v; the run is %s %s in %s", err, s.Status, s.Reason, s.Phase)
		}
		events, err := store.Events(ctx, info.ID, s.Seq)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(events...)
	}
	return s
}

func TestStartRefusesBadQuestions(t *testing.T) {
	e := newEngine(new(engine.MemStore), modelFunc(say), poll("a"))
	for _, q := range []string{"", " \n ", "a\xffb", strings.Repeat("é", engine.MaxQuestion+1)} {
		if _, err := e.Start(t.Context(), q, "poll", research.Options{}); err == nil {
			t.Errorf("%.20q was accepted", q)
		}
	}
	if _, err := e.Start(t.Context(), "Why?", "none", research.Options{}); err == nil {
		t.Error("an unknown method was accepted")
	}
}

func TestRetryAsksOnlyForWhatFailed(t *testing.T) {
	store := new(engine.MemStore)
	var asked, failing atomic.Int64
	failing.Store(1)
	e := newEngine(store, modelFunc(func(ctx context.Context, req port.Request) (string, error) {
		asked.Add(1)
		if req.Role == "b" && failing.Load() == 1 {
			return "", port.Fail(port.Unavailable, "busy")
		}
		return req.Role, nil
	}), poll("a", "b", "c"))
	info, end := start(t, e, store, research.Options{})
	s := end()
	if s.Report.Summary != "a c " || len(s.Report.Notes) != 1 || asked.Load() != 4 {
		t.Fatalf("%q, notes %q, %d calls", s.Report.Summary, s.Report.Notes, asked.Load())
	}
	failing.Store(0)
	if err := e.Retry(t.Context(), info.ID, research.Budget{}, engine.Asker{}); err != nil {
		t.Fatal(err)
	}
	s = await(t, store, info, func(s *research.State) bool { return s.Retries == 1 && s.Status.Over() })
	if s.Report.Summary != "a b c " || asked.Load() != 6 { // b again, and the writer on what is new
		t.Errorf("%q after %d calls, want all three after 6", s.Report.Summary, asked.Load())
	}
}

func TestHurryWritesUpWhatThereIs(t *testing.T) {
	store := new(engine.MemStore)
	release := make(chan struct{})
	e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		return engine.Desk{Parallel: 1, Model: modelFunc(func(ctx context.Context, req port.Request) (string, error) {
			if req.Role != engine.Writer {
				<-release
			}
			return req.Role, nil
		})}, nil
	}, 0, poll("a", "b", "c"))
	info, end := start(t, e, store, research.Options{})
	await(t, store, info, func(s *research.State) bool { return len(s.Calls) == 1 })
	if err := e.Hurry(t.Context(), info.ID); err != nil {
		t.Fatal(err)
	}
	await(t, store, info, func(s *research.State) bool { return s.Hurried })
	// The run sees the event on its own time; give it a call that is in flight
	// until it has.
	go func() {
		for range 3 {
			release <- struct{}{}
		}
	}()
	s := end()
	if s.Status != research.Partial && s.Status != research.Done || s.Report == nil {
		t.Errorf("%s %s", s.Status, s.Reason)
	}
	if s.Status == research.Partial && s.Reason != "asked to write up" {
		t.Errorf("reason %q", s.Reason)
	}
}

func TestStopCutsCallsAndKeepsTheEvidence(t *testing.T) {
	store := new(engine.MemStore)
	e := newEngine(store, modelFunc(func(ctx context.Context, req port.Request) (string, error) {
		if req.Role == "slow" {
			<-ctx.Done()
			return "", ctx.Err()
		}
		return req.Role, nil
	}), poll("a", "slow"))
	info, end := start(t, e, store, research.Options{})
	await(t, store, info, func(s *research.State) bool { return s.Usage.Calls == 1 && len(s.Calls) == 2 })
	if err := e.Stop(t.Context(), info.ID); err != nil {
		t.Fatal(err)
	}
	s := end()
	if s.Status != research.Cancelled || s.Usage.Calls != 1 {
		t.Errorf("%s after %d paid calls", s.Status, s.Usage.Calls)
	}
	for _, c := range s.Calls {
		if c.Failed != "" {
			t.Errorf("a cut call is not a failed one: %+v", c)
		}
	}
}

// A graceful stop waits for calls in flight and pays nothing twice; the next
// start carries on.
func TestCloseBringsCallsHomeAndResumeCarriesOn(t *testing.T) {
	store := new(engine.MemStore)
	var asked atomic.Int64
	sent, release := make(chan struct{}), make(chan struct{})
	first := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		return engine.Desk{Model: modelFunc(func(ctx context.Context, req port.Request) (string, error) {
			if asked.Add(1) == 1 {
				close(sent)
			}
			<-release
			return req.Role, nil
		})}, nil
	}, 0, poll("a"))
	info, err := first.Start(t.Context(), "Why?", "poll", research.Options{})
	if err != nil {
		t.Fatal(err)
	}
	<-sent
	closed := make(chan error)
	go func() { closed <- first.Close(t.Context()) }()
	for closing := false; !closing; runtime.Gosched() {
		_, err := first.Start(t.Context(), "", "poll", research.Options{})
		closing = errors.Is(err, engine.ErrClosing)
	}
	close(release)
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	second := newEngine(store, modelFunc(func(ctx context.Context, req port.Request) (string, error) {
		asked.Add(1)
		return req.Role, nil
	}), poll("a"))
	if n, err := second.Resume(t.Context()); err != nil || n == 0 {
		t.Fatalf("%d runs resumed, %v", n, err)
	}
	s := await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	if s.Status != research.Done || s.Usage.Calls != 2 {
		t.Errorf("%s %s after %d paid calls, want done after 2", s.Status, s.Reason, s.Usage.Calls)
	}
	if err := second.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestAFatalFailureEndsTheRunAtOnce(t *testing.T) {
	store := new(engine.MemStore)
	var asked atomic.Int64
	e := newEngine(store, modelFunc(func(ctx context.Context, req port.Request) (string, error) {
		asked.Add(1)
		return "", port.Fail(port.Fatal, "the key is not valid: set OPENAI_API_KEY")
	}), poll("a"))
	_, end := start(t, e, store, research.Options{})
	if s := end(); s.Status != research.FailedRun || !strings.Contains(s.Reason, "OPENAI_API_KEY") || asked.Load() != 1 {
		t.Errorf("%s %q after %d calls", s.Status, s.Reason, asked.Load())
	}
}

// With everything failing alike from some call on, the run stops paying: at
// most eight calls, however many may be in flight.
func TestTheBreakerStopsPayingHoweverManyCallsFly(t *testing.T) {
	for _, parallel := range []int{1, 8, 64} {
		for _, good := range []int64{0, 1, 20} {
			if good > 0 && parallel > 8 {
				continue // what is in flight when the failing begins is paid for
			}
			store := new(engine.MemStore)
			var asked, bad atomic.Int64
			heard := make(chan struct{}) // closed once calls that fail have all the places, so every good one was heard
			var roles []string
			for i := range 100 {
				roles = append(roles, fmt.Sprint("voter ", i+1))
			}
			e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
				return engine.Desk{Parallel: parallel, Model: modelFunc(func(ctx context.Context, req port.Request) (string, error) {
					if asked.Add(1) <= good {
						return "yes", nil
					}
					if bad.Add(1) == int64(parallel) {
						close(heard)
					}
					if good > 0 {
						<-heard
					}
					return "", port.Fail(port.Unavailable, "down")
				})}, nil
			}, 0, poll(roles...))
			_, end := start(t, e, store, research.Options{})
			if end(); bad.Load() > 8 {
				t.Errorf("%d in flight, %d good calls: %d calls failed, want at most 8", parallel, good, bad.Load())
			}
		}
	}
}

// With everything failing alike, the run stops paying: at most eight calls.
func TestTheBreakerStopsPayingForTheSameFailure(t *testing.T) {
	store := new(engine.MemStore)
	var asked atomic.Int64
	var roles []string
	for i := range 50 {
		roles = append(roles, fmt.Sprint("voter ", i+1))
	}
	e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
		return engine.Desk{Parallel: 2, Model: modelFunc(func(ctx context.Context, req port.Request) (string, error) {
			asked.Add(1)
			return "", port.Fail(port.Invalid, "no JSON")
		})}, nil
	}, 0, poll(roles...))
	_, end := start(t, e, store, research.Options{})
	if s := end(); s.Status != research.FailedRun || s.Reason != "no JSON" || asked.Load() > 8 {
		t.Errorf("%s %q after %d calls, want at most 8", s.Status, s.Reason, asked.Load())
	}
}

// Calls in flight hold their worst case; others wait for what is left over
// instead of being refused.
func TestABudgetIsUsedUpButNeverOverdrawn(t *testing.T) {
	for limit := 1; limit < 80; limit++ {
		store := new(engine.MemStore)
		e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
			return engine.Desk{Model: modelFunc(say), Worst: func(port.Request) port.Usage {
				return port.Usage{Calls: 1, TokensIn: 8, TokensOut: 12} // twice what it comes to
			}}, nil
		}, 0, poll("a", "b", "c", "d", "e"))
		_, end := start(t, e, store, research.Options{Budget: research.Budget{Tokens: limit}})
		s := end()
		if s.Usage.Tokens() > limit {
			t.Errorf("limit %d: spent %d", limit, s.Usage.Tokens())
		}
		// All five fit one after another if the last one's worst case does.
		if share := 0.85 * float64(limit); share >= 60 && len(s.Report.Notes) > 0 {
			t.Errorf("limit %d: calls were refused that there was money for: %q", limit, s.Report.Notes)
		}
	}
}

// A panic fails the run or the call that it is in, and the journal keeps its stack.
func TestAPanicFailsTheRunAndLeavesItsStack(t *testing.T) {
	broken := modelFunc(func(context.Context, port.Request) (string, error) { panic("bug of the model") })
	for name, e := range map[string]func(engine.Store) *engine.Engine{
		"method: panic: bug": func(s engine.Store) *engine.Engine {
			return newEngine(s, modelFunc(say), &engine.Method{Name: "poll", Run: func(context.Context, *engine.Run) (*research.Report, error) { panic("bug") }})
		},
		"bug of the model": func(s engine.Store) *engine.Engine { return newEngine(s, broken, poll("a")) },
	} {
		store := new(engine.MemStore)
		info, end := start(t, e(store), store, research.Options{})
		s := end()
		events, err := store.Events(t.Context(), info.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		stack := ""
		for _, e := range events {
			switch e.Kind {
			case research.Ended:
				stack += research.DataOf[research.Ending](e).Stack
			case research.Failed:
				stack += research.DataOf[research.FailedCall](e).Stack
			}
		}
		if s.Status != research.FailedRun || !strings.Contains(stack, "engine_test.go") {
			t.Errorf("%s: %s %q, with the stack %q", name, s.Status, s.Reason, stack)
		}
	}
}

// An offer stands in the journal until it is answered, whatever happens to the
// process in between.
func TestAnOfferSurvivesARestart(t *testing.T) {
	w, err := researchtest.LoadWorld("../verify/testdata/tea.txtar")
	if err != nil {
		t.Fatal(err)
	}
	store := new(engine.MemStore)
	house := func() *engine.Engine {
		return engine.NewEngine(store, func(research.Info) (engine.Desk, error) { return w.Desk(), nil }, 0, verify.Method)
	}
	e := house()
	info, err := e.Start(t.Context(), w.Question, "verify", research.Options{Plan: true})
	if err != nil {
		t.Fatal(err)
	}
	before := await(t, store, info, func(s *research.State) bool { return s.Status == research.Waiting })
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	e = house()
	if _, err := e.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := await(t, store, info, func(s *research.State) bool { return s.Seq > before.Seq })
	if s.Status != research.Waiting || s.Offer == nil {
		t.Fatalf("after the restart the run is %s, want waiting", s.Status)
	}
	// Stopping and carrying on again leaves the offer where it was.
	if err := e.Stop(t.Context(), info.ID); err != nil {
		t.Fatal(err)
	}
	await(t, store, info, func(s *research.State) bool { return s.Status == research.Cancelled })
	if err := e.Retry(t.Context(), info.ID, research.Budget{}, engine.Asker{}); err != nil {
		t.Fatal(err)
	}
	s = await(t, store, info, func(s *research.State) bool { return s.Retries == 1 && s.Status == research.Waiting })
	var plan research.Plan
	if err := json.Unmarshal(s.Offer.Data, &plan); err != nil || len(plan.Angles) != 3 {
		t.Fatalf("offered %s, %v", s.Offer.Data, err)
	}
	plan.Angles = plan.Angles[:2]
	choice, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Choose(t.Context(), info.ID, "plan", choice); err != nil {
		t.Fatal(err)
	}
	s = await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	if len(s.Angles) != 2 || s.Report == nil {
		t.Errorf("%s %s with %d angles, want a report on the two that were kept", s.Status, s.Reason, len(s.Angles))
	}
}

func TestFailuresSurviveTheJournal(t *testing.T) {
	err := fmt.Errorf("ask: %w", port.Fail(port.TooLong, "8192 tokens"))
	if !errors.Is(err, &port.Failure{Class: port.TooLong}) || errors.Is(err, &port.Failure{Class: port.Refused}) {
		t.Error("a failure is known by its class")
	}
}

func TestAWaitingRunLeavesItsPlace(t *testing.T) {
	w, err := researchtest.LoadWorld("../verify/testdata/tea.txtar")
	if err != nil {
		t.Fatal(err)
	}
	store := new(engine.MemStore)
	e := engine.NewEngine(store, func(research.Info) (engine.Desk, error) { return w.Desk(), nil }, 1, verify.Method)
	waiting, err := e.Start(t.Context(), w.Question, "verify", research.Options{Plan: true})
	if err != nil {
		t.Fatal(err)
	}
	s := await(t, store, waiting, func(s *research.State) bool { return s.Status == research.Waiting })
	other, err := e.Start(t.Context(), w.Question, "verify", research.Options{})
	if err != nil {
		t.Fatal(err)
	}
	await(t, store, other, func(s *research.State) bool { return s.Status.Over() })
	if err := e.Choose(t.Context(), waiting.ID, "plan", s.Offer.Data); err != nil {
		t.Fatal(err)
	}
	if s := await(t, store, waiting, func(s *research.State) bool { return s.Status.Over() }); s.Report == nil {
		t.Errorf("%s %s", s.Status, s.Reason)
	}
}

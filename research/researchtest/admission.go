package researchtest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

// testAdmission tests what a store makes of requests that come side by side.
func testAdmission(t *testing.T, open func(*testing.T) engine.Store) {
	limited := engine.Asker{Client: []byte("client"), Limits: engine.Limits{Client: 3}}
	t.Run("of many at once as many as the limit allows", func(t *testing.T) {
		s := open(t)
		accepted, busy := acceptAll(t, s, 50, func(i int) engine.Admission {
			return engine.Admission{Info: fresh(fmt.Sprint("run ", i)), Asker: limited}
		})
		if len(accepted) != 3 || busy != 47 {
			t.Errorf("%d of 50 were accepted, %d refused; want 3 and 47", len(accepted), busy)
		}
		if runs, err := s.Unfinished(t.Context()); err != nil || len(runs) != 3 {
			t.Errorf("%d runs are unfinished, %v", len(runs), err)
		}
	})
	t.Run("a form that is sent many times is one run", func(t *testing.T) {
		s := open(t)
		runs, _ := acceptAll(t, s, 20, func(i int) engine.Admission {
			return engine.Admission{Info: fresh(fmt.Sprint("run ", i)), Form: "form", Asker: limited}
		})
		got, err := s.Redeemed(t.Context(), "form")
		if len(runs) != 1 || runs[got] != 20 || err != nil {
			t.Errorf("the form led to %v, and is redeemed by %q, %v", runs, got, err)
		}
		if _, err := s.Redeemed(t.Context(), "other form"); !errors.Is(err, research.ErrNotFound) {
			t.Errorf("a form that nobody sent: %v", err)
		}
	})
	t.Run("a retry is once, and within the limits", func(t *testing.T) {
		s := open(t)
		a := engine.Admission{Info: fresh("a"), Asker: limited}
		again := a
		again.Retry = &research.Retry{Budget: research.Budget{Tokens: 5}}
		if _, err := s.Accept(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Accept(t.Context(), again); !errors.Is(err, engine.ErrNotEnded) {
			t.Errorf("a run at work is tried again: %v", err)
		}
		end(t, s, "a", 0)
		if runs, _ := acceptAll(t, s, 9, func(int) engine.Admission { return again }); runs["a"] != 1 {
			t.Errorf("tried again %d times at once, want once", runs["a"])
		}
		if retried(t, s, "a") != 1 {
			t.Errorf("%d retried events, want 1", retried(t, s, "a"))
		}
		end(t, s, "a", 1)
		acceptAll(t, s, 3, func(i int) engine.Admission {
			return engine.Admission{Info: fresh(fmt.Sprint("run ", i)), Asker: limited}
		})
		if _, err := s.Accept(t.Context(), again); !isBusy(err) || retried(t, s, "a") != 1 {
			t.Errorf("a retry beyond the limit: %v, %d retried events", err, retried(t, s, "a"))
		}
		again.Client = []byte("another")
		if _, err := s.Accept(t.Context(), again); err != nil || retried(t, s, "a") != 2 {
			t.Errorf("a retry by another client: %v", err)
		}
	})
}

func fresh(id string) research.Info {
	return research.Info{ID: id, Question: "Q?", Method: "m", Created: time.Now().UTC().Truncate(time.Millisecond)}
}

// acceptAll has n requests accepted at once, and returns how often which run
// came of it, and how many were refused as beyond a limit.
func acceptAll(t *testing.T, s engine.Store, n int, request func(int) engine.Admission) (runs map[string]int, busy int) {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	runs = make(map[string]int)
	for i := range n {
		wg.Go(func() {
			run, err := s.Accept(t.Context(), request(i))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				runs[run]++
			case isBusy(err):
				busy++
			case !errors.Is(err, engine.ErrNotEnded):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	return runs, busy
}

func isBusy(err error) bool {
	_, busy := errors.AsType[*engine.BusyError](err)
	return busy
}

// end ends a run that was tried again before times already.
func end(t *testing.T, s engine.Store, run string, before int) {
	t.Helper()
	if err := s.Append(t.Context(), run, research.Event{Kind: research.Ended, Key: fmt.Sprintf("ended/%d", before)}); err != nil {
		t.Fatal(err)
	}
}

// retried returns how often a run was tried again.
func retried(t *testing.T, s engine.Store, run string) (n int) {
	t.Helper()
	events, err := s.Events(t.Context(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == research.Retried {
			n++
		}
	}
	return n
}

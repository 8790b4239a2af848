package llm

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

func TestRunsAreServedInTurnAndWithinThemTheLowestRank(t *testing.T) {
	var q queue
	waiting := make(map[chan struct{}]string)
	join := func(name, run string, rank int) waiter {
		w := q.add(port.Turn{Run: run, Rank: rank})
		waiting[w.turn] = name
		return w
	}
	join("a vote", "a", 2)
	join("a's other vote", "a", 2)
	gone := join("nobody", "b", 0)
	join("a plan", "a", 0)
	join("b vote", "b", 2)
	join("c plan", "c", 0)
	alone := join("nobody either", "d", 0)
	if !q.remove("b", gone) || !q.remove("d", alone) || q.remove("d", alone) {
		t.Error("who gives up is not found, or found again")
	}
	var served []string
	for len(q.lines) > 0 {
		served = append(served, waiting[q.next().turn])
		if len(served) == 3 {
			join("late b plan", "b", 0)
		}
	}
	want := []string{"a plan", "b vote", "c plan", "a vote", "late b plan", "a's other vote"}
	if !slices.Equal(served, want) {
		t.Errorf("served %q, want %q", served, want)
	}
}

// However many votes of one run wait, and whether for places or for the rates
// per minute, the one call of another that comes later is among the next two.
func TestALaterRunIsServedWithinItsShare(t *testing.T) {
	for name, fixed := range map[string]Limits{
		"few places":     {Parallel: 2},
		"few a minute":   {Parallel: 100, Requests: 2},
		"tokens are few": {Parallel: 100, Tokens: 200},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLimiter(fixed)
				var mu sync.Mutex
				var served []string
				call := func(run string) {
					p, err := l.acquire(t.Context(), port.Turn{Run: run}, 100)
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					served = append(served, run)
					mu.Unlock()
					time.Sleep(time.Second)
					l.release(p, nil)
				}
				var wg sync.WaitGroup
				for range 75 {
					wg.Go(func() { call("first") })
				}
				time.Sleep(time.Millisecond)
				mu.Lock()
				before := len(served)
				mu.Unlock()
				wg.Go(func() { call("later") })
				wg.Wait()
				if at := slices.Index(served, "later"); at-before > 2 || len(served) != 76 {
					t.Errorf("%d calls of 75 were served before the later run's, %d of them when it came", at, before)
				}
			})
		})
	}
}

// A spare call does not wait: not for a place, not for the rates, not out of a pause.
func TestASpareCallIsRefusedWhereItWouldWait(t *testing.T) {
	spare := port.Turn{Run: "a", Spare: true}
	cases := map[string]struct {
		fixed Limits
		busy  func(*testing.T, *limiter)
	}{
		"no place is free": {Limits{Parallel: 1}, func(t *testing.T, l *limiter) { l.acquire(t.Context(), port.Turn{}, 1) }},
		"the provider asks for a pause": {Limits{Parallel: 2}, func(t *testing.T, l *limiter) {
			p, _ := l.acquire(t.Context(), port.Turn{}, 1)
			l.release(p, newStatusError(429, http.Header{"Retry-After": {"7"}}, nil))
		}},
		"too many a minute":        {Limits{Parallel: 2, Requests: 1}, func(t *testing.T, l *limiter) { l.acquire(t.Context(), port.Turn{}, 1) }},
		"too many tokens a minute": {Limits{Parallel: 2, Tokens: 100}, func(t *testing.T, l *limiter) { l.acquire(t.Context(), port.Turn{}, 50) }},
		"somebody waits": {Limits{Parallel: 2, Requests: 1}, func(t *testing.T, l *limiter) {
			l.acquire(t.Context(), port.Turn{}, 1)
			go l.acquire(t.Context(), port.Turn{}, 1)
			synctest.Wait()
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLimiter(c.fixed)
				if p, err := l.acquire(t.Context(), spare, 1); err != nil {
					t.Fatalf("with nothing in the way: %v", err)
				} else {
					l.release(p, nil)
				}
				time.Sleep(time.Minute) // the rates recover
				c.busy(t, l)
				busy := l.busy
				if _, err := l.acquire(t.Context(), spare, 100); !errors.Is(err, errBusy) || l.busy != busy {
					t.Errorf("%v, %d busy", err, l.busy)
				}
			})
		})
	}
}

// A spare call that is refused for load is not made again, and holds the others
// back like any other refusal.
func TestASpareCallIsNotTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
			if n == 1 {
				busy("Retry-After", "5")(w, r, n)
				return
			}
			good(w, r)
		})
		c := client(t, hc)
		spare := request
		spare.Turn.Spare = true
		began := time.Now()
		if _, err := c.Generate(t.Context(), spare); classOf(t, err) != port.Unavailable || len(calls()) != 1 || time.Since(began) != 0 {
			t.Errorf("%v after %d requests and %v", err, len(calls()), time.Since(began))
		}
		if _, err := c.Generate(t.Context(), request); err != nil || time.Since(began) != 5*time.Second {
			t.Errorf("the next call: %v after %v", err, time.Since(began))
		}
	})
}

package llm

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

func TestABurstIsHeldToTheParallelBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var now, most int
		hc, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			now--
			mu.Unlock()
			good(w, r)
		})
		c := client(t, hc, func(cfg *Config) { cfg.Limits.Parallel = 5 })
		began := time.Now()
		var wg sync.WaitGroup
		for range 75 {
			wg.Go(func() {
				if _, err := c.Generate(t.Context(), request); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if most != 5 || time.Since(began) != 15*time.Second {
			t.Errorf("at most %d at once, %v in all", most, time.Since(began))
		}
	})
}

// 75 votes at once against a provider that allows two calls at a time: the
// failure that ended in 75 failed votes elsewhere.
func TestABurstAgainstATightProviderFinishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var now int
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
			mu.Lock()
			now++
			over := now > 2
			mu.Unlock()
			defer func() { mu.Lock(); now--; mu.Unlock() }()
			if over {
				busy("Retry-After", "2")(w, r, n)
				return
			}
			time.Sleep(time.Second)
			good(w, r)
		})
		c := client(t, hc)
		var failed int
		var wg sync.WaitGroup
		for range 75 {
			wg.Go(func() {
				if _, err := c.Generate(t.Context(), request); err != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		t.Logf("%d of 75 failed, %d requests", failed, len(calls()))
		if failed > 0 || len(calls()) > 75*13/10 {
			t.Errorf("%d of 75 failed, %d requests", failed, len(calls()))
		}
	})
}

func TestTheBoundHalvesOncePerBurstAndGrowsBack(t *testing.T) {
	l := newLimiter(Limits{Parallel: 8})
	refused := newStatusError(429, nil, nil)
	var permits []permit
	for range 8 {
		p, err := l.acquire(t.Context(), port.Turn{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		permits = append(permits, p)
	}
	for _, p := range permits {
		l.release(p, refused)
	}
	if l.bound != 4 || l.busy != 0 {
		t.Fatalf("bound %d, busy %d after a refused burst", l.bound, l.busy)
	}
	for range 4 + 5 + 6 + 7 + 4*patience {
		p, _ := l.acquire(t.Context(), port.Turn{}, 1)
		l.release(p, nil)
	}
	if l.bound != 8 {
		t.Errorf("bound %d after many successes", l.bound)
	}
}

func TestAPauseHoldsEveryoneBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Limits{Parallel: 2})
		p, _ := l.acquire(t.Context(), port.Turn{}, 1)
		l.release(p, newStatusError(429, http.Header{"Retry-After": {"7"}}, nil))
		began := time.Now()
		if _, err := l.acquire(t.Context(), port.Turn{}, 1); err != nil || time.Since(began) != 7*time.Second {
			t.Errorf("admitted after %v, %v", time.Since(began), err)
		}
	})
}

func TestRatesPerMinuteAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Limits{Parallel: 100, Requests: 60, Tokens: 6000})
		began := time.Now()
		for range 90 { // 60 at once, then one a second
			p, err := l.acquire(t.Context(), port.Turn{}, 10)
			if err != nil {
				t.Fatal(err)
			}
			l.release(p, nil)
		}
		if took := time.Since(began); took < 29*time.Second || took > 31*time.Second {
			t.Errorf("90 requests took %v", took)
		}
		began = time.Now()
		for range 3 {
			if _, err := l.acquire(t.Context(), port.Turn{}, 6000); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took < 2*time.Minute-time.Minute/2 {
			t.Errorf("18000 tokens took %v", took)
		}
	})
}

func TestLimitsAreLearnedFromHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Limits{Parallel: 8})
		l.learn(http.Header{
			"X-Ratelimit-Limit-Tokens": {"6000"}, "X-Ratelimit-Remaining-Tokens": {"1000"},
			"X-Ratelimit-Limit-Requests": {"nonsense"},
		})
		began := time.Now()
		if _, err := l.acquire(t.Context(), port.Turn{}, 2000); err != nil || time.Since(began) != 10*time.Second {
			t.Errorf("2000 tokens with 1000 left of 6000 a minute: %v, %v", time.Since(began), err)
		}
		fixed := newLimiter(Limits{Parallel: 8, Tokens: 100})
		fixed.learn(http.Header{"X-Ratelimit-Limit-Tokens": {"6000"}})
		if fixed.tokens.Burst() != 100 {
			t.Error("a configured limit is overridden")
		}
	})
}

func TestCallersWhoGiveUpLeaveTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Limits{Parallel: 1, Tokens: 60})
		p, _ := l.acquire(t.Context(), port.Turn{}, 60)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.acquire(ctx, port.Turn{}, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("queued: %v", err)
		}
		l.release(p, nil)
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.acquire(ctx, port.Turn{}, 60); err == nil || classify(err).class != port.Unavailable {
			t.Errorf("no room before the deadline: %v", err)
		}
		if l.busy != 0 || len(l.queue.lines) != 0 {
			t.Errorf("busy %d, queue %d", l.busy, len(l.queue.lines))
		}
	})
}

package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
)

// answered is the answer of the models in these tests.
type answered struct {
	Role string `json:"role"`
}

// A modelOf is a model made of a function that says what a call costs.
type modelOf func(context.Context, port.Request) (port.Usage, error)

func (f modelOf) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	u, err := f(ctx, req)
	return port.Response{Text: fmt.Sprintf(`{"role": %q}`, req.Role), Finish: port.Complete, Model: "m", Usage: u}, err
}

var (
	paid  = port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2}
	worst = port.Usage{Calls: 1, TokensIn: 10, TokensOut: 10}
)

// pass waits, unless ctx ends first.
func pass(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// work does a run and returns it as it was at its end, with its journal.
func work(t *testing.T, d Desk, store *MemStore, o research.Options, do func(context.Context, *Run) error) (*Run, []research.Event) {
	t.Helper()
	d.Worst = func(port.Request) port.Usage { return worst }
	var run *Run
	m := &Method{Name: "m", Run: func(ctx context.Context, r *Run) (*research.Report, error) {
		run = r
		return &research.Report{}, do(ctx, r)
	}}
	if _, err := d.Do(t.Context(), m, store, research.Info{ID: "r", Options: o}); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), "r", 0)
	if err != nil {
		t.Fatal(err)
	}
	again := d.stand(t.Context(), nil, store, research.Info{ID: "r", Options: o}, events)
	if run.purse.spent != again.purse.spent || run.purse.reserved != (port.Usage{}) || run.purse.flying != 0 {
		t.Errorf("the purse says %+v (%+v reserved, %d flying), the journal %+v", run.purse.spent, run.purse.reserved, run.purse.flying, again.purse.spent)
	}
	return run, events
}

// poll asks thirty voters at once.
func poll(ctx context.Context, r *Run) error { return pollOf(ctx, r, 0, 30) }

// pollOf asks some of the voters.
func pollOf(ctx context.Context, r *Run, from, to int) error {
	var seats []Task
	for i := from; i < to; i++ {
		seats = append(seats, Task{Role: fmt.Sprint("voter ", i), Name: task.NameVote})
	}
	_, err := Panel[answered](ctx, r, seats)
	return err
}

// A voting is a model that takes a second for each call, and counts them.
type voting struct {
	late func(ctx context.Context, req port.Request) (port.Usage, error) // answers the late ones

	mu   sync.Mutex
	sent map[string]int
}

func (v *voting) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	return modelOf(func(ctx context.Context, req port.Request) (port.Usage, error) {
		v.mu.Lock()
		if v.sent == nil {
			v.sent = make(map[string]int)
		}
		v.sent[req.Role]++
		v.mu.Unlock()
		if strings.HasSuffix(req.Role, "9") { // 9, 19, 29
			return v.late(ctx, req)
		}
		return paid, pass(ctx, time.Second)
	}).Generate(ctx, req)
}

// times is as many as paid usages.
func times(n int, u port.Usage) (sum port.Usage) {
	for range n {
		sum = sum.Add(u)
	}
	return sum
}

func TestAStragglerIsAskedAgainAndTheFirstGoodAnswerCounts(t *testing.T) {
	minute := func(ctx context.Context) (port.Usage, error) { return paid, pass(ctx, time.Minute) }
	cases := map[string]struct {
		late   func(context.Context, port.Request) (port.Usage, error) // voter 29's; 9 and 19 are as quick as the others
		slots  int
		budget research.Budget
		took   time.Duration // from when voter 29 is asked
		sent   int           // to voter 29
		spent  port.Usage
		failed bool
		hedge  research.Hedge // of voter 29's call
	}{
		"the second try wins, the first is cut off and counted at its worst": {
			late: func(ctx context.Context, req port.Request) (port.Usage, error) {
				if req.Turn.Spare {
					return paid, pass(ctx, time.Second)
				}
				err := pass(ctx, time.Minute)
				return port.Usage{}, err
			},
			took: 3 * time.Second, sent: 2, spent: times(30, paid).Add(worst), hedge: "unheard",
		},
		"the first try wins, the second says what it cost": {
			late: func(ctx context.Context, req port.Request) (port.Usage, error) {
				if req.Turn.Spare {
					return port.Usage{Calls: 1, TokensIn: 8}, pass(ctx, time.Minute)
				}
				return paid, pass(ctx, 5*time.Second)
			},
			took: 5 * time.Second, sent: 2, spent: times(31, paid).Sub(port.Usage{TokensOut: 2}), hedge: "paid",
		},
		"there is no third try": {
			late: func(ctx context.Context, _ port.Request) (port.Usage, error) { return minute(ctx) },
			took: time.Minute, sent: 2, spent: times(31, paid), hedge: "paid",
		},
		"a first try that fails waits for the second": {
			late: func(ctx context.Context, req port.Request) (port.Usage, error) {
				if req.Turn.Spare {
					return paid, pass(ctx, 10*time.Second)
				}
				pass(ctx, 5*time.Second)
				return port.Usage{}, port.Fail(port.Unavailable, "down")
			},
			took: 12 * time.Second, sent: 2, spent: times(30, paid), hedge: "free",
		},
		"a second try that fails leaves the first alone": {
			late: func(ctx context.Context, req port.Request) (port.Usage, error) {
				if req.Turn.Spare {
					return port.Usage{}, port.Fail(port.Unavailable, "no room")
				}
				return paid, pass(ctx, 10*time.Second)
			},
			took: 10 * time.Second, sent: 2, spent: times(30, paid), hedge: "free",
		},
		"both fail": {
			late: func(ctx context.Context, _ port.Request) (port.Usage, error) {
				pass(ctx, 10*time.Second)
				return port.Usage{}, port.Fail(port.Unavailable, "down")
			},
			took: 12 * time.Second, sent: 2, spent: times(29, paid), failed: true, hedge: "free",
		},
		"both run out of time": {
			late: func(ctx context.Context, _ port.Request) (port.Usage, error) {
				return port.Usage{}, pass(ctx, time.Hour)
			},
			took: pending + 2*time.Second, sent: 2, spent: times(29, paid).Add(times(2, worst)), failed: true, hedge: "unheard",
		},
		"without a free slot": {
			slots: 1, late: func(ctx context.Context, _ port.Request) (port.Usage, error) { return minute(ctx) },
			took: time.Minute, sent: 1, spent: times(30, paid),
		},
		"without budget for a second worst case": {
			budget: research.Budget{Tokens: 380}, // 85 % of it is 323; 290 are spent and 20 held
			late:   func(ctx context.Context, _ port.Request) (port.Usage, error) { return minute(ctx) },
			took:   time.Minute, sent: 1, spent: times(30, paid),
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked, back time.Time
				m := &voting{late: func(ctx context.Context, req port.Request) (port.Usage, error) {
					if req.Role != "voter 29" {
						return paid, pass(ctx, time.Second)
					}
					return c.late(ctx, req)
				}}
				run, events := work(t, Desk{Model: m, Parallel: cmp.Or(c.slots, 64)}, new(MemStore), research.Options{Budget: c.budget}, func(ctx context.Context, r *Run) error {
					err := pollOf(ctx, r, 0, 29)
					asked = time.Now()
					err = errors.Join(err, pollOf(ctx, r, 29, 30))
					back = time.Now()
					return err
				})
				if took := back.Sub(asked); took != c.took {
					t.Errorf("it took %v, want %v", took, c.took)
				}
				if m.sent["voter 29"] != c.sent || run.purse.spent != c.spent {
					t.Errorf("sent %d times, spent %+v; want %d, %+v", m.sent["voter 29"], run.purse.spent, c.sent, c.spent)
				}
				if s := oneAnswer(t, events, c.failed); s.Calls[29].Hedge != c.hedge {
					t.Errorf("the other try is %q, want %q", s.Calls[29].Hedge, c.hedge)
				}
			})
		})
	}
}

// oneAnswer checks that each of thirty calls has one answer, but for voter 29's
// if that failed: it then has one failure. It returns what the events add up to.
func oneAnswer(t *testing.T, events []research.Event, failed bool) *research.State {
	t.Helper()
	ends := make(map[research.Kind]int)
	s := research.NewState(research.Info{ID: "r"})
	s.Add(events...)
	for _, e := range events {
		ends[e.Kind]++
	}
	want := 30
	if failed {
		want = 29
	}
	if ends[research.Answered] != want || ends[research.Failed] != 30-want || ends[research.Outrun] != ends[research.Started]-30 || len(s.Calls) != 30 {
		t.Errorf("%v in the journal, and %d calls; want %d answers", ends, len(s.Calls), want)
	}
	return s
}

// At most one call in twenty is made twice, whatever is late.
func TestFewCallsAreMadeTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &voting{late: func(ctx context.Context, _ port.Request) (port.Usage, error) {
			return paid, pass(ctx, time.Minute)
		}}
		_, events := work(t, Desk{Model: m, Parallel: 64}, new(MemStore), research.Options{}, poll)
		oneAnswer(t, events, false)
		if twice := m.sent["voter 9"] + m.sent["voter 19"] + m.sent["voter 29"] - 3; twice != 1 {
			t.Errorf("%d of 30 calls were made twice, want 1", twice)
		}
	})
}

// Until it is known how long calls of a kind take, and with little to gain,
// none is made twice.
func TestNoCallIsMadeTwiceForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		m := modelOf(func(ctx context.Context, req port.Request) (port.Usage, error) {
			sent++
			if sent == 19 {
				return paid, pass(ctx, time.Minute)
			}
			return paid, pass(ctx, time.Duration(sent%2)*900*time.Millisecond)
		})
		work(t, Desk{Model: m}, new(MemStore), research.Options{}, func(ctx context.Context, r *Run) error {
			for i := range 60 { // one after the other
				if _, err := Ask[answered](ctx, r, Task{Role: fmt.Sprint("voter ", i), Name: task.NameVote}); err != nil {
					return err
				}
			}
			return nil
		})
		if sent != 60 {
			t.Errorf("%d calls were made, want 60", sent)
		}
	})
}

// Nothing is made twice by a run that ends, has no money, or cannot know that calls succeed.
func TestThePurseSparesNothingInDoubt(t *testing.T) {
	e := errand{worst: worst, use: func(json.RawMessage) error { return nil }}
	cases := map[string]func(*purse){
		"no call has succeeded yet": func(p *purse) { p.proved = false },
		"the last call failed":      func(p *purse) { p.trust(1) },
		"calls are refused":         func(p *purse) { p.shut(&port.Failure{Class: port.Fatal, Reason: "no credit"}) },
		"the report is wanted now":  func(p *purse) { p.hurry() },
		"the rest is held":          func(p *purse) { p.hold(e) },
		"the rest is spent":         func(p *purse) { p.settle(port.Usage{}, worst) },
		"no time is left":           func(p *purse) { p.used = time.Hour },
	}
	for name, change := range cases {
		p := newPurse(research.Budget{Tokens: 40, Time: time.Hour})
		p.trust(0)
		change(p)
		held := p.reserved
		if _, ok := p.spare(e); ok || p.reserved != held || name == "the rest is spent" && p.reason() != "" {
			t.Errorf("%s, but a second try is allowed, or counts against the run (%q)", name, p.reason())
		}
	}
	p := newPurse(research.Budget{Tokens: 40, Time: time.Hour})
	p.trust(0)
	if g, ok := p.spare(e); !ok || g.Duration != pending || p.reserved != worst || p.flying != 1 {
		t.Errorf("all is well: %v, %v, %+v reserved", ok, g, p.reserved)
	}
}

// A run is cut off at each of its events in turn and resumed: what was answered
// is not asked again, every call has one answer in the end, and the purse is
// what the journal sums up to. Which calls are late, fail or say what they cost
// when they are cut off is drawn at random.
func TestACrashBesideASecondTryLosesNothing(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			_, whole := work(t, Desk{Model: chance(seed), Parallel: 64}, new(MemStore), research.Options{}, poll)
			for n, e := range whole {
				crashed(t, seed, whole[:n])
				if e.Kind == research.Outrun { // which may be told before its call's answer is
					crashed(t, seed, slices.DeleteFunc(slices.Clone(whole[:n+1]), func(o research.Event) bool {
						return o.Label == e.Label && (o.Kind == research.Answered || o.Kind == research.Failed)
					}))
				}
			}
		})
	}
}

// chance is a model that is late, fails and tells costs by chance, always in the same way.
func chance(seed uint64) *voting {
	return &voting{late: func(ctx context.Context, req port.Request) (port.Usage, error) {
		draw := rand.New(rand.NewPCG(seed, uint64(req.Role[6])<<8+uint64(req.Turn.Rank)))
		err := pass(ctx, time.Duration(draw.IntN(100))*time.Second)
		u := port.Usage{}
		if err == nil || draw.IntN(2) == 0 {
			u = paid
		}
		if draw.IntN(4) == 0 {
			err = errors.Join(err, port.Fail(port.Unavailable, "down"))
		}
		return u, err
	}}
}

// crashed resumes a run that has come as far as the events.
func crashed(t *testing.T, seed uint64, events []research.Event) {
	t.Helper()
	store := new(MemStore)
	done := make(map[string]bool)
	for _, e := range events {
		if err := store.Append(t.Context(), "r", e); err != nil {
			t.Fatal(err)
		}
		if e.Kind == research.Answered || e.Kind == research.Failed {
			done[e.Label] = true
		}
	}
	m, known := chance(seed), new(pace) // from other runs
	for range 3 * pacePrice {
		known.note(kindred{task: task.NameVote}, time.Second)
	}
	_, all := work(t, Desk{Model: m, Parallel: 64, pace: known}, store, research.Options{}, poll)
	for role, n := range m.sent {
		if done[role] || n > 2 {
			t.Errorf("after a crash at event %d, %s is asked %d times", len(events), role, n)
		}
	}
	ends := make(map[string]int)
	for _, e := range all {
		if e.Kind == research.Answered || e.Kind == research.Failed {
			ends[e.Label]++
		}
	}
	for role, n := range ends {
		if n != 1 || len(ends) != 30 {
			t.Errorf("after a crash at event %d, %s has %d answers, and %d voters have answered", len(events), role, n, len(ends))
		}
	}
}

// A run that is being stopped lets its calls come home, but makes none twice.
func TestAStoppingRunMakesNoCallTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		m := &voting{late: func(ctx context.Context, req port.Request) (port.Usage, error) {
			if req.Role == "voter 29" {
				stop()
				return paid, pass(ctx, 10*time.Second)
			}
			return paid, pass(ctx, time.Second)
		}}
		store := new(MemStore)
		_, err := Desk{Model: m}.Do(ctx, &Method{Run: func(ctx context.Context, r *Run) (*research.Report, error) {
			return nil, errors.Join(pollOf(ctx, r, 0, 29), pollOf(ctx, r, 29, 30))
		}}, store, research.Info{ID: "r"})
		events, _ := store.Events(t.Context(), "r", 0)
		if !errors.Is(err, context.Canceled) || m.sent["voter 29"] != 1 {
			t.Errorf("%v; voter 29 was asked %d times", err, m.sent["voter 29"])
		}
		oneAnswer(t, events, false)
	})
}

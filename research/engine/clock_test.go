package engine_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// A jumpStore is a store on a machine whose clock is set while it is used: from
// each event in jumps on, by its number, times are off by as much more.
type jumpStore struct {
	*engine.MemStore
	jumps map[int64]time.Duration
}

func (s *jumpStore) Events(ctx context.Context, run string, after int64) ([]research.Event, error) {
	events, err := s.MemStore.Events(ctx, run, after)
	for i := range events {
		for from, by := range s.jumps {
			if events[i].Seq >= from {
				events[i].Time = events[i].Time.Add(by)
			}
		}
	}
	return events, err
}

// counted is a model that counts how often it answered whom, and that falls
// silent at the nth call, if n is not 0, until the run is cut.
type counted struct {
	mu       sync.Mutex
	answered map[string]int
	calls    int
	silent   int
	reached  chan struct{}
}

func (c *counted) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	c.mu.Lock()
	c.calls++
	mute := c.calls == c.silent
	c.mu.Unlock()
	if mute {
		close(c.reached)
		<-ctx.Done()
		return port.Response{}, ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered[req.Role]++
	return modelFunc(say).Generate(ctx, req)
}

// The clock is set by an hour or ten years, either way, while a run works and
// between its attempts: no call is made again, none is refused for want of
// time, and what happened stays in the order in which it happened.
func TestClockJumpsChangeNothing(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for name, jumps := range map[string]map[int64]time.Duration{
		"an hour forward at work": {4: time.Hour}, "an hour back at work": {4: -time.Hour}, "ten years forward at work": {4: 10 * year}, "ten years back at work": {4: -10 * year},
		"an hour forward between": {9: time.Hour}, "an hour back between": {9: -time.Hour}, "ten years forward between": {9: 10 * year}, "ten years back between": {9: -10 * year},
		"to and fro": {3: 10 * year, 6: -10 * year, 9: -time.Hour, 12: 10 * year, 14: -11 * year},
	} {
		t.Run(name, func(t *testing.T) { jumped(t, jumps) })
	}
}

func jumped(t *testing.T, jumps map[int64]time.Duration) {
	store := &jumpStore{new(engine.MemStore), jumps}
	m := &counted{answered: make(map[string]int), silent: 4, reached: make(chan struct{})}
	one := func() *engine.Engine {
		return engine.NewEngine(store, func(research.Info) (engine.Desk, error) {
			return engine.Desk{Model: m, Grace: time.Nanosecond, Parallel: 1}, nil
		}, 0, poll("a", "b", "c", "d", "e", "f"))
	}
	e := one()
	info, err := e.Start(t.Context(), "Why?", "poll", research.Options{Budget: research.Budget{Time: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	<-m.reached
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := one()
	if _, err := again.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := await(t, store, info, func(s *research.State) bool { return s.Status.Over() })
	if s.Status != research.Done || s.Report == nil || len(s.Report.Notes) > 0 {
		t.Errorf("%s %s: %+v", s.Status, s.Reason, s.Report)
	}
	for _, role := range []string{"a", "b", "c", "d", "e", "f", engine.Writer} {
		if m.answered[role] != 1 {
			t.Errorf("%s was asked %d times", role, m.answered[role])
		}
	}
	inOrder(t, store, info.ID)
	if worked := s.Elapsed; worked < 0 || worked > time.Hour/2 {
		t.Errorf("the run is said to have worked for %v", worked)
	}
}

// inOrder checks that every call of a run begins before it is answered, by number.
func inOrder(t *testing.T, store engine.Store, run string) {
	t.Helper()
	events, err := store.Events(t.Context(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	begun := make(map[string]bool)
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Errorf("event %d has the number %d", i+1, e.Seq)
		}
		switch e.Kind {
		case research.Started:
			begun[e.Label] = true
		case research.Answered:
			if !begun[e.Label] {
				t.Errorf("%s is answered before it is asked", e.Label)
			}
		}
	}
}

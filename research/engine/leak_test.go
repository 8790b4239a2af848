package engine_test

import (
	"context"
	"fmt"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/researchtest"
)

// Whatever its runs were at when it was closed, an engine leaves nothing
// running: not after their ends, in the middle of a call, at a question to the
// user or before their turn.
func TestAClosedEngineLeavesNothingRunning(t *testing.T) {
	researchtest.NoLeaks(t)
	store := new(engine.MemStore)
	asking := &engine.Method{Name: "asking", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		_, err := engine.Choose(ctx, r, research.OfferQuestions, research.Questions{Questions: []string{"Why?"}}, research.Answers{})
		return &research.Report{Summary: "It was said."}, err
	}}
	e := newEngine(store, modelFunc(func(ctx context.Context, req port.Request) (string, error) {
		if req.Role == "deaf" {
			<-ctx.Done()
			return "", ctx.Err()
		}
		return req.Role, nil
	}), poll("a", "b"), asking, renamed("deaf", poll("a", "deaf")))
	_, end := start(t, e, store, research.Options{})
	end()
	launch := func(method string) research.Info {
		info, err := e.Start(t.Context(), "Why?", method, research.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	waiting := launch("asking")
	await(t, store, waiting, func(s *research.State) bool { return s.Status == research.Waiting })
	stopped := launch("deaf")
	await(t, store, stopped, func(s *research.State) bool { return s.Usage.Calls > 0 })
	if err := e.Stop(t.Context(), stopped.ID); err != nil {
		t.Fatal(err)
	}
	await(t, store, stopped, func(s *research.State) bool { return s.Status.Over() })
	var busy []research.Info
	for range 10 { // more than are worked on side by side
		busy = append(busy, launch("deaf"))
	}
	anyAtWork(t, store, busy)
	if err := e.Close(t.Context()); err != nil {
		t.Error(err)
	}
	open, err := store.Unfinished(t.Context())
	if err != nil || len(open) != 11 {
		t.Errorf("%d runs are left to be resumed, %v", len(open), err)
	}
}

// renamed returns a method under another name.
func renamed(name string, m *engine.Method) *engine.Method {
	m.Name = name
	return m
}

// anyAtWork waits until one of the runs has begun.
func anyAtWork(t *testing.T, store engine.Store, runs []research.Info) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan error, len(runs))
	for _, info := range runs {
		go func() { begun <- store.Wait(ctx, info.ID, 1) }()
	}
	if err := <-begun; err != nil {
		t.Fatal(fmt.Errorf("no run begins: %w", err))
	}
	cancel()
	for range len(runs) - 1 {
		<-begun
	}
}

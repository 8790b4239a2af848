// Package live shows runs in browsers while they go on: each run that somebody
// watches has a hub, which draws it once for all its viewers and sends them the
// parts that changed.
package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

// A Source is where runs are drawn from.
type Source interface {
	// Draw returns the region of a run as it is now.
	Draw(ctx context.Context, run string) (Drawing, error)

	// Wait returns once the run has an event with Seq > after.
	Wait(ctx context.Context, run string, after int64) error

	// Hold keeps what a run is drawn from at hand until release is called.
	Hold(ctx context.Context, run string) (release func(), err error)
}

// Hubs are the runs that somebody watches. Source and Log must be set.
type Hubs struct {
	Source Source
	Broken func(run string) []byte // what is shown in the place of a run's region that cannot be drawn
	Log    *slog.Logger

	mu    sync.Mutex
	byRun map[string]*hub
}

// Watched reports whether somebody watches a run, which then exists and was not
// over a moment ago.
func (hs *Hubs) Watched(run string) bool {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	return hs.byRun[run] != nil
}

// Watch sends a viewer what changes in a run until it is over, the viewer is
// gone or too slow, ctx ends, or draining is closed.
func (hs *Hubs) Watch(ctx context.Context, run string, v *Viewer, draining <-chan struct{}) {
	h := hs.join(run)
	defer hs.leave(run, h)
	v.watch(ctx, h, draining)
}

// join adds a viewer to a run, who must leave in the end.
func (hs *Hubs) join(run string) *hub {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.byRun[run]
	if h == nil {
		ctx, stop := context.WithCancel(context.Background())
		h = newHub(stop)
		if hs.byRun == nil {
			hs.byRun = make(map[string]*hub)
		}
		hs.byRun[run] = h
		go hs.follow(ctx, run, h)
	}
	h.viewers++
	return h
}

// leave takes a viewer away. With the last one the hub ends.
func (hs *Hubs) leave(run string, h *hub) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if h.viewers--; h.viewers == 0 {
		h.stop()
		hs.drop(run, h)
	}
}

// drop forgets a hub; hs.mu must be held.
func (hs *Hubs) drop(run string, h *hub) {
	if hs.byRun[run] == h {
		delete(hs.byRun, run)
	}
}

// follow has the hub of a run follow it. A panic on the way harms the viewers of
// this run only: they are shown that it cannot be drawn, as long as they stay.
func (hs *Hubs) follow(ctx context.Context, run string, h *hub) {
	err := hs.guarded(run, func() error { return h.follow(ctx, hs.Source, run) })
	if _, panicked := errors.AsType[*panicError](err); panicked {
		hs.guarded(run, func() error { return hs.showBroken(run, h) })
		<-ctx.Done()
	} else if err != nil && !errors.Is(err, context.Canceled) {
		hs.Log.Error("stream ended", "run", run, "error", err)
	}
	hs.mu.Lock()
	hs.drop(run, h) // who comes now gets a new hub
	hs.mu.Unlock()
	h.end()
}

// showBroken shows the viewers of a run that it cannot be drawn.
func (hs *Hubs) showBroken(run string, h *hub) error {
	f, err := NewFrame(Drawing{HTML: hs.Broken(run)})
	if err == nil {
		h.show(f)
	}
	return err
}

// A panicError is a panic that was recovered.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// guarded calls do and turns a panic in it into an error, with its stack in the log.
func (hs *Hubs) guarded(run string, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p}
			hs.Log.Error("panic", "run", run, "error", err, "stack", string(debug.Stack()))
		}
	}()
	return do()
}

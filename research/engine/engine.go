// Package engine runs deep-research methods.
//
// A [Method] is an ordinary Go function: it asks a model, searches and reads
// pages through its [Run], and returns a [research.Report]. The Run writes every
// such call to a [research.Journal] before handing the result back, so the
// journal is at once the memory that lets a run survive a restart, the feed
// behind the progress page, the account of what was paid, and the record a test
// compares against.
//
// To resume a run, its method is called again from the top. Calls the journal
// has seen return their recorded result; the first new call carries on where
// the run stopped. Methods must therefore be deterministic between calls: no
// clock, no randomness, no map order in prompts.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"assay/research"
)

// MaxQuestion is the longest question accepted, in characters.
const MaxQuestion = 4000

// An Engine runs runs. Make one with [NewEngine].
type Engine struct {
	// Fault, if not nil, is told why a run could not be brought to an end: its
	// journal failed. The run is kept as it is and can be resumed. Set it
	// before the first run.
	Fault func(research.Info, error)

	Pause time.Duration // between tries to go on when the store is full; 0 means 5 s

	store   Store
	desk    func(research.Info) (Desk, error)
	methods []*Method
	slots   chan struct{} // holds a token per run at work
	pace    pace

	base context.Context // ends when the engine is closed
	stop context.CancelCauseFunc
	live sync.WaitGroup

	mu   sync.Mutex
	last map[string]chan struct{} // by run: closed when this process's latest work on it is over
}

// ErrClosing reports that the engine takes no more questions because it is being
// stopped.
var ErrClosing = errors.New("shutting down")

// NewEngine returns an engine that works on at most atOnce runs side by side
// (0 means 4); more wait their turn. desk says what a run works with.
func NewEngine(store Store, desk func(research.Info) (Desk, error), atOnce int, methods ...*Method) *Engine {
	e := &Engine{store: store, desk: desk, methods: methods, slots: make(chan struct{}, cmp.Or(atOnce, 4)), last: make(map[string]chan struct{})}
	e.base, e.stop = context.WithCancelCause(context.Background())
	return e
}

// Resume carries on with every unfinished run that no other process is at
// work on, and returns how many there are.
func (e *Engine) Resume(ctx context.Context) (int, error) {
	open, err := e.store.Unfinished(ctx)
	if err != nil {
		return 0, fmt.Errorf("resume: %w", err)
	}
	for _, info := range open {
		e.launch(info)
	}
	return len(open), nil
}

// Close stops the engine: no new calls are made, those in flight come home or
// are cut after 30 s, and the runs are left to be resumed. It waits for that
// until ctx ends.
func (e *Engine) Close(ctx context.Context) error {
	e.stop(ErrClosing)
	done := make(chan struct{})
	go func() {
		e.live.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("close engine: %w", ctx.Err())
	}
}

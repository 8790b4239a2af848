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
	"slices"
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

// fullPause is how long runs wait for room before they try again.
const fullPause = 5 * time.Second

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

// Methods returns the methods that the engine knows.
func (e *Engine) Methods() []*Method { return e.methods }

// Method returns the method with the given name.
func (e *Engine) Method(name string) (*Method, error) {
	i := slices.IndexFunc(e.methods, func(m *Method) bool { return m.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no method named %q", name)
	}
	return e.methods[i], nil
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

// launch brings a run to its end in the background.
func (e *Engine) launch(info research.Info) {
	e.mu.Lock()
	before, over := e.last[info.ID], make(chan struct{})
	e.last[info.ID] = over
	e.mu.Unlock()
	e.live.Go(func() {
		defer e.forget(info.ID, over)
		if before != nil {
			<-before // a retry comes while the last try is packing up
		}
		place := &place{all: e.slots}
		if place.take(e.base) != nil {
			return
		}
		defer place.leave()
		unlock, err := e.take(info.ID)
		if err == nil {
			defer unlock()
			err = e.workOn(info, place)
		}
		if err != nil && e.base.Err() == nil && e.Fault != nil {
			e.Fault(info, err)
		}
	})
}

// take takes the run for this process. If another process is at work on it,
// it waits until that is done with it, or dead.
func (e *Engine) take(id string) (unlock func(), err error) {
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for {
		unlock, ok, err := e.store.Lock(id)
		if ok || err != nil {
			return unlock, err
		}
		select {
		case <-again.C:
		case <-e.base.Done():
			return nil, context.Cause(e.base)
		}
	}
}

// forget marks a launch as over.
func (e *Engine) forget(id string, over chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(over)
	if e.last[id] == over {
		delete(e.last, id)
	}
}

// workOn does one run. While the store has no room the run is paused: it goes
// on, from its journal, as soon as there is.
func (e *Engine) workOn(info research.Info, place *place) error {
	again := time.NewTicker(cmp.Or(e.Pause, fullPause))
	defer again.Stop()
	for {
		err := e.work(info, place)
		if !errors.Is(err, ErrFull) || e.base.Err() != nil {
			return err
		}
		if e.Fault != nil {
			e.Fault(info, err)
		}
		select {
		case <-again.C:
		case <-e.base.Done():
			return context.Cause(e.base)
		}
	}
}

// work does one run. If the journal fails the run stays unfinished; it is
// resumed when the server is next started.
func (e *Engine) work(info research.Info, place *place) error {
	events, err := e.store.Events(e.base, info.ID, 0)
	if err != nil || over(events) {
		return err
	}
	m, err := e.Method(info.Method)
	desk := Desk{}
	if err == nil {
		desk, err = e.desk(info)
	}
	if err != nil {
		m = &Method{Name: info.Method, Run: func(context.Context, *Run) (*research.Report, error) { return nil, err }}
	}
	desk.place, desk.pace = place, &e.pace
	_, err = desk.Do(e.base, m, e.store, info)
	return err
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

package web

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"assay/db"
	"assay/research"
	"assay/research/quote"
)

// maxFolds is how many runs' states are kept at hand, beside those that are
// watched.
const maxFolds = 64

// folds are the states of runs that were looked at lately.
type folds struct {
	mu    sync.Mutex
	byRun *simplelru.LRU[string, *fold] // nil until there is one
}

// A fold is the state of a run, which advances with the run's journal.
type fold struct {
	held int // how many follow the run; under folds.mu

	mu    sync.Mutex
	state *research.State

	past      *db.Past       // what such runs took when it was first drawn, or nil
	fragments map[int]string // by claim, see fragmentsOf
	marked    int64          // the state's Seq when they were worked out
}

// withState calls fn with the run's state as the journal has it now. The state
// is fn's alone until it returns.
func (s *Server) withState(ctx context.Context, id string, fn func(*research.State) error) error {
	return s.withFold(ctx, id, func(f *fold) error { return fn(f.state) })
}

func (s *Server) withFold(ctx context.Context, id string, fn func(*fold) error) error {
	f, err := s.foldOf(ctx, id, 0)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	events, err := s.Store.Events(ctx, id, f.state.Seq)
	if err != nil {
		return err
	}
	f.state.Add(events...)
	return fn(f)
}

// foldOf returns the fold of a run, which is held by so many more from now on.
// A run that does not exist takes no place.
func (s *Server) foldOf(ctx context.Context, id string, held int) (*fold, error) {
	if f := s.folds.get(id, nil, held); f != nil {
		return f, nil
	}
	info, err := s.Store.Info(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.folds.get(id, &fold{state: research.NewState(info)}, held), nil
}

// get returns the fold of a run; if there is none it is to be fresh, which may
// be nil.
func (fs *folds) get(id string, fresh *fold, held int) *fold {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.byRun == nil {
		fs.byRun = unbounded[*fold]()
	}
	f, ok := fs.byRun.Get(id)
	if !ok {
		if fresh == nil {
			return nil
		}
		f = fresh
		if fs.byRun.Len() >= maxFolds {
			fs.forget()
		}
		fs.byRun.Add(id, f)
	}
	f.held += held
	return f
}

// unbounded returns a cache that knows what was not used for longest; what it
// forgets is its owner's to say.
func unbounded[V any]() *simplelru.LRU[string, V] {
	c, err := simplelru.NewLRU[string, V](math.MaxInt, nil)
	if err != nil {
		panic(err) // of a size that is not positive
	}
	return c
}

// forget forgets the fold that was not used for longest, and reports whether
// there was one. A run that is watched is drawn again and again: its journal is
// not to be read anew each time.
func (fs *folds) forget() bool {
	for _, id := range fs.byRun.Keys() {
		if f, _ := fs.byRun.Peek(id); f.held == 0 {
			return fs.byRun.Remove(id)
		}
	}
	return false
}

// release takes back a hold on a fold.
func (fs *folds) release(f *fold) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	f.held--
	for fs.byRun.Len() > maxFolds && fs.forget() {
	}
}

// fragmentsOf returns the text fragments by which links to a run's sources
// lead to the quotes of its claims, by claim. They take reading all its pages,
// so they are worked out once, when it is over.
func (s *Server) fragmentsOf(ctx context.Context, f *fold) (map[int]string, error) {
	if !f.state.Status.Over() {
		return nil, nil
	}
	if f.fragments != nil && f.marked == f.state.Seq {
		return f.fragments, nil
	}
	pages := make(map[int]*quote.Page)
	f.fragments, f.marked = make(map[int]string), f.state.Seq
	for _, c := range f.state.Claims {
		if c.Source == nil || c.Source.Read == nil {
			continue
		}
		page, ok := pages[c.Page]
		if !ok {
			read, err := s.Store.Page(ctx, f.state.ID, c.Source.URL)
			if err != nil {
				f.fragments = nil
				return nil, fmt.Errorf("passages of run %s: %w", f.state.ID, err)
			}
			page = quote.Prepare(read.Text)
			pages[c.Page] = page
		}
		f.fragments[c.ID] = page.Fragment(c.Spans)
	}
	return f.fragments, nil
}

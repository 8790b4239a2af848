package web

import (
	"context"
	"fmt"
	"sync"

	"assay/research"
	"assay/research/quote"
)

// maxFolds is how many runs' states are kept at hand.
const maxFolds = 64

// folds are the states of runs that were looked at lately.
type folds struct {
	mu    sync.Mutex
	byRun map[string]*fold
	clock int
}

// A fold is the state of a run, which advances with the run's journal.
type fold struct {
	used int // when, by the clock of folds

	mu    sync.Mutex
	state *research.State // nil until it was loaded

	fragments map[int]string // by claim, see fragmentsOf
	marked    int64          // the state's Seq when they were worked out
}

// withState calls fn with the run's state as the journal has it now. The state
// is fn's alone until it returns.
func (s *Server) withState(ctx context.Context, id string, fn func(*research.State) error) error {
	return s.withFold(ctx, id, func(f *fold) error { return fn(f.state) })
}

func (s *Server) withFold(ctx context.Context, id string, fn func(*fold) error) error {
	f := s.folds.get(id)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state == nil {
		info, err := s.DB.Info(ctx, id)
		if err != nil {
			return err
		}
		f.state = research.NewState(info)
	}
	events, err := s.DB.Events(ctx, id, f.state.Seq)
	if err != nil {
		return err
	}
	f.state.Add(events...)
	return fn(f)
}

// get returns the fold of a run, forgetting the one not used for longest if
// there are too many.
func (fs *folds) get(id string) *fold {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.byRun == nil {
		fs.byRun = make(map[string]*fold)
	}
	f := fs.byRun[id]
	if f == nil {
		if len(fs.byRun) >= maxFolds {
			fs.forget()
		}
		f = new(fold)
		fs.byRun[id] = f
	}
	fs.clock++
	f.used = fs.clock
	return f
}

func (fs *folds) forget() {
	oldest := ""
	for id, f := range fs.byRun {
		if oldest == "" || f.used < fs.byRun[oldest].used {
			oldest = id
		}
	}
	delete(fs.byRun, oldest)
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
	texts := make(map[int]string)
	f.fragments, f.marked = make(map[int]string), f.state.Seq
	for _, c := range f.state.Claims {
		if c.Source == nil || c.Source.Read == nil {
			continue
		}
		text, ok := texts[c.Page]
		if !ok {
			page, err := s.DB.Page(ctx, f.state.ID, c.Source.URL)
			if err != nil {
				f.fragments = nil
				return nil, fmt.Errorf("passages of run %s: %w", f.state.ID, err)
			}
			text = page.Text
			texts[c.Page] = text
		}
		f.fragments[c.ID] = quote.Fragment(text, spansOf(c))
	}
	return f.fragments, nil
}

// spansOf returns where the quote of c stands in its page.
func spansOf(c *research.ClaimState) []quote.Span {
	spans := make([]quote.Span, len(c.Spans))
	for i, s := range c.Spans {
		spans[i] = quote.Span(s)
	}
	return spans
}

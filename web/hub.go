package web

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// pace is the least time between two frames of a run. What happens after quiet
// is shown after a moment: events come in bursts.
const (
	pace   = 100 * time.Millisecond
	moment = 20 * time.Millisecond
)

// maxSteps is how many frames a viewer may miss and still be sent what changed
// in each, not the whole.
const maxSteps = 8

// hubs are the runs that somebody watches.
type hubs struct {
	mu    sync.Mutex
	byRun map[string]*hub
}

// A hub draws the frames of one run, once for all its viewers.
type hub struct {
	viewers int                // under hubs.mu
	stop    context.CancelFunc // ends follow

	mu     sync.Mutex
	shown  int           // how many frames were
	last   *frame        // nil until the first is drawn
	steps  []event       // those of the latest frames, at most maxSteps
	change chan struct{} // closed and replaced with each frame
	ended  bool          // no frame will follow
}

// join adds a viewer to a run, who must leave in the end.
func (s *Server) join(id string) *hub {
	s.hubs.mu.Lock()
	defer s.hubs.mu.Unlock()
	h := s.hubs.byRun[id]
	if h == nil {
		ctx, stop := context.WithCancel(context.Background())
		h = &hub{stop: stop, change: make(chan struct{})}
		if s.hubs.byRun == nil {
			s.hubs.byRun = make(map[string]*hub)
		}
		s.hubs.byRun[id] = h
		go s.follow(ctx, id, h)
	}
	h.viewers++
	return h
}

// watched reports whether somebody watches a run, which then exists and was not
// over a moment ago.
func (s *Server) watched(id string) bool {
	s.hubs.mu.Lock()
	defer s.hubs.mu.Unlock()
	return s.hubs.byRun[id] != nil
}

// leave takes a viewer away. With the last one the hub ends.
func (s *Server) leave(id string, h *hub) {
	s.hubs.mu.Lock()
	defer s.hubs.mu.Unlock()
	if h.viewers--; h.viewers == 0 {
		h.stop()
		s.drop(id, h)
	}
}

// drop forgets a hub; hubs.mu must be held.
func (s *Server) drop(id string, h *hub) {
	if s.hubs.byRun[id] == h {
		delete(s.hubs.byRun, id)
	}
}

// follow draws frames as the run goes on, until it is over or ctx ends.
func (s *Server) follow(ctx context.Context, id string, h *hub) {
	err := s.publish(ctx, id, h)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.Log.Error("stream ended", "run", id, "error", err)
	}
	s.hubs.mu.Lock()
	s.drop(id, h) // who comes now gets a new hub
	s.hubs.mu.Unlock()
	h.end()
}

func (s *Server) publish(ctx context.Context, id string, h *hub) error {
	fold, err := s.foldOf(ctx, id, 1)
	if err != nil {
		return err
	}
	defer s.folds.release(fold)
	for {
		f, err := s.frameOf(ctx, id)
		if err != nil {
			return err
		}
		h.show(f)
		if f.over {
			return nil
		}
		if err := pause(ctx, pace-moment); err != nil {
			return err
		}
		if err := s.Store.Wait(ctx, id, f.seq); err != nil {
			return err
		}
		if err := pause(ctx, moment); err != nil {
			return err
		}
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// show hands a frame to the viewers, unless it looks like the last one. Only
// who follows the run calls it.
func (h *hub) show(f *frame) {
	if h.last != nil && bytes.Equal(h.last.html, f.html) && !f.over {
		return
	}
	f.after(h.last)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown++
	h.last = f
	h.steps = append(slices.Clone(h.steps[max(0, len(h.steps)-maxSteps+1):]), f.step) // readers keep what they have
	close(h.change)
	h.change = make(chan struct{})
}

func (h *hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	close(h.change)
	h.change = make(chan struct{})
}

// A news is what a viewer is to be sent.
type news struct {
	events []event
	shown  int             // how many frames there were with it
	change <-chan struct{} // closed when there is more
	ended  bool            // there will be no more
}

// since returns what is new to a viewer who has had the first so many frames:
// what changed in those it lacks, or the last as a whole.
func (h *hub) since(shown int) news {
	h.mu.Lock()
	n := news{shown: h.shown, change: h.change, ended: h.ended}
	last, steps := h.last, h.steps
	h.mu.Unlock()
	switch missed := n.shown - shown; {
	case missed == 0:
	case shown > 0 && missed <= len(steps):
		n.events = steps[len(steps)-missed:]
	default:
		n.events = []event{last.whole()}
	}
	return n
}

package web

import (
	"context"
	"errors"
	"sync"
	"time"
)

// pace is the least time between two frames of a run. What happens after quiet
// is shown at once.
const pace = 100 * time.Millisecond

// A frame is the region of a run as drawn at one point of its journal.
type frame struct {
	html string
	seq  int64 // of the last event in it
	over bool  // nothing more will come

	event event // that shows it, made when it is shown
}

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
	last   *frame        // nil until the first is drawn
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
		pause := time.NewTimer(pace)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
		if err := s.DB.Wait(ctx, id, f.seq); err != nil {
			return err
		}
	}
}

// frameOf draws the run's region as it is now.
func (s *Server) frameOf(ctx context.Context, id string) (*frame, error) {
	var f *frame
	err := s.withFold(ctx, id, func(fold *fold) error {
		html, err := s.drawRegion(ctx, fold)
		if err != nil {
			return err
		}
		f = &frame{html: string(html), seq: fold.state.Seq, over: fold.state.Status.Over()}
		return nil
	})
	return f, err
}

// show hands a frame to the viewers, unless it looks like the last one. Only
// who follows the run calls it.
func (h *hub) show(f *frame) {
	if last, _, _ := h.latest(); last != nil && last.html == f.html && !f.over {
		return
	}
	f.event = patch(f)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = f
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

// latest returns the latest frame, a channel that is closed when there is
// another, and whether there will be none.
func (h *hub) latest() (f *frame, change <-chan struct{}, ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last, h.change, h.ended
}

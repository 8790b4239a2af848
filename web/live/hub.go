package live

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"
)

// interval is the least time between two frames of a run. What happens after
// quiet is shown after a moment: events come in bursts.
const (
	interval = 100 * time.Millisecond
	moment   = 20 * time.Millisecond
)

// maxSteps is how many frames a viewer may miss and still be sent what changed
// in each, not the whole.
const maxSteps = 8

// A hub has the frames of one run, drawn once for all its viewers.
type hub struct {
	viewers int                // under Hubs.mu
	stop    context.CancelFunc // ends its follower

	mu     sync.Mutex
	shown  int           // how many frames were
	last   *Frame        // nil until the first is drawn
	steps  []Piece       // those of the latest frames, at most maxSteps
	change chan struct{} // closed and replaced with each frame
	ended  bool          // no frame will follow
}

func newHub(stop context.CancelFunc) *hub { return &hub{stop: stop, change: make(chan struct{})} }

// follow shows frames as the run goes on, until it is over or ctx ends.
func (h *hub) follow(ctx context.Context, src Source, run string) error {
	release, err := src.Hold(ctx, run)
	if err != nil {
		return err
	}
	defer release()
	for {
		d, err := src.Draw(ctx, run)
		if err != nil {
			return err
		}
		f, err := NewFrame(d)
		if err != nil {
			return err
		}
		h.show(f)
		if f.over {
			return nil
		}
		if err := pause(ctx, interval-moment); err != nil {
			return err
		}
		if err := src.Wait(ctx, run, f.seq); err != nil {
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
func (h *hub) show(f *Frame) {
	if h.last != nil && bytes.Equal(h.last.html, f.html) && !f.over {
		return
	}
	step := f.Step(h.last)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown++
	h.last = f
	h.steps = append(slices.Clone(h.steps[max(0, len(h.steps)-maxSteps+1):]), step) // readers keep what they have
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
	pieces []Piece
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
		n.pieces = steps[len(steps)-missed:]
	default:
		n.pieces = []Piece{last.whole()}
	}
	return n
}

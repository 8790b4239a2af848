package web

import (
	"context"
	"fmt"
	"sync"
)

// A frame is the region of a run as drawn at one point of its journal.
type frame struct {
	drawing
	seq  int64 // of the last event in it
	over bool  // nothing more will come

	whole func() event // shows it; made for the first who needs it
	step  event        // makes it of the frame before
}

// frameOf draws the run's region as it is now.
func (s *Server) frameOf(ctx context.Context, id string) (f *frame, err error) {
	err = s.withFold(ctx, id, func(fold *fold) error {
		f, err = s.drawFrame(ctx, fold)
		return err
	})
	return f, err
}

// drawFrame draws the frame of a fold, which must be the caller's.
func (s *Server) drawFrame(ctx context.Context, fold *fold) (*frame, error) {
	html, err := s.drawRegion(ctx, fold)
	if err != nil {
		return nil, err
	}
	f, err := newFrame(html, fold.state.Seq, fold.state.Status.Over())
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", fold.state.ID, err)
	}
	return f, nil
}

func newFrame(html []byte, seq int64, over bool) (*frame, error) {
	root, err := takeApart(html)
	if err != nil {
		return nil, err
	}
	f := &frame{drawing: drawing{html, root}, seq: seq, over: over}
	f.whole = sync.OnceValue(func() event { return patch(html, seq) })
	return f, nil
}

// after makes a frame's step. The end is always shown whole.
func (f *frame) after(last *frame) {
	if last == nil || f.over {
		f.step = f.whole()
		return
	}
	var changed []byte
	for _, c := range changes(last.drawing, f.drawing) {
		changed = append(changed, f.of(c.is)...)
	}
	f.step = patch(changed, f.seq)
}

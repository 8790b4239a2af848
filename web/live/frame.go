package live

import (
	"fmt"
	"sync"
)

// A Drawing is the region of a run as it is at one point of its journal.
type Drawing struct {
	HTML []byte // one element with an id; its tags pair
	Seq  int64  // of the last event in it
	Over bool   // nothing more will come
}

// A Frame is a drawing that can be shown in the place of another.
type Frame struct {
	taken
	seq   int64
	over  bool
	whole func() Piece // shows it; made for the first who needs it
}

// NewFrame returns the frame of a drawing.
func NewFrame(d Drawing) (*Frame, error) {
	root, err := takeApart(d.HTML)
	if err != nil {
		return nil, fmt.Errorf("frame: %w", err)
	}
	f := &Frame{taken: taken{d.HTML, root}, seq: d.Seq, over: d.Over}
	f.whole = sync.OnceValue(func() Piece { return patch(d.HTML, d.Seq) })
	return f, nil
}

// Step returns what makes f of the frame before it, nil for none: the parts that
// changed. The end is always shown whole.
func (f *Frame) Step(last *Frame) Piece {
	if last == nil || f.over {
		return f.whole()
	}
	var changed []byte
	for _, c := range changes(last.taken, f.taken) {
		changed = append(changed, f.of(c.is)...)
	}
	return patch(changed, f.seq)
}

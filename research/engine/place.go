package engine

import "context"

// A place is a run's place among those that an engine works on at once. A nil
// place is one without limit. Only the run's own goroutine uses it.
type place struct {
	all  chan struct{} // holds a token per place taken
	held bool
}

// take waits for a place until ctx ends.
func (p *place) take(ctx context.Context) error {
	if p == nil || p.held {
		return nil
	}
	select {
	case p.all <- struct{}{}:
		p.held = true
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// leave lets another run have the place.
func (p *place) leave() {
	if p != nil && p.held {
		<-p.all
		p.held = false
	}
}

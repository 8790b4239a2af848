package engine

import (
	"slices"
	"sync"
)

// Slots are what calls of a run hold while they are in flight. A free one goes
// to whoever waits with the lowest rank (see ranks); those of one rank are
// served in order of arrival, so that the three votes on a claim end together.
type slots struct {
	size int

	mu    sync.Mutex
	taken int
	queue []waiter // the next to be served first
}

// A waiter waits for a slot.
type waiter struct {
	rank int
	turn chan struct{} // closed when it has its slot
}

func newSlots(size int) *slots { return &slots{size: size} }

// take waits for a slot and reports whether it has one: not if stop is closed
// first. A slot that was taken is to be given back with leave.
func (s *slots) take(stop <-chan struct{}, rank int) bool {
	w := s.enter(rank)
	select {
	case <-w.turn:
	case <-stop:
		s.quit(w)
		return false
	}
	select {
	case <-stop: // select had both to choose from
		s.leave()
		return false
	default:
		return true
	}
}

// enter queues a new waiter behind all of its rank.
func (s *slots) enter(rank int) waiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := waiter{rank, make(chan struct{})}
	at := slices.IndexFunc(s.queue, func(o waiter) bool { return o.rank > rank })
	if at < 0 {
		at = len(s.queue)
	}
	s.queue = slices.Insert(s.queue, at, w)
	s.serve()
	return w
}

// quit takes a waiter out of the queue, or its slot back.
func (s *slots) quit(w waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.queue, w); i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
		return
	}
	s.taken--
	s.serve()
}

// leave gives a slot back.
func (s *slots) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.serve()
}

// serve hands out the free slots. s.mu is held.
func (s *slots) serve() {
	for s.taken < s.size && len(s.queue) > 0 {
		close(s.queue[0].turn)
		s.queue = s.queue[1:]
		s.taken++
	}
}

package engine

import (
	"math"
	"slices"
	"sync"
	"time"
)

const (
	paceWindow = 200         // how many of the latest calls of a kind say how long one takes
	paceLeast  = 20          // fewer say nothing
	pacePrice  = 20          // how many calls of a kind must be answered for each one that is made twice: 5 %
	paceSlack  = time.Second // what a straggler is late by at least: a smaller gain is not worth a call's price
)

// A kindred is what calls have in common that take about as long: what is asked
// of which model. The model is the one that the run's options name; which of its
// roles' models answers then hangs on the task.
type kindred struct{ model, task string }

// A pace knows how long the calls take that this process makes, and so which
// ones are stragglers: those unanswered when 95 of 100 of their kind have been,
// and a second more. "The Tail at Scale" (Dean and Barroso, 2013) has the figures:
// asking again for the slowest twentieth takes off most of the tail at a
// twentieth more load.
type pace struct {
	mu    sync.Mutex
	kinds map[kindred]*tempo
}

// A tempo is how long the calls of one kind take.
type tempo struct {
	latest   []time.Duration // at most paceWindow, a ring
	answered int
	credit   int           // of answered calls, for calls made twice; no more than the window, so that a provider that slows down is not asked everything twice
	most     time.Duration // the latest's 95th percentile
	known    chan struct{} // closed when there are enough to tell
}

// of returns the tempo of a kind. p.mu is held.
func (p *pace) of(k kindred) *tempo {
	if p.kinds == nil {
		p.kinds = make(map[kindred]*tempo)
	}
	if p.kinds[k] == nil {
		p.kinds[k] = &tempo{known: make(chan struct{})}
	}
	return p.kinds[k]
}

// note takes down that a call was answered after d.
func (p *pace) note(k kindred, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.of(k)
	if len(t.latest) < paceWindow {
		t.latest = append(t.latest, d)
	} else {
		t.latest[t.answered%paceWindow] = d
	}
	sorted := slices.Sorted(slices.Values(t.latest))
	t.most = sorted[int(math.Ceil(0.95*float64(len(sorted))))-1]
	t.credit = min(t.credit+1, paceWindow)
	if t.answered++; t.answered == paceLeast {
		close(t.known)
	}
}

// known returns a channel that is closed once it is known how long calls of a
// kind take.
func (p *pace) known(k kindred) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of(k).known
}

// limit returns how long a call may take before it is a straggler.
func (p *pace) limit(k kindred) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of(k).most + paceSlack
}

// again notes that a call is made a second time and reports true, unless too
// many of its kind are or may says no.
func (p *pace) again(k kindred, may func() bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.of(k)
	if t.credit < pacePrice || !may() {
		return false
	}
	t.credit -= pacePrice
	return true
}

// overdue waits until a call sent at the given time is a straggler. It returns
// false if the call is back first.
func (p *pace) overdue(k kindred, sent time.Time, back <-chan struct{}) bool {
	select {
	case <-p.known(k):
	case <-back:
		return false
	}
	for {
		left := time.Until(sent.Add(p.limit(k)))
		if left <= 0 {
			return true
		}
		timer := time.NewTimer(left)
		select {
		case <-timer.C: // others may have been slow, too
		case <-back:
			timer.Stop()
			return false
		}
	}
}

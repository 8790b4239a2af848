package llm

import (
	"slices"

	"assay/research/port"
)

// A queue holds callers who wait. Runs are served in turn, one caller each, so
// that the many votes of one do not stand before the first call of another.
// Within a run the lowest rank goes first, then who came first.
type queue struct {
	lines []*line // the next run's first; none is empty
}

// A line is one run's callers, the next first.
type line struct {
	run     string
	waiters []waiter
}

// A waiter is a caller who waits.
type waiter struct {
	rank int
	turn chan struct{} // closed when it is the caller's turn
}

// add queues a caller. A run that had none comes after all that have.
func (q *queue) add(turn port.Turn) waiter {
	w := waiter{turn.Rank, make(chan struct{})}
	l := q.line(turn.Run)
	if l == nil {
		l = &line{run: turn.Run}
		q.lines = append(q.lines, l)
	}
	at := slices.IndexFunc(l.waiters, func(o waiter) bool { return o.rank > w.rank })
	if at < 0 {
		at = len(l.waiters)
	}
	l.waiters = slices.Insert(l.waiters, at, w)
	return w
}

// next takes out the caller whose turn it is. The queue must not be empty.
func (q *queue) next() waiter {
	l := q.lines[0]
	w := l.waiters[0]
	q.lines, l.waiters = q.lines[1:], l.waiters[1:]
	if len(l.waiters) > 0 {
		q.lines = append(q.lines, l)
	}
	return w
}

// remove takes out a caller who gave up, and reports whether it was there.
func (q *queue) remove(run string, w waiter) bool {
	l := q.line(run)
	if l == nil {
		return false
	}
	at := slices.Index(l.waiters, w)
	if at < 0 {
		return false
	}
	l.waiters = slices.Delete(l.waiters, at, at+1)
	if len(l.waiters) == 0 {
		q.lines = slices.DeleteFunc(q.lines, func(o *line) bool { return o == l })
	}
	return true
}

// line returns the run's line, or nil.
func (q *queue) line(run string) *line {
	if i := slices.IndexFunc(q.lines, func(l *line) bool { return l.run == run }); i >= 0 {
		return q.lines[i]
	}
	return nil
}

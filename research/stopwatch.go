package research

import "time"

// A stopwatch tells how long a run has worked according to its events: the time
// between events of one attempt, without the waits for the user. The time
// from an attempt's last event to its crash is unknown and not counted.
type stopwatch struct {
	elapsed time.Duration

	last    time.Time // of the event before
	waiting bool      // for the user
	hurried bool      // the user wants the report: nothing is waited for any more
}

// longestGap bounds the time between two events of a run at work, so that a
// clock that is set does not use up a run's time.
const longestGap = 10 * time.Minute

// add takes in the next event.
func (s *stopwatch) add(e Event) {
	if !s.last.IsZero() && e.Kind != Began && e.Kind != Retried && !s.waiting {
		s.elapsed += min(max(e.Time.Sub(s.last), 0), longestGap)
	}
	s.last = e.Time
	switch e.Kind {
	case Offered:
		s.waiting = !s.hurried
	case Chosen:
		s.waiting = false
	case Hurried:
		s.waiting, s.hurried = false, true
	case Retried:
		s.hurried = false
	}
}

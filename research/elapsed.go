package research

import "time"

// Elapsed returns the time a run has worked according to its events: the time
// between events of one attempt, without the waits for the user. The time
// from an attempt's last event to its crash is unknown and not counted.
func Elapsed(events []Event) time.Duration {
	var sum time.Duration
	waiting := false
	for i, e := range events {
		if i > 0 && e.Kind != Began && e.Kind != Retried && !waiting {
			sum += gap(events[i-1].Time, e.Time)
		}
		switch e.Kind {
		case Offered:
			waiting = true
		case Chosen:
			waiting = false
		}
	}
	return sum
}

// longestGap bounds the time between two events of a run at work, so that a
// clock that is set does not use up a run's time.
const longestGap = 10 * time.Minute

// gap returns the time worked between two events.
func gap(a, b time.Time) time.Duration { return min(max(b.Sub(a), 0), longestGap) }

package research

import "slices"

// Over reports whether the last try in events came to an end.
func Over(events []Event) bool {
	for _, e := range slices.Backward(events) {
		switch e.Kind {
		case Ended:
			return true
		case Retried:
			return false
		}
	}
	return false
}

package engine

import (
	"slices"

	"assay/research"
)

// over reports whether the last try in events came to an end.
func over(events []research.Event) bool {
	for _, e := range slices.Backward(events) {
		switch e.Kind {
		case research.Ended:
			return true
		case research.Retried:
			return false
		}
	}
	return false
}

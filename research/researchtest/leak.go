package researchtest

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// leaveTime is how long goroutines may take to end after what began them was closed.
const leaveTime = 5 * time.Second

// NoLeaks has the test fail if a goroutine that began during it is still there
// at its end, when all that the test cleans up is cleaned up. It is to be
// called first, and not by tests that run side by side.
func NoLeaks(t *testing.T) {
	t.Helper()
	before := goroutines()
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections() // tests' own
		for _, stack := range left(before) {
			t.Errorf("a goroutine is left behind:\n%s", stack)
		}
	})
}

// left returns the stacks of the goroutines that are not among those before,
// once they have had time to end.
func left(before map[string]string) (stacks []string) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for late := time.Now().Add(leaveTime); ; <-tick.C {
		stacks = nil
		for id, stack := range goroutines() {
			if _, old := before[id]; !old {
				stacks = append(stacks, stack)
			}
		}
		if len(stacks) == 0 || time.Now().After(late) {
			return stacks
		}
	}
}

// goroutines returns the stacks of all goroutines but this one, by number.
func goroutines() map[string]string {
	buf := make([]byte, 1<<20)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			buf = buf[:n]
			break
		}
		buf = make([]byte, 2*len(buf))
	}
	all := make(map[string]string)
	for i, stack := range strings.Split(string(buf), "\n\n") {
		head, _, _ := strings.Cut(stack, " [")
		if i > 0 { // the first is this one
			all[head] = stack
		}
	}
	return all
}

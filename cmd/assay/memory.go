package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Bytes that the heap may grow to, however little of it is in use: a server is
// there all day, a single run is soon over.
const (
	serverHeap = 16 << 20
	runHeap    = 22 << 20
)

// heapShare is the percentage of what is in use that the heap may grow by from
// there on.
const heapShare = 75

// collectLess has garbage collected when the heap has grown to floor bytes, not
// whenever it has doubled: a run throws most of what it makes away at once, so
// while little is in use that is often, and saves little. It does nothing if the
// user has set Go's own variables for this.
func collectLess(floor uint64) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		setHeapGoal(floor)
	}
}

// setHeapGoal sets how far the heap may grow, and does so anew after each collection.
func setHeapGoal(floor uint64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(growth(live[0].Value.Uint64(), floor))
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { setHeapGoal(floor) }) // it is garbage already
}

// leastHeap is what Go lets a heap grow to at 100 percent, however little of it is
// in use; at other percentages it is that much more or less.
const leastHeap = 4 << 20

// growth returns the percentage by which a heap may grow of which that many bytes
// are in use; 0 before the first collection.
func growth(used, floor uint64) int {
	if used >= floor {
		return heapShare
	}
	percent := 100 * floor / leastHeap
	if used > 0 {
		percent = min(percent, 100*(floor-used)/used)
	}
	return int(max(percent, heapShare))
}

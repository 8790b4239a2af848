package fetch

import (
	"syscall"
	"time"
)

// limitAddressSpace keeps the process from mapping more than n bytes.
func limitAddressSpace(n uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: n, Max: n})
}

// limitCPU has the process killed once it has computed for d more, on all
// processors together.
func limitCPU(d time.Duration) {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return
	}
	sofar := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	n := uint64((sofar + d).Seconds()) + 1
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: n, Max: n})
}

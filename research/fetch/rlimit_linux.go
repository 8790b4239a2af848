package fetch

import "syscall"

// limitAddressSpace keeps the process from mapping more than n bytes.
func limitAddressSpace(n uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: n, Max: n})
}

package fetch

import "syscall"

// largestChild returns the most memory, in bytes, that any process started by
// this one has had.
func largestChild() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0
	}
	return u.Maxrss << 10
}

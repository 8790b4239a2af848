//go:build !linux

package fetch

import "time"

// limitAddressSpace does nothing where there is no such limit.
func limitAddressSpace(uint64) {}

// limitCPU does nothing where there is no such limit.
func limitCPU(time.Duration) {}

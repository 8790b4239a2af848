//go:build !linux

package fetch

// limitAddressSpace does nothing where there is no such limit.
func limitAddressSpace(uint64) {}

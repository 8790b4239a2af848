package main

import "testing"

func TestASmallHeapGrowsToItsFloorAndALargeOneByItsShare(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		used uint64
		want int
	}{
		{0, 400}, {1 * mb, 400}, {4 * mb, 300}, {8 * mb, 100}, {10 * mb, heapShare}, {16 * mb, heapShare}, {1000 * mb, heapShare},
	} {
		if got := growth(c.used, 16*mb); got != c.want {
			t.Errorf("with %d MB in use it grows by %d %%, want %d %%", c.used/mb, got, c.want)
		}
	}
}

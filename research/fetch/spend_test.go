package fetch

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A cost is what something took: its time, and how far the process grew
// meanwhile beyond what it had before.
type cost struct {
	time   time.Duration
	memory int64 // bytes
}

func (c cost) String() string {
	return fmt.Sprintf("%s and %d MiB", c.time.Round(time.Millisecond), c.memory>>20)
}

// spend does work and returns its cost.
func spend(work func()) cost {
	debug.FreeOSMemory()
	before := held()
	top, stop := before, make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				top = max(top, held())
			}
		}
	}()
	start := time.Now()
	work()
	took := time.Since(start)
	close(stop)
	<-stopped
	runtime.KeepAlive(work)
	return cost{took, max(top, held()) - before}
}

// held returns how many bytes the process has from the system.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

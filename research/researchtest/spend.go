package researchtest

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A Cost is what something took: its time, and how far the process grew
// meanwhile beyond what it had before.
type Cost struct {
	Time   time.Duration
	Memory int64 // bytes
}

func (c Cost) String() string {
	return fmt.Sprintf("%s and %d MiB", c.Time.Round(time.Millisecond), c.Memory>>20)
}

// Spend does work and returns its cost.
func Spend(work func()) Cost {
	debug.FreeOSMemory()
	before := taken()
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
				top = max(top, taken())
			}
		}
	}()
	start := time.Now()
	work()
	took := time.Since(start)
	close(stop)
	<-stopped
	runtime.KeepAlive(work)
	return Cost{took, max(top, taken()) - before}
}

// taken returns how many bytes the process has from the system.
func taken() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

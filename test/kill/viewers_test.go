package kill

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"assay/research/simulator"
	"assay/research/task"
	"assay/test/harness"
)

// restarts is how often the server goes down while it is watched.
const restarts = 5

// However often the server goes down and comes back, killed or stopped, every
// viewer of a run ends on its report, none on an old page.
func TestEveryViewerSeesTheReportAcrossRestarts(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	viewers, quick, latency := 200, time.Duration(10), 100*time.Millisecond
	if harness.Long() {
		viewers, quick, latency = 2000, 1, 2500*time.Millisecond
	}
	gate := make(chan struct{}) // closed when the report may be written
	model := &simulator.ModelServer{Latency: latency, Refuted: 0.3, Seed: 1, Fault: func(_ int, job string) simulator.Fault {
		if job == task.NameCompose {
			<-gate
		}
		return simulator.NoFault
	}}
	k := &killing{t: t, model: model, p: harness.NewProgram(t, harness.Modelled(t, model)...)}
	id := k.p.Die(t, "accepted", "ask", harness.Question(1))
	s := harness.NewServer(t, k.p)
	s.Up()
	a := newAudience(t, viewers, quick, s.URL()+"/r/"+id+"/events")
	took := []time.Duration{a.all(t)}
	peak := 0
	for i := range restarts {
		peak = max(peak, s.PeakMemory())
		if i%2 == 0 {
			s.Kill()
		} else {
			s.Stop()
		}
		a.expect()
		s.Up()
		took = append(took, a.all(t))
	}
	close(gate)
	stale, gone := a.end(t)
	if stale > 0 || gone > 0 {
		t.Errorf("%d of %d viewers end on an old page, %d did not hear the end", stale, viewers, gone)
	}
	peak = max(peak, s.PeakMemory())
	s.Kill()
	t.Logf("%d viewers, %d restarts: all %d saw the report, %d an old page; the last of them was back %v after each start; %d frames; the server took %d MiB at most",
		viewers, restarts, viewers-stale-gone, stale, rounded(took[1:]), a.frames(), peak)
}

// An audience watches one run.
type audience struct {
	watchers []*watcher
	over     sync.WaitGroup
	ended    []bool

	mu   sync.Mutex
	here map[int]bool  // who has had a frame since it was last asked
	full chan struct{} // closed when all have
	from time.Time
}

// newAudience has n watchers begin to watch.
func newAudience(t *testing.T, n int, quick time.Duration, url string) *audience {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	a := &audience{ended: make([]bool, n)}
	a.expect()
	for i := range n {
		w := &watcher{client: &http.Client{Transport: transport}, url: url, quick: quick}
		w.arrived = func(bool) { a.arrive(i) }
		a.watchers = append(a.watchers, w)
		a.over.Go(func() { a.ended[i] = w.watch(ctx) })
	}
	t.Cleanup(func() {
		cancel()
		a.over.Wait()
	})
	return a
}

// expect begins to count anew who is there.
func (a *audience) expect() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.here, a.full, a.from = make(map[int]bool), make(chan struct{}), time.Now()
}

func (a *audience) arrive(i int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.here[i] = true
	if len(a.here) == len(a.watchers) {
		select {
		case <-a.full:
		default:
			close(a.full)
		}
	}
}

// all waits until everybody has had a frame, and returns how long that took.
func (a *audience) all(t *testing.T) time.Duration {
	t.Helper()
	select {
	case <-a.full:
		return time.Since(a.from)
	case <-time.After(3 * time.Minute):
		a.mu.Lock()
		defer a.mu.Unlock()
		t.Fatalf("only %d of %d viewers came back", len(a.here), len(a.watchers))
		return 0
	}
}

// end waits until everybody was told that there is no more, and counts who ends
// on something else than the report that the others see, and who was not told.
func (a *audience) end(t *testing.T) (stale, gone int) {
	t.Helper()
	a.over.Wait()
	seen := make(map[string]int)
	for i, w := range a.watchers {
		switch {
		case !a.ended[i]:
			gone++
		case !w.report:
			stale++
		default:
			seen[w.last]++
		}
	}
	if len(seen) > 1 {
		t.Errorf("the report was seen in %d forms", len(seen))
	}
	return stale, gone
}

func (a *audience) frames() (n int) {
	for _, w := range a.watchers {
		n += w.frames
	}
	return n
}

func rounded(ds []time.Duration) []time.Duration {
	out := slices.Clone(ds)
	for i := range out {
		out[i] = out[i].Round(100 * time.Millisecond)
	}
	return out
}

package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/db/sqlite"
	"assay/research"
	"assay/research/simulator"
	"assay/test/harness"
)

// BenchmarkViewers measures what it takes to be watched: the real program in a
// process of its own, a run at work against the simulator, and viewers here,
// on the same machine. It prints, by the number of viewers,
//
//	p50-ms, p99-ms, max-ms   from an event's time in the journal to each viewer
//	events/s, frames         of the run; frames are those that a viewer gets
//	cores                    that the server kept busy meanwhile
//	cpu-us/sent              its processor time, the run's own too, by frame and viewer
//	KB/viewer                the server's resident memory, all of it, divided by the viewers
//
// and fails if a viewer ends on another frame than the last.
func BenchmarkViewers(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		b.Run(fmt.Sprintf("watch=%d", n), func(b *testing.B) { watchRuns(b, 1, n) })
	}
	b.Run("watch=200x5", func(b *testing.B) { watchRuns(b, 200, 5) })
	b.Run("held=10000", func(b *testing.B) { holdViewers(b, 10_000) })
}

// A stage is the program at work, and watched.
type stage struct {
	tb     testing.TB
	server *harness.Server
	gate   chan struct{} // the model answers once it is closed
	crowds []*crowd
}

// newStage starts runs and has viewers watch each. The runs go on when the gate
// is opened; they are small if they are many.
func newStage(tb testing.TB, runs, viewers int) *stage {
	world, err := (&benchCmd{ModelLatency: time.Second, Jitter: 500 * time.Millisecond, SearchLatency: 300 * time.Millisecond, PageLatency: 300 * time.Millisecond, Seed: 1}).world()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { world.close() })
	s := &stage{tb: tb, gate: make(chan struct{})}
	world.model.Fault = func(int, string) simulator.Fault {
		<-s.gate
		return simulator.NoFault
	}
	if runs > 1 {
		world.model.Angles, world.model.Claims = 1, 1
	}
	p := harness.NewProgram(tb, append(world.env, "ASSAY_ALL_RUNS=0", fmt.Sprint("ASSAY_PARALLEL=", max(8, runs)))...)
	s.server = harness.NewServer(tb, p)
	s.server.Up()
	tb.Cleanup(s.server.Kill)
	tb.Cleanup(sync.OnceFunc(func() { s.open() }))
	for i := range runs {
		s.crowds = append(s.crowds, gatherCrowd(tb, viewers, s.server.Addr, s.ask(i)))
	}
	for _, c := range s.crowds {
		c.here.Wait()
	}
	return s
}

// open lets the runs go on.
func (s *stage) open() {
	select {
	case <-s.gate:
	default:
		close(s.gate)
	}
}

// ask asks a question and returns the run's id.
func (s *stage) ask(i int) string {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	res, err := client.PostForm(s.server.URL()+"/ask", url.Values{"question": {harness.Question(i)}, "method": {"verify"}})
	if err != nil {
		s.tb.Fatal(err)
	}
	defer res.Body.Close()
	id, ok := strings.CutPrefix(res.Header.Get("Location"), "/r/")
	if !ok {
		s.tb.Fatalf("POST /ask: %s", res.Status)
	}
	return id
}

// watchRuns has runs go to their end before viewers each.
func watchRuns(b *testing.B, runs, viewers int) {
	s := newStage(b, runs, viewers)
	for b.Loop() {
		busy, from := processor(b, s.server), time.Now()
		s.open()
		for _, c := range s.crowds {
			c.over.Wait()
		}
		wall := time.Since(from).Seconds()
		busy = processor(b, s.server) - busy
		b.ReportMetric(busy/wall, "cores")
		b.ReportMetric(float64(resident(b, s.server))/float64(runs*viewers), "KB/viewer")
		var lags []time.Duration
		events, frames, sent := 0, 0, 0
		d, err := sqlite.Open(b.Context(), filepath.Join(s.server.Program.Data, "assay.db"))
		if err != nil {
			b.Fatal(err)
		}
		defer d.Close()
		for _, c := range s.crowds {
			journal, err := d.Events(b.Context(), c.run, 0)
			if err != nil {
				b.Fatal(err)
			}
			journal = slices.DeleteFunc(journal, func(e research.Event) bool { return e.Time.Before(from) })
			lags = append(lags, c.lags(b, journal)...)
			events, frames = events+len(journal), frames+len(c.people[0].seen)
			for _, p := range c.people {
				sent += len(p.seen)
			}
		}
		slices.Sort(lags)
		for name, at := range map[string]int{"p50-ms": len(lags) / 2, "p99-ms": len(lags) * 99 / 100, "max-ms": len(lags) - 1} {
			b.ReportMetric(float64(lags[at].Microseconds())/1000, name)
		}
		b.ReportMetric(1e6*busy/float64(sent), "cpu-us/sent")
		b.ReportMetric(float64(events)/wall, "events/s")
		b.ReportMetric(float64(frames)/float64(runs), "frames")
	}
}

// lags returns how long each event took to each viewer: until the first frame
// that has it in.
func (c *crowd) lags(b *testing.B, journal []research.Event) (all []time.Duration) {
	last, stale := journal[len(journal)-1].Seq, 0
	for _, s := range c.people {
		if s.wrong != nil || len(s.seen) == 0 || s.seen[len(s.seen)-1].seq != last {
			stale++
			continue
		}
		at := 0
		for _, e := range journal {
			for s.seen[at].seq < e.Seq {
				at++
			}
			all = append(all, s.seen[at].at.Sub(e.Time))
		}
	}
	if stale > 0 {
		b.Fatalf("%d of %d viewers of run %s end on an old page", stale, len(c.people), c.run)
	}
	return all
}

// holdViewers has viewers watch a run at which nothing happens, until each has
// heard the server's heart beat.
func holdViewers(b *testing.B, viewers int) {
	s := newStage(b, 1, viewers)
	for b.Loop() {
		busy := processor(b, s.server)
		time.Sleep(20 * time.Second) // longer than between two beats
		b.ReportMetric((processor(b, s.server)-busy)/20, "cores")
		b.ReportMetric(float64(resident(b, s.server))/float64(viewers), "KB/viewer")
	}
}

// resident returns the memory that the server holds now, in KB.
func resident(b *testing.B, s *harness.Server) (kb int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		b.Skip(err)
	}
	for line := range strings.Lines(string(status)) {
		fmt.Sscanf(line, "VmRSS: %d kB", &kb)
	}
	return kb
}

// processor returns the processor time that the server has taken, in seconds.
func processor(b *testing.B, s *harness.Server) float64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Cmd.Process.Pid))
	if err != nil {
		b.Skip(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndex(string(stat), ")"):]))
	user, _ := strconv.ParseFloat(fields[12], 64)
	system, _ := strconv.ParseFloat(fields[13], 64)
	return (user + system) / 100 // clock ticks, which Linux has 100 of in a second
}

package kill

import (
	"context"
	"slices"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/simulator"
	"assay/test/harness"
)

// atOnce is how many runs a server works on side by side; others wait their turn.
const atOnce = 4

// soon is how long after its start a server may take to be back at work.
const soon = 5 * time.Second

// A server that was killed at work goes on with its runs within seconds of its
// next start, and nobody has to ask it to.
func TestRunsGoOnSoonAfterBoot(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	boots := 3
	if harness.Long() {
		boots = 20
	}
	model := &simulator.ModelServer{Latency: 100 * time.Millisecond, Refuted: 0.3, Seed: 1}
	k := &killing{t: t, model: model, p: harness.NewProgram(t, harness.Modelled(t, model)...)}
	ids := k.p.Accepted(t)
	d := k.p.Store(t)
	var took []time.Duration
	s := harness.NewServer(t, k.p)
	for range boots {
		open, err := d.Unfinished(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(open) == 0 {
			break
		}
		old := lasts(t, d, open)
		began := time.Now()
		s.Up()
		took = append(took, back(t, d, open, old, began)...)
		s.Kill()
	}
	slices.Sort(took)
	if len(took) == 0 || took[len(took)-1] > soon {
		t.Errorf("the server was back at its runs only after %v", took)
	}
	s.Up()
	defer s.Kill()
	for _, id := range ids {
		info, err := d.Info(t.Context(), id)
		if err != nil {
			t.Fatalf("an accepted run is lost: %v", err)
		}
		if state := harness.End(t, d, info); state.Report == nil {
			t.Errorf("%s ended %s without a report: %s", info.Method, state.Status, state.Reason)
		}
	}
	t.Logf("killed and started %d times, with %d methods at work: runs went on %s after the start at the median, %s at most",
		boots, len(harness.Methods), took[len(took)/2].Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))
}

// lasts returns the number of the last event of each run.
func lasts(t *testing.T, d db.Store, infos []research.Info) []int64 {
	t.Helper()
	out := make([]int64, len(infos))
	for i, info := range infos {
		s, err := db.State(t.Context(), d, info)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = s.Seq
	}
	return out
}

// back waits until as many of the runs as are worked on side by side have a
// new event, and returns how long after began those were made.
func back(t *testing.T, d db.Store, infos []research.Info, old []int64, began time.Time) []time.Duration {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	first := make(chan time.Duration, len(infos))
	for i, info := range infos {
		go func() {
			if d.Wait(ctx, info.ID, old[i]) != nil {
				return
			}
			if events, err := d.Events(ctx, info.ID, old[i]); err == nil && len(events) > 0 {
				first <- events[0].Time.Sub(began)
			}
		}()
	}
	var took []time.Duration
	for range min(len(infos), atOnce) {
		select {
		case d := <-first:
			took = append(took, d)
		case <-ctx.Done():
			t.Fatalf("only %d of %d runs went on within a minute", len(took), len(infos))
		}
	}
	return took
}

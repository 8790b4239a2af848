package kill

import (
	"testing"
	"time"

	"assay/research/simulator"
	"assay/test/harness"
)

// leaveTime is how long a server that was asked to stop may take.
const leaveTime = 35 * time.Second

// Stopped again and again with calls in flight, a server lets them come home:
// no run of any method pays for a call twice.
func TestStoppingPaysForNothingTwice(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	stops := 4
	if harness.Long() {
		stops = 20
	}
	model := &simulator.ModelServer{Latency: 150 * time.Millisecond, Jitter: 100 * time.Millisecond, Refuted: 0.3, Seed: 1}
	k := &killing{t: t, model: model, p: harness.NewProgram(t, harness.Modelled(t, model)...)}
	ids := k.p.Accepted(t)
	d := k.p.Store(t)
	s := harness.NewServer(t, k.p)
	var longest time.Duration
	stopped, cut := 0, 0
	for range stops {
		s.Up()
		busy := model.Meter().Total() + harness.Parallel
		if !waitForCalls(t, model, busy) {
			s.Stop()
			break // all runs have ended
		}
		cut += model.Meter().InFlight
		longest = max(longest, s.Stop())
		stopped++
	}
	s.Up()
	defer s.Kill()
	for _, id := range ids {
		info, err := d.Info(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if state := harness.End(t, d, info); state.Report == nil {
			t.Errorf("%s ended %s without a report: %s", info.Method, state.Status, state.Reason)
		}
	}
	if again := model.Meter().Repeated(); len(again) > 0 {
		t.Errorf("%d calls were paid for twice: %v", len(again), again)
	}
	if longest > leaveTime {
		t.Errorf("it took %s to stop", longest)
	}
	t.Logf("stopped %d times with %d calls in flight in all: out after %s at most, 0 of %d calls paid twice", stopped, cut, longest.Round(time.Millisecond), model.Meter().Total())
}

// waitForCalls waits until the model was asked n times in all and has calls in
// flight. It returns false if it is not asked any more.
func waitForCalls(t *testing.T, model *simulator.ModelServer, n int) bool {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for quiet := 0; quiet < 1500; quiet++ {
		m := model.Meter()
		if m.Total() >= n && m.InFlight > 0 {
			return true
		}
		if m.InFlight > 0 {
			quiet = 0
		}
		select {
		case <-tick.C:
		case <-t.Context().Done():
			return false
		}
	}
	return false
}

// A call that never comes home does not hold the server up for longer than
// calls are waited for, and is made again after the next start.
func TestAHungCallDoesNotHoldUpTheStop(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	if !harness.Long() {
		t.Skip("takes 30 s: -long")
	}
	hung := make(chan struct{}, 1)
	model := &simulator.ModelServer{Refuted: 0.3, Seed: 1, Fault: func(n int, _ string) simulator.Fault {
		if n != 10 {
			return simulator.NoFault
		}
		hung <- struct{}{}
		return simulator.FaultStallFirstByte
	}}
	k := &killing{t: t, model: model, p: harness.NewProgram(t, harness.Modelled(t, model)...)}
	id := k.p.Die(t, "accepted", "ask", harness.Question(1))
	s := harness.NewServer(t, k.p)
	s.Up()
	<-hung
	took := s.Stop()
	if took > leaveTime {
		t.Errorf("it took %s to stop", took)
	}
	if _, errs, code := k.p.Run(t, "resume", "-q", id); code != 0 {
		t.Errorf("resumed, the run ended with exit %d: %s", code, errs)
	}
	if again := model.Meter().Repeated(); len(again) > 0 {
		t.Errorf("%d calls were paid for twice", len(again))
	}
	t.Logf("with a call that hangs the server was out after %s", took.Round(time.Millisecond))
}

package main

import (
	"syscall"
	"testing"
	"time"

	"assay/research/simulator"
)

// leaveTime is how long a server that was asked to stop may take.
const leaveTime = 35 * time.Second

// stop asks the server to stop and returns how long that took.
func (s *server) stop() time.Duration {
	s.t.Helper()
	asked := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("the server ended with %v", err)
	}
	return time.Since(asked)
}

// Stopped again and again with calls in flight, a server lets them come home:
// no run of any method pays for a call twice.
func TestStoppingPaysForNothingTwice(t *testing.T) {
	stops := 4
	if *long {
		stops = 20
	}
	model := &simulator.ModelServer{Latency: 150 * time.Millisecond, Jitter: 100 * time.Millisecond, Refuted: 0.3, Seed: 1}
	k := &killing{t: t, model: model, p: newProgram(t,
		"OPENAI_BASE_URL="+site(t, 0, model)+"/v1", "OPENAI_API_KEY=k", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample")}
	ids := k.accepted()
	d := k.p.store(t)
	s := &server{t: t, p: k.p, addr: freePort(t)}
	var longest time.Duration
	stopped, cut := 0, 0
	for range stops {
		s.up()
		busy := model.Meter().Total() + parallel
		if !waitForCalls(t, model, busy) {
			s.stop()
			break // all runs have ended
		}
		cut += model.Meter().InFlight
		longest = max(longest, s.stop())
		stopped++
	}
	s.up()
	defer s.kill()
	for _, id := range ids {
		info, err := d.Info(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if state := (&house{db: d}).end(t, info); state.Report == nil {
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
	if !*long {
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
	k := &killing{t: t, model: model, p: newProgram(t,
		"OPENAI_BASE_URL="+site(t, 0, model)+"/v1", "OPENAI_API_KEY=k", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample")}
	id := k.dying("accepted", "ask", question(1))
	s := &server{t: t, p: k.p, addr: freePort(t)}
	s.up()
	<-hung
	took := s.stop()
	if took > leaveTime {
		t.Errorf("it took %s to stop", took)
	}
	if _, errs, code := k.p.run(t, "resume", "-q", id); code != 0 {
		t.Errorf("resumed, the run ended with exit %d: %s", code, errs)
	}
	if again := model.Meter().Repeated(); len(again) > 0 {
		t.Errorf("%d calls were paid for twice", len(again))
	}
	t.Logf("with a call that hangs the server was out after %s", took.Round(time.Millisecond))
}

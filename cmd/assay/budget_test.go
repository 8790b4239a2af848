package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/llm"
	"assay/research/port"
	"assay/research/simulator"
	"assay/test/harness"
)

// inside opens the house in this process, wired to a simulated model and the
// sample library.
func inside(t *testing.T, model *simulator.ModelServer, edit func(*Settings)) *house {
	t.Helper()
	s := &Settings{
		Data: t.TempDir(), BaseURL: harness.Site(t, 0, model) + "/v1", APIKey: llm.Secret("k"), Model: "gpt-4o-mini",
		Engines: []string{"sample"}, Parallel: harness.Parallel, CallTime: time.Minute,
	}
	if edit != nil {
		edit(s)
	}
	h, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.close(context.Background()) })
	return h
}

// start starts a run of a method.
func (h *house) start(t *testing.T, question, method string, o research.Options) research.Info {
	t.Helper()
	o.Alone = true
	info, err := h.engine.Start(t.Context(), question, method, o)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// With limits drawn at random, no run ever spends more than it was given, each
// that has verified a claim reports it, and what the runs say they spent is
// what the model was paid for.
func TestRandomBudgetsAreNeverOverdrawn(t *testing.T) {
	runs := 20
	switch {
	case harness.Long():
		runs = 100
	case testing.Short():
		runs = 6
	}
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 0))
	model := &simulator.ModelServer{Latency: 5 * time.Millisecond, Jitter: 5 * time.Millisecond, Refuted: 0.3, Seed: 1}
	h, hasty := inside(t, model, nil), inside(t, &simulator.ModelServer{Latency: 5 * time.Millisecond, Refuted: 0.3, Seed: 1}, nil)
	var sum port.Usage // of runs without a limit of time: calls cut off at one are paid for, though nobody hears their answers
	ended := make(map[research.Status]int)
	for i := range runs {
		o := research.Options{}
		switch i % 3 { // up to somewhat more than a run needs
		case 0:
			o.Budget.Tokens = 1 + rnd.IntN(250_000)
		case 1:
			o.Budget.Cost = port.Money(1 + rnd.IntN(40_000))
		case 2:
			o.Budget.Time = time.Duration(1 + rnd.Int64N(int64(1500*time.Millisecond)))
		}
		question, method := fmt.Sprintf("Does lightning strike twice (%d)?", i), methods[i%len(methods)].Name
		var s *research.State
		if o.Budget.Time > 0 {
			s = harness.End(t, hasty.db, hasty.start(t, question, method, o))
		} else {
			s = harness.End(t, h.db, h.start(t, question, method, o))
			sum = sum.Add(s.Usage)
		}
		ended[s.Status]++
		checkLimits(t, s)
	}
	if m := model.Meter(); m.TokensIn != sum.TokensIn || m.TokensOut != sum.TokensOut {
		t.Errorf("the runs say %d tokens in and %d out, the model was paid for %d and %d", sum.TokensIn, sum.TokensOut, m.TokensIn, m.TokensOut)
	}
	t.Logf("seed %d: %d runs, %v: overshoot 0, %d tokens and %s in all, as the model counted", seed, runs, ended, sum.Tokens(), sum.Cost)
}

// grace is what a run may take beyond its time to cut its calls and write its end.
const graceTime = time.Second

func checkLimits(t *testing.T, s *research.State) {
	t.Helper()
	b := s.Options.Budget
	if b.Tokens > 0 && s.Usage.Tokens() > b.Tokens || b.Cost > 0 && s.Usage.Cost > b.Cost || b.Time > 0 && s.Elapsed > b.Time+graceTime {
		t.Errorf("%s: %+v allowed, %d tokens, %s and %s spent", s.Method, b, s.Usage.Tokens(), s.Usage.Cost, s.Elapsed)
	}
	upheld := 0
	for _, c := range s.Claims {
		if c.Judged != nil && c.Judged.Outcome == research.Upheld {
			upheld++
		}
	}
	if upheld > 0 && (s.Report == nil || len(s.Report.Findings) == 0) {
		t.Errorf("%s with %+v: %d claims were upheld but nothing is reported: %s %s", s.Method, b, upheld, s.Status, s.Reason)
	}
	if !s.Status.Over() || s.Status != research.Done && s.Reason == "" {
		t.Errorf("%s ended %s without a reason", s.Method, s.Status)
	}
}

// With every fifth call going wrong in one of all the ways that there are,
// every run still ends in a report. One that lost a call which it cannot do
// without, as that for its plan, does so when it is tried again, as its page
// offers.
func TestRunsEndInAReportAmongFaults(t *testing.T) {
	harness.SkipIfShort(t, "waits until calls that hang are given up")
	runs := 5
	if harness.Long() {
		runs = 20
	}
	model := &simulator.ModelServer{Refuted: 0.2, Seed: 1, Fault: simulator.RandomFaults(7, 0.2)}
	h := inside(t, model, func(s *Settings) { s.CallTime = 3 * time.Second })
	var sum port.Usage
	reports, again := 0, 0
	for i := range runs {
		info := h.start(t, fmt.Sprintf("Do goldfish forget within seconds (%d)?", i), methods[i%len(methods)].Name, research.Options{})
		s := harness.End(t, h.db, info)
		if s.Status == research.FailedRun {
			t.Logf("%s is tried again: %s", s.Method, s.Reason)
			if err := h.engine.Retry(t.Context(), info.ID, research.Budget{}, engine.Asker{}); err != nil {
				t.Fatal(err)
			}
			s = harness.End(t, h.db, info)
			again++
		}
		if s.Report != nil && len(s.Report.Findings) > 0 {
			reports++
		} else {
			t.Errorf("%s ended %s without a report: %s", s.Method, s.Status, s.Reason)
		}
		sum = sum.Add(s.Usage)
	}
	t.Logf("%d of %d runs ended in a report, %d of them when tried again; %d calls, faults %v", reports, runs, again, model.Meter().Total(), model.Meter().Faults)
}

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/research"
)

func TestBenchMeasuresEveryMethod(t *testing.T) {
	p := newProgram(t)
	out, errs, code := p.run(t, "bench", "--json", "--model-latency", "20ms", "--search-latency", "5ms", "--page-latency", "5ms")
	var all []measurement
	if err := json.Unmarshal([]byte(out), &all); code != 0 || err != nil || len(all) != len(methods) {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	for i, m := range all {
		if m.Method != methods[i].Name || m.Wall <= 0 || m.Bound <= 0 || m.Ratio < 1 || m.Calls < 5 || m.PeakInFlight < 1 || m.CPU <= 0 ||
			m.TokensIn < 10_000 || m.TokensOut < 1000 || m.Stored <= 0 {
			t.Errorf("%+v", m)
		}
	}
	if _, _, code := p.run(t, "bench", "--method", "guess"); code == 0 {
		t.Error("a method that is not there was measured")
	}
	if _, errs, code := p.run(t, "bench", "--stragglers", "2"); code == 0 || !strings.Contains(errs, "shares from 0 to 1") {
		t.Errorf("exit %d with twice as many stragglers as calls: %s", code, errs)
	}
	if _, errs, code := p.run(t, "bench", "--method", "verify", "--set", "votes=guess"); code == 0 || !strings.Contains(errs, "use three, economy") {
		t.Errorf("exit %d with a parameter that there is not: %s", code, errs)
	}
}

func TestTheLongestChainOfVerify(t *testing.T) {
	if got := chainOf(&research.State{Info: research.Info{Method: "verify"}}); got != (chain{model: 5, search: 2, page: 1}) {
		t.Errorf("%+v, want five model calls, two searches and one page", got)
	}
	s := &research.State{Info: research.Info{Method: "verify", Options: research.Options{Params: map[string]string{research.VotesParam: research.EconomyVotes}}}}
	if got := chainOf(s); got.model != 5 {
		t.Errorf("%+v in economy mode without a third vote, want five model calls", got)
	}
	s.Calls = append(s.Calls, &research.CallState{Label: "skeptic 3", Kind: research.Answered})
	if got := chainOf(s); got.model != 6 {
		t.Errorf("%+v in economy mode with a third vote, want six model calls", got)
	}
}

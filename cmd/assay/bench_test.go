package main

import (
	"encoding/json"
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
}

func TestTheLongestChainOfVerify(t *testing.T) {
	if got := chainOf(&research.State{Info: research.Info{Method: "verify"}}); got != (chain{model: 5, search: 2, page: 1}) {
		t.Errorf("%+v, want five model calls, two searches and one page", got)
	}
}

package program

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/test/harness"
)

func TestBenchMeasuresEveryMethod(t *testing.T) {
	harness.SkipIfShort(t, "runs every method in its full shape")
	p := harness.NewProgram(t)
	out, errs, code := p.Run(t, "bench", "--json", "--model-latency", "20ms", "--search-latency", "5ms", "--page-latency", "5ms")
	var all []struct {
		Method             string
		Wall, Bound, Ratio float64
		Calls              int
		PeakInFlight       int     `json:"peak_in_flight"`
		CPU                float64 `json:"cpu_seconds"`
		TokensIn           int     `json:"tokens_in"`
		TokensOut          int     `json:"tokens_out"`
		Stored             int64   `json:"bytes_stored"`
	}
	if err := json.Unmarshal([]byte(out), &all); code != 0 || err != nil || len(all) != len(harness.Methods) {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	for i, m := range all {
		if m.Method != harness.Methods[i].Name || m.Wall <= 0 || m.Bound <= 0 || m.Ratio < 1 || m.Calls < 5 || m.PeakInFlight < 1 || m.CPU <= 0 ||
			m.TokensIn < 10_000 || m.TokensOut < 1000 || m.Stored <= 0 {
			t.Errorf("%+v", m)
		}
	}
	if _, _, code := p.Run(t, "bench", "--method", "guess"); code == 0 {
		t.Error("a method that is not there was measured")
	}
	if _, errs, code := p.Run(t, "bench", "--stragglers", "2"); code == 0 || !strings.Contains(errs, "shares from 0 to 1") {
		t.Errorf("exit %d with twice as many stragglers as calls: %s", code, errs)
	}
	if _, errs, code := p.Run(t, "bench", "--method", "verify", "--set", "votes=guess"); code == 0 || !strings.Contains(errs, "use three, economy") {
		t.Errorf("exit %d with a parameter that there is not: %s", code, errs)
	}
}

package kill

import (
	"testing"

	"assay/research/simulator"
	"assay/test/harness"
)

// points are the moments at which the program is killed, from the acceptance
// of a run to its end. Those marked are tried in the short form too.
var points = []struct {
	at    string
	short bool
}{
	{"accepted", true},                 // before anything is begun
	{"after began 1", false},           //
	{"after entered 1", false},         //
	{"before started 1", false},        // before a call is sent
	{"after started 1", false},         // it is about to be sent
	{"before answered 1", true},        // answered, paid for, not committed
	{"after answered 1", true},         // committed, not yet read
	{"before angle planned 2", false},  //
	{"after searched 1", false},        //
	{"before hit found 3", false},      //
	{"before fetched 2", false},        // a page was read, not committed
	{"after fetched 2", false},         //
	{"before page read 1", false},      //
	{"before claim found 4", false},    //
	{"before answered 20", false},      //
	{"before kept 3", false},           // a claim's evidence was found, not committed
	{"after kept 5", false},            //
	{"before vote cast 8", false},      // between an answer and its fact
	{"after vote cast 9", false},       //
	{"before claim judged 2", true},    //
	{"after entered 5", false},         // before the writer is asked
	{"before finding written 1", true}, // in the middle of the report
	{"after finding written 2", false}, //
	{"before ended 1", true},           // the report is there, its end is not committed
	{"after ended 1", true},            // the end and the index are committed
}

// Killed at any named point, the program loses nothing: the run is there, no
// call whose answer was committed is made again, and it comes to its end.
func TestKilledAtNamedPoints(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	tried := 0
	for _, point := range points {
		if !point.short && !harness.Long() {
			continue
		}
		tried++
		t.Run(point.at, func(t *testing.T) {
			model := &simulator.ModelServer{Refuted: 0.3, Seed: 1}
			p := harness.NewProgram(t, harness.Modelled(t, model)...)
			k := &killing{t: t, model: model, p: p}
			id := k.p.Die(t, point.at, "ask", harness.Question(1))
			k.remember(id)
			if _, errs, code := p.Run(t, "resume", "-q", id); code != 0 {
				t.Fatalf("resumed, the run ended with exit %d: %s", code, errs)
			}
			k.check(id)
			if k.twice > harness.Parallel {
				t.Errorf("%d calls were paid for twice", k.twice)
			}
		})
	}
	t.Logf("%d named points", tried)
}

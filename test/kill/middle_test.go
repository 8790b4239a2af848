package kill

import (
	"bufio"
	"encoding/json"
	"io"
	"sync"
	"testing"

	"assay/research/simulator"
	"assay/test/harness"
	"assay/views"
)

// shapes are the methods that run by themselves, as far as each of them goes.
var shapes = []struct {
	method string
	args   []string
	lines  int      // of research, at least
	pages  int      // read, at least
	kill   int      // at which call to the model
	asks   []string // of the model
}{
	{"ledger", []string{"--depth", "exhaustive"}, 5, 15, 30, []string{"split", "queries", "grade", "extract", "assess", "synthesize", "review", "challenge", "draft"}},
	{"tree", []string{"--set", "breadth=4", "--set", "depth=3"}, 16, 16, 15, []string{"split", "queries", "learn", "draft"}},
	{"team", []string{"--depth", "comprehensive"}, 6, 12, 16, []string{"classify", "split", "queries", "learn", "triage", "check", "draft"}},
	{"explore", []string{"--depth", "moderate"}, 9, 9, 14, []string{"split", "learn", "queries", "map", "draft"}},
}

// Each method in its full shape against an OpenAI-compatible model, killed once
// in the middle and resumed: the report is whole, and no call whose answer was
// committed is made again.
func TestFullShapeKilledAndResumed(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	for _, shape := range shapes {
		t.Run(shape.method, func(t *testing.T) {
			args := append([]string{harness.BigQuestion, "--method", shape.method}, shape.args...)
			model := harness.Steady()
			now := make(chan struct{})
			var once sync.Once
			model.Fault = func(n int, _ string) simulator.Fault {
				if n >= shape.kill {
					once.Do(func() { close(now) })
				}
				return simulator.NoFault
			}
			r := killInTheMiddle(t, model, now, args)
			m := model.Meter()
			t.Logf("%s: %d lines, %d pages, %d claims, %d findings, %d calls %v, %d tokens in, %d out, killed at call %d", shape.method, len(r.Plan),
				len(r.Sources), len(r.Claims), len(r.Findings), m.Total(), m.Calls, m.TokensIn, m.TokensOut, shape.kill)
			if len(r.Plan) < shape.lines || len(r.Sources) < shape.pages || len(r.Findings) == 0 {
				t.Errorf("%d lines, %d pages, %d findings; want at least %d and %d", len(r.Plan), len(r.Sources), len(r.Findings), shape.lines, shape.pages)
			}
			for _, task := range shape.asks {
				if m.Calls[task] == 0 {
					t.Errorf("nobody was asked to %s", task)
				}
			}
		})
	}
}

// killInTheMiddle asks, kills the program when now is closed, resumes the run and
// returns its report.
func killInTheMiddle(t *testing.T, model *simulator.ModelServer, now <-chan struct{}, args []string) (r views.Report) {
	t.Helper()
	k := &killing{t: t, model: model, p: harness.NewProgram(t, harness.Serve(t, model, harness.Installed(t, harness.Manual), harness.Installed(t, harness.Python)).Env...)}
	cmd := k.p.Command(t.Context(), append([]string{"ask", "--quiet=false"}, args...)...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		<-now
		cmd.Process.Kill()
	}()
	lines := bufio.NewReader(stderr)
	id := acknowledged(t, lines)
	io.Copy(io.Discard, lines)
	if cmd.Wait(); cmd.ProcessState.Exited() {
		t.Fatalf("the program ended by itself: exit %d", cmd.ProcessState.ExitCode())
	}
	k.remember(id)
	out, errs, code := k.p.Run(t, "resume", "--json", "-q", id)
	if code != 0 {
		t.Fatalf("resumed, the run ended with exit %d: %s", code, errs)
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	k.check(id)
	t.Logf("%d committed calls made again, %d paid for twice (at most %d)", k.again, k.twice, harness.Parallel)
	if k.twice > harness.Parallel {
		t.Errorf("%d calls were paid for twice", k.twice)
	}
	return r
}

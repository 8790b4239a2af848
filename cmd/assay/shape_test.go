package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/research/simulator"
	"assay/views"
)

const (
	bigQuestion = "How are transactions, indexes, dictionaries and asynchronous tasks kept consistent?"
	python      = "/usr/share/doc/python3.11/html"
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
	for _, shape := range shapes {
		t.Run(shape.method, func(t *testing.T) {
			args := append([]string{bigQuestion, "--method", shape.method}, shape.args...)
			model := steady()
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

func steady() *simulator.ModelServer {
	return &simulator.ModelServer{Angles: 5, Claims: 5, Refuted: 0.2, Qualified: 0.1, Seed: 1}
}

// killInTheMiddle asks, kills the program when now is closed, resumes the run and
// returns its report.
func killInTheMiddle(t *testing.T, model *simulator.ModelServer, now <-chan struct{}, args []string) (r views.Report) {
	t.Helper()
	k := &killing{t: t, model: model, p: newProgram(t, serve(t, model, installed(t, manual), installed(t, python)).env...)}
	cmd := k.p.command(t.Context(), append([]string{"ask", "--quiet=false"}, args...)...)
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
	out, errs, code := k.p.run(t, "resume", "--json", "-q", id)
	if code != 0 {
		t.Fatalf("resumed, the run ended with exit %d: %s", code, errs)
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	k.check(id)
	t.Logf("%d committed calls made again, %d paid for twice (at most %d)", k.again, k.twice, parallel)
	if k.twice > parallel {
		t.Errorf("%d calls were paid for twice", k.twice)
	}
	return r
}

// An exploration of three rounds, chosen in a browser, survives the death of
// the server while it waits and while it works.
func TestAnExplorationIsWalkedInABrowser(t *testing.T) {
	alloc := browser(t)
	model := steady()
	s := newProgram(t, serve(t, model, installed(t, manual)).env...).start(t)
	tb := open(t, alloc, s.url())
	tb.askBy("explore/moderate", bigQuestion)
	run := tb.path()
	tb.until(offerShown + ` === "round 1"`)
	axe(tb, "map")
	tb.expectOutage(true)
	s.kill()
	s.up()
	tb.visit(run)
	tb.until(offerShown + ` === "round 1"`)
	tb.expectOutage(false)
	tb.click(`input[name=branch]`)
	tb.do(chromedp.SendKeys(chromedp.CSS(`#run input[name=question], #run textarea[name=question]`), "How does replication lag show?"))
	tb.answer([]string{`button[name=do][value=explore]`})
	tb.until(offerShown + ` === "round 2"`)
	tb.answer([]string{`button[name=do][value=continue]`})
	tb.expectOutage(true)
	s.kill()
	s.up()
	tb.visit(run)
	tb.until(offerShown + ` === "round 3"`)
	tb.expectOutage(false)
	if got := js[string](tb, `fetch(location.pathname + "/map.json").then(r => r.json()).then(m => m.history.map(h => h.chosen).join())`); got != "scan,picked,continued" && !strings.HasPrefix(got, "scan,") {
		t.Errorf("the history is %s", got)
	}
	tb.answer([]string{`button[name=do][value=finalize]`})
	tb.shows(reportShown)
	tb.visit(run)
	axe(tb, "report-explore-walked")
	s.p.verify(t, strings.TrimPrefix(run, "/r/"))
	if again := model.Meter().Repeated(); len(again) > 2*parallel {
		t.Errorf("%d prompts were paid for twice", len(again))
	}
}

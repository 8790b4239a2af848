package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/simulator"
)

// diesAt makes the test binary be the program, which kills itself at the point
// that the variable names: "before" or "after" the nth event of a kind is
// committed, as "before answered 7"; or "accepted", once a run is.
const diesAt = "ASSAY_TEST_DIES_AT"

// mortal runs the program until it dies at the point, or by itself.
func mortal(point string) int {
	ctx := context.Background()
	return runWith(ctx, &cli{Settings: Settings{store: func(s engine.Store) engine.Store { return &mortalStore{Store: s, at: point} }}},
		os.Args[1:], console{os.Stdout, os.Stderr})
}

// A mortalStore kills its process at one point.
type mortalStore struct {
	engine.Store
	at   string
	seen atomic.Int64 // events of the kind
}

func (s *mortalStore) Accept(ctx context.Context, a engine.Admission) (string, error) {
	run, err := s.Store.Accept(ctx, a)
	fmt.Fprintln(os.Stderr, "Run "+run) // acknowledged
	if s.at == "accepted" {
		die()
	}
	return run, err
}

func (s *mortalStore) Append(ctx context.Context, run string, events ...research.Event) error {
	for _, e := range events {
		if err := s.append(ctx, run, e); err != nil {
			return err
		}
	}
	return nil
}

func (s *mortalStore) append(ctx context.Context, run string, e research.Event) error {
	when, rest, _ := strings.Cut(s.at, " ")
	i := strings.LastIndexByte(rest, ' ')
	here := i > 0 && rest[:i] == string(e.Kind) && fmt.Sprint(s.seen.Add(1)) == rest[i+1:]
	if here && when == "before" {
		die()
	}
	err := s.Store.Append(ctx, run, e)
	if here {
		die()
	}
	return err
}

// die ends the process as a power cut or the kernel would.
func die() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

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
	tried := 0
	for _, point := range points {
		if !point.short && !*long {
			continue
		}
		tried++
		t.Run(point.at, func(t *testing.T) {
			model := &simulator.ModelServer{Refuted: 0.3, Seed: 1}
			p := newProgram(t, "OPENAI_BASE_URL="+site(t, 0, model)+"/v1", "OPENAI_API_KEY=k", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample")
			k := &killing{t: t, model: model, p: p}
			id := k.dying(point.at, "ask", question(1))
			k.remember(id)
			if _, errs, code := p.run(t, "resume", "-q", id); code != 0 {
				t.Fatalf("resumed, the run ended with exit %d: %s", code, errs)
			}
			k.check(id)
			if k.twice > parallel {
				t.Errorf("%d calls were paid for twice", k.twice)
			}
		})
	}
	t.Logf("%d named points", tried)
}

// dying runs the program, which must die at the point, and returns its run's id.
func (k *killing) dying(point string, args ...string) string {
	k.t.Helper()
	cmd := k.p.command(k.t.Context(), args...)
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, asAssay) })
	cmd.Env = append(cmd.Env, diesAt+"="+point)
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Run(); err == nil || cmd.ProcessState.Exited() {
		k.t.Fatalf("it did not die: exit %d: %s", cmd.ProcessState.ExitCode(), errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "Run "); ok {
			return id
		}
	}
	k.t.Fatalf("it died before it accepted a run: %s", errs.String())
	return ""
}

package kill

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/db/sqlite"
	"assay/research"
	"assay/research/simulator"
	"assay/test/harness"
)

// Killed with SIGKILL at random moments, the program loses no run it has
// acknowledged and never again makes a call whose answer it had committed; at
// most the calls in flight are paid for twice. The runs take turns among all
// methods.
func TestKill(t *testing.T) {
	harness.SkipIfShort(t, "kills the program")
	kills, runs, latency := 10, len(harness.Methods), 20*time.Millisecond
	if harness.Long() {
		kills, runs, latency = 200, 20, 60*time.Millisecond
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	data := t.TempDir()
	var all killing
	tried := 0
	for ; all.kills < kills; tried++ {
		// Each run has a model of its own, which counts: runs may ask the same.
		model := &simulator.ModelServer{Latency: latency, Jitter: latency, Refuted: 0.3, Seed: seed}
		k := &killing{t: t, model: model, p: &harness.Program{Data: data, Env: harness.Modelled(t, model)}}
		k.survive(rnd, 10*latency, harness.Methods[tried%len(harness.Methods)].Name, harness.Question(tried), min(kills/runs, kills-all.kills))
		all.kills, all.lost, all.again, all.twice = all.kills+k.kills, all.lost+k.lost, all.again+k.again, all.twice+k.twice
	}
	t.Logf("%d kills over %d runs of %d methods: %d runs lost, %d committed calls made again, %d calls paid for twice (at most %d allowed)",
		all.kills, tried, len(harness.Methods), all.lost, all.again, all.twice, all.kills*harness.Parallel)
}

// survive has a run of the method killed a number of times, each at a random
// moment within a time, or as often as it takes it to end, and then brings it to
// its end.
func (k *killing) survive(rnd *rand.Rand, within time.Duration, method, question string, kills int) {
	k.t.Helper()
	moment := func() time.Duration { return time.Duration(rnd.Int64N(int64(within))) }
	id, died := k.killed(moment(), "ask", "--quiet=false", "--method", method, question)
	for died && k.kills < kills {
		_, died = k.killed(moment(), "resume", id)
	}
	if _, errs, code := k.p.Run(k.t, "resume", "-q", id); code != 0 && code != harness.ExitPartial {
		k.t.Fatalf("%s: run %s did not end: exit %d: %s", method, id, code, errs)
	}
	k.check(id)
	if k.twice > k.kills*harness.Parallel {
		k.t.Errorf("%s: %d calls were paid for twice in %d kills", method, k.twice, k.kills)
	}
}

// A killing counts what killing did.
type killing struct {
	t     *testing.T
	p     *harness.Program
	model *simulator.ModelServer

	kills              int
	answered           map[string]int // by prompt: how often, when its answer was found committed
	lost, again, twice int
}

// killed runs the program, waits until it has acknowledged its run and kills
// it so much later. It returns the run's id, and whether the program died of
// that: it may have been done before.
func (k *killing) killed(after time.Duration, args ...string) (id string, died bool) {
	k.t.Helper()
	cmd := k.p.Command(k.t.Context(), args...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	id = acknowledged(k.t, lines)
	go io.Copy(io.Discard, lines)
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() > 0 && cmd.ProcessState.ExitCode() != harness.ExitPartial {
		k.t.Fatalf("%v: %v", args, err)
	}
	k.remember(id)
	if died = !cmd.ProcessState.Exited(); died {
		k.kills++
	}
	return id, died
}

// acknowledged reads the id of the run that the program says it has accepted.
func acknowledged(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	var said bytes.Buffer
	for {
		line, err := r.ReadString('\n')
		said.WriteString(line)
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "Run "); ok {
			return id
		}
		if err != nil {
			t.Fatalf("the program ended without accepting a run: %s", said.String())
		}
	}
}

// remember notes how often each call was answered whose answer is committed:
// it must not be made again.
func (k *killing) remember(id string) {
	k.t.Helper()
	if k.answered == nil {
		k.answered = make(map[string]int)
	}
	prompts := k.model.Meter().Prompts
	for _, hash := range k.committed(id) {
		if _, ok := k.answered[hash]; !ok {
			k.answered[hash] = prompts[hash].Answered
		}
	}
}

// check counts what was lost and what was paid for again.
func (k *killing) check(id string) {
	k.t.Helper()
	prompts := k.model.Meter().Prompts
	for hash, n := range k.answered {
		if now := prompts[hash].Answered; now > n {
			k.again += now - n
			k.t.Errorf("a call whose answer was committed was made %d times more: %s", now-n, prompts[hash].Task)
		}
	}
	extra := 0
	for _, p := range k.model.Meter().Repeated() {
		extra += p.Answered - 1
	}
	k.twice = extra
	if _, _, code := k.p.Run(k.t, "verify", id); code != 0 {
		k.lost++
		k.t.Errorf("run %s is not whole", id)
	}
}

// committed returns the prompts of the run's calls whose answers are in the journal.
func (k *killing) committed(id string) []string {
	k.t.Helper()
	d, err := sqlite.Open(k.t.Context(), filepath.Join(k.p.Data, "assay.db"))
	if err != nil {
		k.t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Info(k.t.Context(), id); err != nil {
		k.lost++
		k.t.Fatalf("an acknowledged run is lost: %v", err)
	}
	events, err := d.Events(k.t.Context(), id, 0)
	if err != nil {
		k.t.Fatal(err)
	}
	prompts := make(map[string]string)
	var hashes []string
	for _, e := range events {
		switch e.Kind {
		case research.Started:
			var c research.StartedCall
			if err := json.Unmarshal(e.Data, &c); err != nil {
				k.t.Fatal(err)
			}
			prompts[c.Call] = c.Prompt
		case research.Answered:
			hashes = append(hashes, prompts[e.Key])
		}
	}
	return hashes
}

package golden

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/db"
	"assay/research"
	"assay/research/engine"
	"assay/research/simulator"
	"assay/test/harness"
	"assay/views"
)

var (
	record = flag.Bool("record", false, "record the journals that are replayed, as this release writes them")
	redraw = flag.Bool("redraw", false, "rewrite the pages of worlds")
)

// A recording is a run's journal as a release wrote it.
type recording struct {
	info  research.Info
	lines []recorded
}

// recorded is an event, with the text of the page that it brought.
type recorded struct {
	research.Event
	Text string `json:",omitempty"`
}

// recordedMethods are the methods whose journals were recorded.
var recordedMethods = []string{"verify", "ledger", "tree", "team", "explore"}

func recordingOf(method string) string {
	return filepath.Join("testdata", "journals", method+".jsonl.gz")
}

// replayHouse returns a program that answers, in the one release and in the other, alike.
func replayHouse(t *testing.T) (*harness.Program, *simulator.ModelServer) {
	t.Helper()
	model := &simulator.ModelServer{Angles: 3, Claims: 3, Refuted: 0.3, Qualified: 0.1, Seed: 2}
	return harness.NewProgram(t, harness.Modelled(t, model)...), model
}

// writeRecording records a run of the method.
func writeRecording(t *testing.T, method string) {
	t.Helper()
	p, _ := replayHouse(t)
	m := methodNamed(t, method)
	r := p.Ask(t, "--method", method, "--depth", m.Depths[0].Name, "Does lightning strike the same place twice?")
	d := p.Store(t)
	info, err := d.Info(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	events, err := d.Events(t.Context(), r.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	out := json.NewEncoder(z)
	if err := out.Encode(info); err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		line := recorded{Event: e}
		if e.Kind == research.Fetched {
			page, err := d.Page(t.Context(), r.ID, e.Label)
			if err != nil {
				t.Fatal(err)
			}
			line.Page, line.Text = &page, page.Text
		}
		if err := out.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(recordingOf(method)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(recordingOf(method), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func methodNamed(t *testing.T, name string) *engine.Method {
	t.Helper()
	for _, m := range harness.Methods {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("there is no method %s", name)
	return nil
}

// readRecording reads what was recorded of a method.
func readRecording(t *testing.T, method string) recording {
	t.Helper()
	f, err := os.Open(recordingOf(method))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return decodeRecording(t, z)
}

// decodeRecording reads a recording: the run's Info, then its events.
func decodeRecording(t *testing.T, from io.Reader) (r recording) {
	t.Helper()
	in := json.NewDecoder(bufio.NewReader(from))
	if err := in.Decode(&r.info); err != nil {
		t.Fatal(err)
	}
	for {
		var line recorded
		if err := in.Decode(&line); err == io.EOF {
			return r
		} else if err != nil {
			t.Fatal(err)
		}
		if line.Page != nil {
			line.Page.Text = line.Text
		}
		r.lines = append(r.lines, line)
	}
}

// into puts the first n events of the recording into a database, as the release
// that recorded it would have left them.
func (r recording) into(t *testing.T, d db.Store, n int) {
	t.Helper()
	if _, err := d.Accept(t.Context(), engine.Admission{Info: r.info}); err != nil {
		t.Fatal(err)
	}
	for _, line := range r.lines[:n] {
		if err := d.Append(t.Context(), r.info.ID, line.Event); err != nil {
			t.Fatal(err)
		}
	}
}

// answered returns the prompts that the first n events hold answers to.
func (r recording) answered(t *testing.T, n int) map[string]bool {
	t.Helper()
	prompts, all := make(map[string]string), make(map[string]bool)
	for _, line := range r.lines[:n] {
		switch line.Kind {
		case research.Started:
			var c research.StartedCall
			if err := json.Unmarshal(line.Data, &c); err != nil {
				t.Fatal(err)
			}
			prompts[c.Call] = c.Prompt
		case research.Answered:
			all[prompts[line.Key]] = true
		}
	}
	return all
}

// A run that the first release was at work on is brought to its end by this
// one, wherever that stopped: answers that fit are used, what is new is asked,
// and the evidence is as it was. How many calls were made again is said. As long
// as a method's keys are those of the journal none is; who changes a prompt or the
// order of calls raises them, and says in the notes of the release that runs
// which are open when a server is upgraded are charged for what changed.
func TestJournalsOfTheFirstReleaseAreCarriedOn(t *testing.T) {
	const first = 1 // the keys of the first release, which did not say so
	for _, method := range recordedMethods {
		if _, err := os.Stat(recordingOf(method)); err != nil && *record {
			writeRecording(t, method)
		}
		r := readRecording(t, method)
		same := methodNamed(t, method).Keys == first
		whole := len(r.lines) - 1 // all but how it ended
		for _, n := range cuts(whole) {
			p, model := replayHouse(t)
			report := r.carriedOn(t, p, n)
			paid := model.Meter()
			again := 0
			known := r.answered(t, n)
			for hash, prompt := range paid.Prompts {
				if known[hash] {
					again += prompt.Answered
				}
			}
			if again > 0 || same && (n == whole && paid.Total() > 0 || len(known)+paid.Total() > len(r.answered(t, whole))) {
				t.Errorf("%s: after %d of %d events %d calls were made, %d of them again", method, n, whole, paid.Total(), again)
			}
			t.Logf("%s: carried on after %d of %d events: %d answers known, %d calls made, %d of them again; %s with %d findings on %d claims",
				method, n, whole, len(known), paid.Total(), again, report.State, len(report.Findings), len(report.Claims))
		}
	}
}

// cuts returns how many events of a journal are there when it is carried on: from
// the first few to all.
func cuts(whole int) []int {
	parts := 8
	if testing.Short() {
		parts = 2
	}
	all := []int{1}
	for i := range parts {
		all = append(all, (i+1)*whole/parts)
	}
	return all
}

// carriedOn has a program carry on with the first n events, and checks that the
// report is whole and that what was recorded is still there.
func (r recording) carriedOn(t *testing.T, p *harness.Program, n int) (report views.Report) {
	t.Helper()
	d := p.Store(t)
	r.into(t, d, n)
	out, errs, code := p.Run(t, "resume", "--json", "-q", r.info.ID)
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
		t.Fatalf("%s does not end: exit %d: %s", r.info.Method, code, errs)
	}
	if len(report.Findings) == 0 || len(report.Claims) == 0 {
		t.Errorf("%s: %d findings on %d claims", r.info.Method, len(report.Findings), len(report.Claims))
	}
	p.Verify(t, r.info.ID)
	events, err := d.Events(t.Context(), r.info.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range r.lines[:n] {
		if e := events[i]; e.Seq != int64(i+1) || e.Kind != line.Kind || e.Key != line.Key || !bytes.Equal(e.Data, line.Data) {
			t.Fatalf("%s: event %d was %s %s and is %s %s", r.info.Method, i+1, line.Kind, line.Key, e.Kind, e.Key)
		}
	}
	return report
}

// A release to come will note what this one has never heard of: such a journal
// is shown, exported, verified and carried on all the same.
func TestJournalsOfTheNextReleaseAreUnderstood(t *testing.T) {
	r := readRecording(t, "verify")
	var lines []recorded
	for i, line := range r.lines[:len(r.lines)-1] {
		if data, ok := strings.CutPrefix(string(line.Data), "{"); ok && data != "}" {
			line.Data = json.RawMessage(`{"heard_of_later":{"by":["no one"]},` + data)
		}
		lines = append(lines, line)
		if i%10 == 9 {
			lines = append(lines, recorded{Event: research.Event{Kind: "dreamt", Key: "dreamt/" + line.Key, Label: "later", Data: json.RawMessage(`{"of":[1,2,3]}`)}})
		}
	}
	r.lines = lines
	p, model := replayHouse(t)
	report := r.carriedOn(t, p, len(lines))
	if n := model.Meter().Total(); n > 0 {
		t.Errorf("%d calls were made again", n)
	}
	for _, f := range views.Formats() {
		if out, errs, code := p.Run(t, "export", r.info.ID, "-f", f.Name); code != 0 || out == "" {
			t.Errorf("export %s: exit %d: %s", f.Name, code, errs)
		}
	}
	res, err := http.Get(p.Start(t).URL() + "/r/" + r.info.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if page, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(page), `id="answer"`) {
		t.Errorf("the page shows no report: %v: %.300s", err, page)
	}
	t.Logf("%d events, one in ten of an unknown kind, all with an unknown field: %s with %d findings, 0 calls made", len(lines), report.State, len(report.Findings))
}

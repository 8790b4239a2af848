package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/views"
)

// asAssay makes the test binary be the program, so that tests run the real
// one, in a process of its own, without building it first.
const asAssay = "ASSAY_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if at := os.Getenv(diesAt); at != "" {
		os.Exit(mortal(at))
	}
	if os.Getenv(asAssay) != "" || len(os.Args) == 2 && os.Args[1] == pdfWorker {
		main()
		return
	}
	code := m.Run()
	for _, dir := range leftovers {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// A program is the real program with a data folder of its own, and nothing of
// the developer's environment.
type program struct {
	data string
	env  []string
}

func newProgram(t testing.TB, env ...string) *program {
	t.Helper()
	return &program{t.TempDir(), env}
}

// command returns the program, ready to be run with args.
func (p *program) command(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, append([]string{"--data", p.data}, args...)...)
	cmd.Env = append([]string{asAssay + "=1", "HOME=" + p.data, "PATH=" + os.Getenv("PATH"), "ASSAY_MODEL=reader"}, p.env...)
	return cmd
}

// run runs the program and returns what it printed and its exit code.
func (p *program) run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := p.command(t.Context(), args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// ask asks a question and returns the report, which must be whole, and whose
// quotes must all be in their pages.
func (p *program) ask(t *testing.T, args ...string) views.Report {
	t.Helper()
	out, errs, code := p.run(t, append([]string{"ask", "--json", "--quiet"}, args...)...)
	if code != 0 {
		t.Fatalf("exit %d: %s\n%s", code, errs, out)
	}
	var r views.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("not one JSON object: %v\n%s", err, out)
	}
	p.verify(t, r.ID)
	return r
}

// verify has the program re-check a report offline.
func (p *program) verify(t *testing.T, id string) {
	t.Helper()
	out, errs, code := p.run(t, "verify", id)
	if code != 0 {
		t.Errorf("verify: exit %d: %s%s", code, out, errs)
	}
	t.Log(strings.TrimSpace(out))
}

// installed returns a folder of an installed package, or skips the test.
func installed(t *testing.T, dir string) string {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there: apt-get install postgresql-doc-15 python3.11-doc", dir)
	}
	return dir
}

// The first command of the README, on a bare machine: no key, no network.
func TestAskTheSampleLibrary(t *testing.T) {
	p := newProgram(t)
	r := p.ask(t, "Is the Great Wall of China visible from the Moon?")
	if !strings.HasPrefix(r.Summary, "No") {
		t.Errorf("summary: %s", r.Summary)
	}
	if len(r.Findings) == 0 || len(r.Refuted) == 0 {
		t.Fatalf("%d findings and %d refuted claims, want some of both", len(r.Findings), len(r.Refuted))
	}
	for _, f := range r.Findings {
		if f.Vote == "" || len(f.Sources) == 0 || len(f.Quotes) == 0 {
			t.Errorf("finding without vote, source or quote: %+v", f)
		}
	}
	for _, want := range []string{"Searched ", " angles · fetched ", " claims · ", " confirmed, ", " killed"} {
		if !strings.Contains(r.Stats.Line(), want) {
			t.Errorf("stats line %q lacks %q", r.Stats.Line(), want)
		}
	}
	if r.Model != "built-in reader" || !strings.Contains(r.Caveats, "no language model was used") {
		t.Errorf("the report does not say that no language model was used: %q, %q", r.Model, r.Caveats)
	}
	t.Log(r.Stats.Line())
}

func TestCommandsOverOneRun(t *testing.T) {
	p := newProgram(t)
	r := p.ask(t, "Do goldfish have a three-second memory?")
	if out, _, code := p.run(t, "runs"); code != 0 || !strings.Contains(out, r.ID) {
		t.Errorf("runs: exit %d: %s", code, out)
	}
	if out, _, code := p.run(t, "show", r.ID[:8]); code != 0 || !strings.Contains(out, "Searched ") {
		t.Errorf("show: exit %d: %s", code, out)
	}
	for _, f := range views.Formats() {
		if out, errs, code := p.run(t, "export", r.ID, "-f", f.Name); code != 0 || out == "" {
			t.Errorf("export %s: exit %d: %s", f.Name, code, errs)
		}
	}
	if _, errs, code := p.run(t, "export", r.ID, "-f", "doc"); code != exitFailed || !strings.Contains(errs, "doc") {
		t.Errorf("export in an unknown format: exit %d: %s", code, errs)
	}
	// A run that has ended well has nothing to retry: it ends the same way, at no cost.
	if out, errs, code := p.run(t, "resume", "--json", "-q", r.ID); code != 0 || !strings.Contains(out, `"state": "done"`) && !strings.Contains(out, `"state":"done"`) {
		t.Errorf("resume: exit %d: %s %s", code, errs, out)
	}
	p.verify(t, r.ID)
}

func TestBadInputGetsAClearError(t *testing.T) {
	p := newProgram(t)
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"empty question", []string{"ask", "  "}, exitFailed, "no question"},
		{"too long a question", []string{"ask", strings.Repeat("why ", 1100)}, exitFailed, "characters"},
		{"unknown method", []string{"ask", "Why?", "--method", "guess"}, exitFailed, `"guess"`},
		{"unknown run", []string{"show", "zzzz"}, exitFailed, "not found"},
		{"bad budget", []string{"ask", "Why?", "--budget", "lots"}, exitUsage, "lots"},
		{"unknown engine", []string{"--engines", "altavista", "ask", "Why?"}, exitFailed, "altavista"},
		{"model without an API", []string{"--model", "gpt-4o", "ask", "Why?"}, exitFailed, "OPENAI_API_KEY"},
		{"library that is not there", []string{"--library", "/no/such/folder", "ask", "Why?"}, exitUsage, "/no/such/folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, errs, code := p.run(t, tt.args...)
			if code != tt.code || !strings.Contains(errs, tt.says) {
				t.Errorf("exit %d, says %q; want %d and %q", code, errs, tt.code, tt.says)
			}
		})
	}
}

// Flag > environment > file > default, each value's origin shown, secrets never.
func TestConfigShowsOriginsAndMasksSecrets(t *testing.T) {
	p := newProgram(t, "OPENAI_API_KEY=canary-1", "ASSAY_PARALLEL=3")
	dir := filepath.Join(p.data, ".config", "assay")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "config.json")
	if err := os.WriteFile(file, []byte(`{"brave-key": "canary-2", "parallel": 5, "requests": 7, "models": {"skeptic": "m1"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	keyFile := filepath.Join(p.data, "key")
	if err := os.WriteFile(keyFile, []byte("canary-3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.env = append(p.env, "TAVILY_API_KEY_FILE="+keyFile)
	out, errs, code := p.run(t, "config", "show", "--base-url", "http://127.0.0.1:1/v1")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	want := map[string]string{
		"base-url": "flag", "parallel": "3 environment: ASSAY_PARALLEL", "requests": "7 file: " + file, "brave-key": "*** file: " + file,
		"api-key": "*** environment: OPENAI_API_KEY", "tavily-key": "*** file: " + keyFile, "stream": "default", "models": "m1",
	}
	for name, words := range want {
		line := ""
		for l := range strings.Lines(out) {
			if strings.HasPrefix(l, name+" ") {
				line = strings.Join(strings.Fields(l), " ")
			}
		}
		if !strings.Contains(line, words) {
			t.Errorf("%s: %q, want %q", name, line, words)
		}
	}
	if strings.Contains(out+errs, "canary") {
		t.Errorf("a secret shows:\n%s%s", out, errs)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := p.run(t, "config", "show"); code == 0 || !strings.Contains(errs, "chmod 600") {
		t.Errorf("a configuration file with a secret that others can read: exit %d: %s", code, errs)
	}
}

func TestDoctorOnABareMachine(t *testing.T) {
	out, errs, code := newProgram(t).run(t, "doctor")
	if code != 0 || !strings.Contains(out, "OPENAI_API_KEY") || !strings.Contains(out, "SEARXNG_URL") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// Real documents that nobody here wrote. The reports are printed with -v.
func TestAskDocumentation(t *testing.T) {
	tests := []struct{ dir, question, says string }{
		{"/usr/share/doc/postgresql-doc-15", "How does VACUUM reclaim disk space in PostgreSQL?", "VACUUM"},
		{"/usr/share/doc/postgresql-doc-15", "What is the default transaction isolation level in PostgreSQL?", "Read Committed"},
		{"/usr/share/doc/python3.11/html", "What does asyncio.gather do when one of the tasks raises an exception?", "gather"},
		{"/usr/share/doc/python3.11-doc", "Are Python dictionaries ordered?", "order"},
	}
	p := newProgram(t) // documents are indexed once
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			dir := installed(t, tt.dir)
			r := p.ask(t, tt.question, "--library", dir)
			if len(r.Findings) == 0 || !strings.Contains(r.Summary, tt.says) {
				t.Errorf("summary %q does not mention %q", r.Summary, tt.says)
			}
			t.Logf("%s\n%s (%.1f s)", r.Summary, r.Stats.Line(), r.Stats.Seconds)
		})
	}
}

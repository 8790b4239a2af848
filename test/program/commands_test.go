package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/test/harness"
	"assay/views"
)

// The first command of the README, on a bare machine: no key, no network.
func TestAskTheSampleLibrary(t *testing.T) {
	p := harness.NewProgram(t)
	r := p.Ask(t, "Is the Great Wall of China visible from the Moon?")
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
	p := harness.NewProgram(t)
	r := p.Ask(t, "Do goldfish have a three-second memory?")
	if out, _, code := p.Run(t, "runs"); code != 0 || !strings.Contains(out, r.ID) {
		t.Errorf("runs: exit %d: %s", code, out)
	}
	if out, _, code := p.Run(t, "show", r.ID[:8]); code != 0 || !strings.Contains(out, "Searched ") {
		t.Errorf("show: exit %d: %s", code, out)
	}
	for _, f := range views.Formats() {
		if out, errs, code := p.Run(t, "export", r.ID, "-f", f.Name); code != 0 || out == "" {
			t.Errorf("export %s: exit %d: %s", f.Name, code, errs)
		}
	}
	if _, errs, code := p.Run(t, "export", r.ID, "-f", "doc"); code != harness.ExitFailed || !strings.Contains(errs, "doc") {
		t.Errorf("export in an unknown format: exit %d: %s", code, errs)
	}
	// A run that has ended well has nothing to retry: it ends the same way, at no cost.
	if out, errs, code := p.Run(t, "resume", "--json", "-q", r.ID); code != 0 || !strings.Contains(out, `"state": "done"`) && !strings.Contains(out, `"state":"done"`) {
		t.Errorf("resume: exit %d: %s %s", code, errs, out)
	}
	p.Verify(t, r.ID)
}

func TestBadInputGetsAClearError(t *testing.T) {
	p := harness.NewProgram(t)
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"empty question", []string{"ask", "  "}, harness.ExitFailed, "no question"},
		{"too long a question", []string{"ask", strings.Repeat("why ", 1100)}, harness.ExitFailed, "characters"},
		{"unknown method", []string{"ask", "Why?", "--method", "guess"}, harness.ExitFailed, `"guess"`},
		{"unknown run", []string{"show", "zzzz"}, harness.ExitFailed, "not found"},
		{"bad budget", []string{"ask", "Why?", "--budget", "lots"}, harness.ExitUsage, "lots"},
		{"unknown engine", []string{"--engines", "altavista", "ask", "Why?"}, harness.ExitFailed, "altavista"},
		{"model without an API", []string{"--model", "gpt-4o", "ask", "Why?"}, harness.ExitFailed, "OPENAI_API_KEY"},
		{"library that is not there", []string{"--library", "/no/such/folder", "ask", "Why?"}, harness.ExitUsage, "/no/such/folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, errs, code := p.Run(t, tt.args...)
			if code != tt.code || !strings.Contains(errs, tt.says) {
				t.Errorf("exit %d, says %q; want %d and %q", code, errs, tt.code, tt.says)
			}
		})
	}
}

// Flag > environment > file > default, each value's origin shown, secrets never.
func TestConfigShowsOriginsAndMasksSecrets(t *testing.T) {
	p := harness.NewProgram(t, "OPENAI_API_KEY=canary-1", "ASSAY_PARALLEL=3")
	dir := filepath.Join(p.Data, ".config", "assay")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "config.json")
	if err := os.WriteFile(file, []byte(`{"brave-key": "canary-2", "parallel": 5, "requests": 7, "models": {"skeptic": "m1"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	keyFile := filepath.Join(p.Data, "key")
	if err := os.WriteFile(keyFile, []byte("canary-3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Env = append(p.Env, "TAVILY_API_KEY_FILE="+keyFile)
	out, errs, code := p.Run(t, "config", "show", "--base-url", "http://127.0.0.1:1/v1")
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
	if _, errs, code := p.Run(t, "config", "show"); code == 0 || !strings.Contains(errs, "chmod 600") {
		t.Errorf("a configuration file with a secret that others can read: exit %d: %s", code, errs)
	}
}

func TestDoctorOnABareMachine(t *testing.T) {
	out, errs, code := harness.NewProgram(t).Run(t, "doctor")
	if code != 0 || !strings.Contains(out, "OPENAI_API_KEY") || !strings.Contains(out, "SEARXNG_URL") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// The doctor finds a damaged database, every command that meets one says what to
// do, and that helps.
func TestADamagedDatabaseIsToldOfAndMended(t *testing.T) {
	p := harness.NewProgram(t)
	p.Ask(t, "Is the Great Wall of China visible from the Moon?")
	copy := filepath.Join(t.TempDir(), "copy.db")
	if out, errs, code := p.Run(t, "backup", copy); code != 0 {
		t.Fatalf("backup: exit %d: %s%s", code, out, errs)
	}
	file := filepath.Join(p.Data, "assay.db")
	whole, err := os.ReadFile(copy)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(bytes.Repeat([]byte("damage "), 4096*6/7), whole[4096*6/7*7:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"doctor"}, {"runs"}, {"ask", "Why?"}, {"serve", "--addr", "127.0.0.1:0"}} {
		if out, errs, code := p.Run(t, args...); code == 0 || !strings.Contains(out+errs, "assay restore FILE") {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	if out, errs, code := p.Run(t, "restore", copy); code != 0 || !strings.Contains(out, "kept as") {
		t.Errorf("restore: exit %d: %s%s", code, out, errs)
	}
	if out, errs, code := p.Run(t, "doctor"); code != 0 || !strings.Contains(out, "database: whole") {
		t.Errorf("doctor: exit %d: %s%s", code, out, errs)
	}
}

// A copy is put back on a machine that has no data folder.
func TestACopyIsPutBackOnAnotherMachine(t *testing.T) {
	p, other := harness.NewProgram(t), harness.NewProgram(t)
	r := p.Ask(t, "Is the Great Wall of China visible from the Moon?")
	copy := filepath.Join(t.TempDir(), "copy.db")
	if out, errs, code := p.Run(t, "backup", copy); code != 0 {
		t.Fatalf("backup: exit %d: %s%s", code, out, errs)
	}
	other.Data = filepath.Join(t.TempDir(), "not", "there")
	if out, errs, code := other.Run(t, "restore", copy); code != 0 {
		t.Errorf("restore: exit %d: %s%s", code, out, errs)
	}
	other.Verify(t, r.ID)
}

// Real documents that nobody here wrote. The reports are printed with -v.
func TestAskDocumentation(t *testing.T) {
	harness.SkipIfShort(t, "indexes whole manuals")
	tests := []struct{ dir, question, says string }{
		{"/usr/share/doc/postgresql-doc-15", "How does VACUUM reclaim disk space in PostgreSQL?", "VACUUM"},
		{"/usr/share/doc/postgresql-doc-15", "What is the default transaction isolation level in PostgreSQL?", "Read Committed"},
		{"/usr/share/doc/python3.11/html", "What does asyncio.gather do when one of the tasks raises an exception?", "gather"},
		{"/usr/share/doc/python3.11-doc", "Are Python dictionaries ordered?", "order"},
	}
	p := harness.NewProgram(t) // documents are indexed once
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			dir := harness.Installed(t, tt.dir)
			r := p.Ask(t, tt.question, "--library", dir)
			if len(r.Findings) == 0 || !strings.Contains(r.Summary, tt.says) {
				t.Errorf("summary %q does not mention %q", r.Summary, tt.says)
			}
			t.Logf("%s\n%s (%.1f s)", r.Summary, r.Stats.Line(), r.Stats.Seconds)
		})
	}
}

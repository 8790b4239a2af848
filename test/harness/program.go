package harness

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

	"assay/db"
	"assay/db/sqlite"
	"assay/research"
	"assay/research/engine"
	"assay/research/explore"
	"assay/research/ledger"
	"assay/research/team"
	"assay/research/tree"
	"assay/research/verify"
	"assay/views"
)

// Methods are those of the program.
var Methods = []*engine.Method{verify.Method, ledger.Method, tree.Method, team.Method, explore.Method}

// Exit codes of the program beside 0.
const (
	ExitFailed  = 1
	ExitUsage   = 2
	ExitPartial = 3
)

// Parallel is how many calls the program has in flight at most, unless it is told otherwise.
const Parallel = 8

// A Program is the real program with a data folder of its own, and nothing of
// the developer's environment.
type Program struct {
	Data string
	Env  []string
}

// NewProgram returns a program that has no data yet.
func NewProgram(t testing.TB, env ...string) *Program {
	t.Helper()
	return &Program{t.TempDir(), env}
}

// Command returns the program, ready to be run with args.
func (p *Program) Command(ctx context.Context, args ...string) *exec.Cmd {
	file, err := built()
	if err != nil {
		panic(err)
	}
	return p.command(ctx, file, args...)
}

func (p *Program) command(ctx context.Context, file string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, file, append([]string{"--data", p.Data}, args...)...)
	cmd.Env = append([]string{"HOME=" + p.Data, "PATH=" + os.Getenv("PATH"), "ASSAY_MODEL=reader"}, p.Env...)
	return cmd
}

// Run runs the program and returns what it printed and its exit code.
func (p *Program) Run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := p.Command(t.Context(), args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// Ask asks a question and returns the report, which must be whole, and whose
// quotes must all be in their pages.
func (p *Program) Ask(t *testing.T, args ...string) views.Report {
	t.Helper()
	out, errs, code := p.Run(t, append([]string{"ask", "--json", "--quiet"}, args...)...)
	if code != 0 {
		t.Fatalf("exit %d: %s\n%s", code, errs, out)
	}
	var r views.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("not one JSON object: %v\n%s", err, out)
	}
	p.Verify(t, r.ID)
	return r
}

// Verify has the program re-check a report offline.
func (p *Program) Verify(t *testing.T, id string) {
	t.Helper()
	out, errs, code := p.Run(t, "verify", id)
	if code != 0 {
		t.Errorf("verify: exit %d: %s%s", code, out, errs)
	}
	t.Log(strings.TrimSpace(out))
}

// Store opens the database of the program, beside it.
func (p *Program) Store(t testing.TB) db.Store {
	t.Helper()
	d, err := sqlite.Open(t.Context(), filepath.Join(p.Data, "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// End waits for the end of a run in a database.
func End(t testing.TB, d db.Store, info research.Info) *research.State {
	t.Helper()
	s := research.NewState(info)
	for !s.Status.Over() {
		if err := d.Wait(t.Context(), info.ID, s.Seq); err != nil {
			t.Fatal(err)
		}
		events, err := d.Events(t.Context(), info.ID, s.Seq)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(events...)
	}
	return s
}

// Folders of installed documentation.
const (
	Manual = "/usr/share/doc/postgresql-doc-15"
	Python = "/usr/share/doc/python3.11/html"
)

// Installed returns a folder of an installed package, or skips the test.
func Installed(t testing.TB, dir string) string {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there: apt-get install postgresql-doc-15 python3.11-doc", dir)
	}
	return dir
}

package harness

import (
	"strings"
	"testing"
)

// DiesAt is the variable that names the point at which the program with
// failpoints kills itself: see cmd/assay/failpoints.go.
const DiesAt = "ASSAY_DIES_AT"

// Die runs the program, which must die at the point, and returns its run's id.
func (p *Program) Die(t *testing.T, point string, args ...string) string {
	t.Helper()
	file, err := mortal()
	if err != nil {
		t.Fatal(err)
	}
	cmd := p.command(t.Context(), file, args...)
	cmd.Env = append(cmd.Env, DiesAt+"="+point)
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Run(); err == nil || cmd.ProcessState.Exited() {
		t.Fatalf("it did not die: exit %d: %s", cmd.ProcessState.ExitCode(), errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "Run "); ok {
			return id
		}
	}
	t.Fatalf("it died before it accepted a run: %s", errs.String())
	return ""
}

// Accepted has the program accept a run of each method and die before it has
// begun any: a server that starts on the data finds them all to do.
func (p *Program) Accepted(t *testing.T) (ids []string) {
	t.Helper()
	for i, m := range Methods {
		ids = append(ids, p.Die(t, "accepted", "ask", "--method", m.Name, Question(i)))
	}
	return ids
}

package program

import (
	"strings"
	"testing"

	"assay/test/harness"
	"assay/views"
)

// Every method answers from the sample library and from real documents, on the
// command line. The reports are printed with -v.
func TestEveryMethodAnswersOnTheCommandLine(t *testing.T) {
	p := harness.NewProgram(t)
	for _, m := range harness.Methods {
		t.Run(m.Name, func(t *testing.T) {
			for _, a := range harness.Some(harness.SampleQuestions) {
				check(t, a, p.Ask(t, a.Question, "--method", m.Name))
			}
			if testing.Short() {
				return // the manual takes a while to index
			}
			for _, a := range harness.Some(harness.ManualQuestions) {
				check(t, a, p.Ask(t, a.Question, "--method", m.Name, "--library", harness.Installed(t, harness.Manual)))
			}
		})
	}
}

// check checks that a report answers the question from its sources.
func check(t *testing.T, a harness.Asked, r views.Report) {
	t.Helper()
	if len(r.Findings) == 0 || !strings.Contains(strings.ToLower(r.Summary), strings.ToLower(a.Says)) {
		t.Errorf("%s: %d findings; the summary does not mention %q: %s", a.Question, len(r.Findings), a.Says, r.Summary)
	}
	for _, f := range r.Findings {
		if len(f.Quotes) == 0 || len(f.Sources) == 0 {
			t.Errorf("%s: a finding without quote or source: %s", a.Question, f.Claim)
		}
	}
	t.Logf("%s\n%s\n%d findings, %d claims, %d sources, %.1f s", a.Question, r.Summary, len(r.Findings), len(r.Claims), len(r.Sources), r.Stats.Seconds)
}

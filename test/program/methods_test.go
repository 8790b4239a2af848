package program

import (
	"strings"
	"testing"

	"assay/test/harness"
	"assay/views"
)

// Questions that the built-in reader can answer from the sample library and
// from PostgreSQL's manual, with a word that the answer must have.
var (
	sampleQuestions = []asked{
		{"Is the Great Wall of China visible from the Moon?", "visible"},
		{"Does sugar make children hyperactive?", "sugar"},
	}
	manualQuestions = []asked{
		{"What is the default transaction isolation level in PostgreSQL?", "isolation"},
		{"How does VACUUM reclaim disk space in PostgreSQL?", "VACUUM"},
	}
)

type asked struct{ question, says string }

// Every method answers from the sample library and from real documents, on the
// command line. The reports are printed with -v.
func TestEveryMethodAnswersOnTheCommandLine(t *testing.T) {
	p := harness.NewProgram(t)
	for _, m := range harness.Methods {
		t.Run(m.Name, func(t *testing.T) {
			for _, a := range some(sampleQuestions) {
				a.check(t, p.Ask(t, a.question, "--method", m.Name))
			}
			if testing.Short() {
				return // the manual takes a while to index
			}
			for _, a := range some(manualQuestions) {
				a.check(t, p.Ask(t, a.question, "--method", m.Name, "--library", harness.Installed(t, harness.Manual)))
			}
		})
	}
}

// some returns the questions; in the short form one of them.
func some(all []asked) []asked {
	if harness.Long() {
		return all
	}
	return all[:1]
}

// check checks that a report answers the question from its sources.
func (a asked) check(t *testing.T, r views.Report) {
	t.Helper()
	if len(r.Findings) == 0 || !strings.Contains(strings.ToLower(r.Summary), strings.ToLower(a.says)) {
		t.Errorf("%s: %d findings; the summary does not mention %q: %s", a.question, len(r.Findings), a.says, r.Summary)
	}
	for _, f := range r.Findings {
		if len(f.Quotes) == 0 || len(f.Sources) == 0 {
			t.Errorf("%s: a finding without quote or source: %s", a.question, f.Claim)
		}
	}
	t.Logf("%s\n%s\n%d findings, %d claims, %d sources, %.1f s", a.question, r.Summary, len(r.Findings), len(r.Claims), len(r.Sources), r.Stats.Seconds)
}

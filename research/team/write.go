package team

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const draftTokens = 8192 // a finding has two to four paragraphs

// write reports what the team found, in the parts that suit the question.
func (t *team) write(ctx context.Context) (*research.Report, error) {
	t.missing()
	if len(t.claims) == 0 {
		return t.finish(t.barren()), nil
	}
	in := &task.DraftTask{Brief: t.brief, Parts: t.parts(), Claims: t.material(), Disputes: t.disputes(), Gaps: t.reading.gaps}
	job := prompts.Task(engine.Writer, task.NameDraft, in)
	job.MaxTokens = draftTokens
	book := draft.Book{Grade: t.grade, Edit: t.edit}
	for _, c := range t.claims {
		book.Claims = append(book.Claims, c.state)
	}
	report, err := draft.Write(ctx, t.run, job, in, book)
	if err != nil {
		return nil, err
	}
	report.Disputes = in.Disputes
	if len(report.Findings) > 0 {
		report.Likelihood = report.Findings[0].Likelihood
		t.assess(report)
	}
	if err := t.judge(ctx, report); err != nil {
		return nil, err
	}
	return t.finish(report), nil
}

// finish adds what every report says of its run.
func (t *team) finish(report *research.Report) *research.Report {
	report.Parameters = fmt.Sprintf("Type: %s. Scope: %s. Researchers: %d. Rounds: %d of up to %d.",
		t.kind.Type, t.scope.name, len(t.members), t.round, max(t.scope.rounds, t.round))
	report.Notes = append(t.notes, report.Notes...)
	report.Partial = cmp.Or(strings.Join(t.undone, "; "), report.Partial)
	for _, g := range t.reading.gaps {
		report.Gaps = append(report.Gaps, research.Gap{What: g, Why: "no researcher covered it"})
	}
	var scant []string
	for _, k := range t.tasks {
		switch {
		case !k.thin() || t.filled(k):
		case k.err != nil || k.taken == 0:
			report.Gaps = append(report.Gaps, research.Gap{What: k.Label, Why: fmt.Sprintf("researcher %s, round %d: %s", k.Researcher, k.Round, k.shortfall())})
		default:
			scant = append(scant, "“"+k.Label+"”")
		}
		report.MaxPages += pages(k)
	}
	if len(scant) > 0 {
		report.Notes = append(report.Notes, "Coverage is thin, with one claim each, on "+strings.Join(scant, ", ")+".")
	}
	return report
}

func pages(k *assignment) int {
	if k.Task == research.Verification {
		return checkPages
	}
	return maxPages
}

// thin reports whether a task brought too little to call its line covered. A
// verification that came to a verdict is never thin.
func (k *assignment) thin() bool { return k.err != nil || k.checked == nil && k.taken < thin }

// filled reports whether a task that followed from a thin one made up for it.
func (t *team) filled(thin *assignment) bool {
	return slices.ContainsFunc(t.tasks, func(k *assignment) bool {
		return k.Parent == thin.N && k.Task != research.Verification && !k.thin()
	})
}

// shortfall says why a task brought nothing.
func (k *assignment) shortfall() string {
	if k.err != nil {
		return gather.OneLine(k.err).Error()
	}
	return "nothing that was read could be quoted on it"
}

// missing says which work was left undone because calls failed.
func (t *team) missing() {
	n := 0
	for _, k := range t.tasks {
		if k.lost() {
			n++
		}
	}
	if n > 0 {
		t.lacks("%d of %s could not be carried out", n, tasks(len(t.tasks)))
	}
}

// material are the claims of all statements, as the writer gets to see them.
func (t *team) material() []task.Material {
	var out []task.Material
	for _, p := range t.reading.points {
		for _, id := range p.Claims {
			if slices.ContainsFunc(out, func(m task.Material) bool { return m.ID == id }) {
				continue
			}
			c := t.byID(id)
			m := c.Material()
			m.Line, m.Standing = c.by.Label, t.standing(p, id)
			if p.Impact {
				m.Importance = research.Central
			}
			out = append(out, m)
		}
	}
	return out
}

// standing says what is known of a claim of a statement.
func (t *team) standing(p research.TriagedPoint, id int) string {
	s := fmt.Sprintf("%s: %s.", strings.ToUpper(string(p.Confidence)), p.Why)
	if others := without(p.Claims, id); len(others) > 0 {
		s += " The same is said by " + numbers(others) + "."
	}
	for _, check := range t.byID(id).state.Checks {
		s += fmt.Sprintf(" Verified by others: %s.", check.Verdict)
		if check.Nuance != "" {
			s += " Caveat: " + check.Nuance
		}
	}
	return s
}

// without returns ids but those left out.
func without(ids []int, out ...int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(n int) bool { return slices.Contains(out, n) })
}

// numbers writes numbers of claims down: "#3, #7".
func numbers(ids []int) string {
	var out []string
	for _, id := range ids {
		out = append(out, fmt.Sprintf("#%d", id))
	}
	return strings.Join(out, ", ")
}

// barren says why there are no findings.
func (t *team) barren() *research.Report {
	report := &research.Report{Confidence: research.Low, Why: "nothing was established"}
	read, used, lost := 0, 0, error(nil)
	for _, p := range t.g.Pages {
		if p.Text != "" {
			read++
		}
		if p.Used {
			used++
		}
	}
	for _, k := range t.tasks {
		if k.lost() && lost == nil {
			lost = gather.OneLine(k.err)
		}
	}
	switch {
	case lost != nil && used == 0:
		report.Summary = fmt.Sprintf("The researchers could not do their work (%v), so there is nothing to report. Nothing is said to be unknown by that.", lost)
	case len(t.g.Pages) == 0:
		report.Summary = "The searches found no pages, so there is nothing to report."
	case read == 0:
		report.Summary = fmt.Sprintf("All %d pages found were blocked or could not be read, so there is nothing to report. The reasons are listed with the sources.", len(t.g.Pages))
		t.lacks("every page was blocked")
	default:
		report.Summary = fmt.Sprintf("%d pages were read, but none of them says anything on the question that could be quoted.", read)
	}
	return report
}

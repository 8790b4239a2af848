package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// judge notes what became of each claim. A claim is upheld that the report holds
// in a finding of medium or high confidence; a claim that the writer left out is
// listed as such, whatever its sources.
func (e *exploration) judge(ctx context.Context, report *research.Report) error {
	given, _ := e.told()
	var facts []research.Fact
	for _, c := range e.claims() {
		j := e.fate(c.ID, report)
		if j.Word == leftOut {
			if !slices.ContainsFunc(given, func(m task.Material) bool { return m.ID == c.ID }) {
				j.Why = fmt.Sprintf("it was not among the %d weightiest claims", maxTold)
			}
			report.Omitted = append(report.Omitted, research.Omission{Claim: c.ID, Why: j.Why})
		}
		facts = append(facts, j)
	}
	return e.run.Note(ctx, facts...)
}

// leftOut is said of a claim that is in no finding.
const leftOut = "not in the report"

// fate says what became of a claim, by the surest finding that rests on it.
func (e *exploration) fate(id int, report *research.Report) research.ClaimJudged {
	j := research.ClaimJudged{Claim: id, Outcome: research.Unverified, Word: leftOut, Why: "the writer put it into no finding"}
	best := 0
	for _, f := range report.Findings {
		rank := f.Confidence.Rank()
		if !slices.Contains(f.Claims, id) || rank <= best {
			continue
		}
		best = rank
		j.Outcome, j.Word, j.Why = research.Unverified, limited, f.Why
		if f.Confidence != research.Low {
			j.Outcome, j.Word = research.Upheld, strings.Join(f.Labels, ", ")
		}
	}
	return j
}

// gaps are the parts of the topic that the report cannot speak of: branches that
// could not be explored, that hold nothing, or that nobody chose.
func (e *exploration) gaps() []research.Gap {
	var out []research.Gap
	add := func(what, why string) {
		if !slices.ContainsFunc(out, func(g research.Gap) bool { return same(g.What, what) }) {
			out = append(out, research.Gap{What: what, Why: why})
		}
	}
	for _, b := range e.branches {
		switch {
		case !b.done() && !e.explored(b.Label):
			add(b.Label, fmt.Sprintf("it could not be explored: %s", b.reason()))
		case b.done() && b.err != nil && !e.learned(b.Label):
			add(b.Label, fmt.Sprintf("explored in round %d, but %s", b.Round, b.err))
		}
	}
	for _, p := range slices.Concat(e.open, e.beyond) {
		add(p.Label, "it was on the map but not explored")
	}
	return out
}

// reason says why a branch could not be explored, without addresses.
func (b *branch) reason() string {
	if b.lost() && !limit(b.err) {
		return "a call failed (" + words(b.err.Error()) + ")"
	}
	return b.err.Error()
}

// learned reports whether a branch with the given label taught something.
func (e *exploration) learned(label string) bool {
	return slices.ContainsFunc(e.branches, func(b *branch) bool { return b.err == nil && same(b.Label, label) })
}

// partial says what work was left undone for want of calls that succeed, or "".
func (e *exploration) partial() string {
	var all, lost []string // labels: a branch may have been tried twice
	for _, b := range e.branches {
		name := strings.ToLower(b.Label)
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
		if b.lost() && !e.explored(b.Label) && !slices.Contains(lost, name) {
			lost = append(lost, name)
		}
	}
	if len(lost) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s could not be explored: calls failed", len(lost), plural(len(all), "branch", "branches"))
}

// parameters is the line that the report opens with.
func (e *exploration) parameters() string {
	return fmt.Sprintf("Depth %s · %s · %s · %s", e.depth.name, plural(e.round, "round", "rounds"),
		plural(len(e.taught()), "branch", "branches"), plural(e.sources(), "source", "sources"))
}

// sources counts the pages that claims were taken from, or could have been.
func (e *exploration) sources() int {
	n := 0
	for _, p := range e.g.Pages {
		if p.Used {
			n++
		}
	}
	return n
}

// barren is the report of an exploration that found nothing.
func (e *exploration) barren() *research.Report {
	report := &research.Report{Confidence: research.Low, Why: "nothing was established"}
	read, pages := 0, len(e.g.Pages)
	for _, p := range e.g.Pages {
		if p.Text != "" {
			read++
		}
	}
	switch {
	case pages == 0:
		report.Summary = "The searches found no pages, so there is nothing to report."
	case read == 0:
		report.Summary = fmt.Sprintf("None of the %s found could be read, so there is nothing to report. The reasons are listed with the sources.", plural(pages, "page", "pages"))
		report.Partial = "no page could be read"
	case e.sources() == 0:
		report.Summary = fmt.Sprintf("%s read, but nothing could be learned from them, because the calls for it failed.", plural(read, "page was", "pages were"))
	default:
		report.Summary = fmt.Sprintf("%s read, but nothing that they say on the question could be quoted.", plural(read, "page was", "pages were"))
	}
	return report
}

// plural returns a count with its noun.
func plural(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, either(n == 1, one, many))
}

// either returns yes or no.
func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

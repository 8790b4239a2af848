package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
	"assay/research/gather"
	"assay/research/task"
)

// write reports what the run established. The findings are the reviewed ones,
// word for word, by subtopic; the writer adds the answer, the caveats and the
// open questions, and nothing else.
func (l *ledger) write(ctx context.Context) (*research.Report, error) {
	report := &research.Report{
		Parameters: l.parameters(), Brief: l.short, MaxPages: len(l.subtopics) * maxPages * l.rounds,
		Disputes: l.reportedDisputes(), Gaps: l.gaps(),
	}
	standing := l.standing()
	l.section(report, standing)
	if len(standing) == 0 {
		l.barren(report)
	} else if err := l.answer(ctx, report, standing); err != nil {
		return nil, err
	}
	report.Notes = l.allNotes()
	report.Partial = strings.Join(l.undone, "; ")
	if err := l.judge(ctx); err != nil {
		return nil, err
	}
	return report, draft.Note(ctx, l.run, report)
}

// standing returns the findings that stand, in the order of the report.
func (l *ledger) standing() []*proposal {
	return slices.DeleteFunc(slices.Clone(l.proposals), func(p *proposal) bool { return !p.stands() })
}

// section fills in the findings, and, unless a brief was asked for, a section
// for each subtopic that has some. A finding that two subtopics made stands in
// both.
func (l *ledger) section(report *research.Report, standing []*proposal) {
	for _, p := range standing {
		report.Findings = append(report.Findings, p.finding())
	}
	if l.short {
		return
	}
	for _, s := range l.subtopics {
		section := research.Section{Key: "subtopic", Title: s.name(), Points: []research.Point{}}
		for _, p := range l.proposals {
			point := research.Point{Finding: slices.Index(standing, cmp.Or(p.into, p)) + 1}
			if p.on == s && point.Finding > 0 && !slices.ContainsFunc(section.Points, func(o research.Point) bool { return o.Finding == point.Finding }) {
				section.Points = append(section.Points, point)
			}
		}
		if len(section.Points) > 0 {
			report.Sections = append(report.Sections, section)
		}
	}
}

// finding is a proposal as the report has it: in the words that were reviewed.
func (p *proposal) finding() research.Finding {
	return research.Finding{
		Claim: p.Text, Claims: numbers(p.evidence), Evidence: p.review.reason, Confidence: p.sure(), Why: p.why(), Labels: p.labels(),
	}
}

// states are claims as the kit counts their sources.
func states(claims []gather.Claim) []*research.ClaimState {
	var out []*research.ClaimState
	for _, c := range claims {
		out = append(out, c.State())
	}
	return out
}

// barren says plainly why there are no findings.
func (l *ledger) barren(report *research.Report) {
	pages := l.gatherer.Pages
	switch {
	case len(l.proposals) > 0:
		report.Summary = fmt.Sprintf("No finding could be verified. Of %s proposed, %s.", count(len(l.proposals), "finding"), tally(l.proposals))
	case len(l.evidence()) > 0:
		report.Summary = fmt.Sprintf("No finding could be verified: %s gathered, but no finding was made of it.", pieces(len(l.evidence())))
	case len(pages) == 0:
		report.Summary = "No finding could be verified: the searches brought no pages."
	case len(used(pages)) == 0:
		report.Summary = fmt.Sprintf("No finding could be verified: none of the pages found could be used (%s).", strings.Join(reasons(pages), "; "))
	default:
		report.Summary = fmt.Sprintf("No finding could be verified: of %s read, none makes a claim on the question that is backed by a quote.", count(len(used(pages)), "page"))
	}
	report.Summary += " What could not be grounded is listed as unverified, with the reasons."
	report.Confidence, report.Why = research.Low, "nothing was established"
	report.OpenQuestions = l.openItems()
}

// pieces returns "1 piece of evidence was" or "2 pieces of evidence were".
func pieces(n int) string {
	if n == 1 {
		return "1 piece of evidence was"
	}
	return fmt.Sprintf("%d pieces of evidence were", n)
}

// tally says what became of those of the findings that are not in the report.
func tally(ps []*proposal) string {
	fates := make(map[string]int)
	for _, p := range ps {
		fates[p.fate()]++
	}
	var out []string
	for _, f := range []string{fateUnsupported, fateContradicted, fateRejected, fateMerged, fateUnreviewed} {
		if n := fates[f]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, f))
		}
	}
	return strings.Join(out, ", ")
}

// What may become of a finding that is not reported.
const (
	fateUnsupported  = "dropped as UNSUPPORTED"
	fateContradicted = "dropped as CONTRADICTED"
	fateRejected     = "rejected by the critic"
	fateMerged       = "merged with another that says the same"
	fateUnreviewed   = "left unreviewed"
)

// reported reports whether a finding is in the report, by itself or as part of
// another.
func (p *proposal) reported() bool { return p.stands() || p.into != nil && p.into.stands() }

// fate says why a finding is not reported by itself, or "".
func (p *proposal) fate() string {
	switch {
	case p.into != nil:
		return fateMerged
	case p.stands():
		return ""
	case p.review.verdict == string(task.Unsupported):
		return fateUnsupported
	case p.review.verdict == string(task.Contradicted):
		return fateContradicted
	case p.challenge.verdict == string(task.Reject):
		return fateRejected
	}
	return fateUnreviewed
}

// allNotes says how the report came to be what it is.
func (l *ledger) allNotes() []string {
	var notes []string
	for _, s := range l.subtopics {
		notes = append(notes, s.notes...)
	}
	notes = append(notes, l.notes...)
	if t := tally(l.proposals); t != "" {
		notes = append(notes, fmt.Sprintf("Of %s proposed: %s.", count(len(l.proposals), "finding"), t))
	}
	return notes
}

package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/confidence"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/task"
)

// answerPart is the part of the draft in which the writer names the findings
// that the answer rests on.
const answerPart = "answer"

const (
	answerGuide = "One point: the answer in a sentence, as a fact, with the numbers of the findings that it rests on, and no others."
	briefGuide  = answerGuide + " In its detail, two or three tight paragraphs that say what the findings add to the answer."
)

// answer has the writer put the answer first. A draft that rests on no finding,
// or that gives figures which nothing it was shown has, is sent back once.
func (l *ledger) answer(ctx context.Context, report *research.Report, standing []*proposal) error {
	in := l.writing(report, standing)
	t := prompts.Task(engine.Writer, task.NameDraft, in)
	t.Mend = true // findings are named by number, and every number is checked
	d, err := engine.Ask(ctx, l.run, t, func(d task.Draft) error { return sound(d, in) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		d = l.lead(standing)
		l.notes = append(l.notes, fmt.Sprintf("No writer could be heard (%v). The answer is the leading findings in their own words.", err))
		l.undo("the answer was put together without a writer")
	}
	report.Summary, report.Caveats = prose(d.Summary), prose(d.Caveats)
	if detail := detailOf(d); l.short && detail != "" {
		report.Summary += "\n\n" + detail
	}
	report.OpenQuestions = sentences(d.OpenQuestions, nil)
	report.Confidence, report.Why = weakest(restsOn(d), report.Findings)
	return nil
}

// writing is what the writer gets to see: the findings by their numbers in the
// report, the disputes between them, and the gaps.
func (l *ledger) writing(report *research.Report, standing []*proposal) *task.DraftTask {
	guide := answerGuide
	if l.short {
		guide = briefGuide
	}
	in := &task.DraftTask{Brief: l.brief, Parts: []task.Part{{Key: answerPart, Title: "Answer", Guide: guide}}}
	for i, p := range standing {
		m := p.evidence[0].Material()
		m.ID, m.Claim, m.Line, m.Kind = i+1, p.Text, p.on.name(), research.FactClaim
		m.Standing = fmt.Sprintf("%s confidence (%s; %s)", p.sure(), strings.Join(p.labels(), ", "), count(confidence.Independent(states(p.evidence)), "independent source"))
		if p.Stake == research.Critical {
			m.Importance = research.Central
		}
		in.Claims = append(in.Claims, m)
	}
	for _, d := range report.Disputes {
		in.Disputes = append(in.Disputes, byFindings(d, report.Findings))
	}
	for _, g := range report.Gaps {
		in.Gaps = append(in.Gaps, g.What+": "+g.Why)
	}
	in.Gaps = append(in.Gaps, l.openItems()...)
	return in
}

// byFindings names in a dispute the findings that rest on its claims.
func byFindings(d research.Dispute, findings []research.Finding) research.Dispute {
	sides := slices.Clone(d.Sides)
	for i, s := range sides {
		sides[i].Claims = nil
		for n, f := range findings {
			if slices.ContainsFunc(s.Claims, func(id int) bool { return slices.Contains(f.Claims, id) }) {
				sides[i].Claims = append(sides[i].Claims, n+1)
			}
		}
	}
	d.Sides = sides
	return d
}

// sound says what is wrong with a draft.
func sound(d task.Draft, in *task.DraftTask) error {
	if err := draft.Check(d, in); err != nil {
		return err
	}
	if len(restsOn(d)) == 0 {
		return errors.New("the answer names no finding that it rests on")
	}
	return invented(prose(d.Summary)+"\n"+prose(d.Caveats)+"\n"+detailOf(d), shownIn(in))
}

// shownIn returns all that the writer was shown.
func shownIn(in *task.DraftTask) string {
	out := []string{in.Question, in.Today}
	for _, a := range in.Answers {
		out = append(out, a.Question, a.Answer)
	}
	for _, p := range in.Premises {
		out = append(out, p.Text, p.Title, p.Published, p.Asked)
	}
	out = append(out, in.Open...)
	for _, m := range in.Claims {
		out = append(out, m.Claim, m.Quote, m.Title, m.Published, m.Standing, m.Line)
	}
	for _, d := range in.Disputes {
		out = append(out, d.About, d.Why)
		for _, s := range d.Sides {
			out = append(out, s.Says)
		}
	}
	return strings.Join(append(out, in.Gaps...), "\n")
}

// restsOn returns the findings that a draft's answer names, in order.
func restsOn(d task.Draft) []int {
	var out []int
	for _, s := range d.Sections {
		for _, p := range s.Points {
			out = append(out, p.Claims...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// detailOf returns what a draft says beyond the summary.
func detailOf(d task.Draft) string {
	var out []string
	for _, s := range d.Sections {
		for _, p := range s.Points {
			if t := prose(p.Detail); t != "" {
				out = append(out, t)
			}
		}
	}
	return strings.Join(out, "\n\n")
}

// maxLead is how many findings an answer without a writer is made of.
const maxLead = 3

// lead answers without a writer: with the findings that the asker would act on,
// then the surest.
func (l *ledger) lead(standing []*proposal) task.Draft {
	order := make([]int, len(standing))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := standing[a], standing[b]
		return cmp.Or(boolRank(y.Stake == research.Critical)-boolRank(x.Stake == research.Critical), y.sure().Rank()-x.sure().Rank())
	})
	d := task.Draft{
		Caveats:       "These are reviewed findings in their own words; nobody weighed them against each other.",
		OpenQuestions: l.openItems(),
	}
	point := research.DraftPoint{Kind: research.FactPoint}
	var says []string
	for _, i := range order[:min(len(order), maxLead)] {
		says = append(says, strings.TrimRight(standing[i].Text, ".")+".")
		point.Claims = append(point.Claims, i+1)
	}
	d.Summary = strings.Join(says, " ")
	d.Sections = []task.DraftSection{{Part: answerPart, Points: []research.DraftPoint{point}}}
	return d
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// weakest returns how sure an answer is that rests on the findings with the
// given numbers: as sure as the least sure of them.
func weakest(numbers []int, findings []research.Finding) (research.Confidence, string) {
	weak := numbers[0]
	for _, n := range numbers {
		if findings[n-1].Confidence.Rank() < findings[weak-1].Confidence.Rank() {
			weak = n
		}
	}
	f := findings[weak-1]
	if len(numbers) == 1 {
		return f.Confidence, fmt.Sprintf("the answer rests on finding %d: %s", weak, f.Why)
	}
	return f.Confidence, fmt.Sprintf("the answer rests on %s; the least sure is finding %d: %s", count(len(numbers), "finding"), weak, f.Why)
}

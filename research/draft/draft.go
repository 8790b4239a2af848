// Package draft turns what a writer drafts in parts into a report: numbers
// become claims, every statement of fact rests on some, and how sure a finding
// is follows from its claims, never from the writer.
package draft

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// A Grade says how sure a finding is, and why.
type Grade struct {
	Confidence research.Confidence
	Why        string
	Likelihood research.Likelihood
	Labels     []string
}

// A Book is what reports are made of: the claims that may be said, and how to
// grade what rests on some of them, the strongest first.
type Book struct {
	Claims []*research.ClaimState
	Grade  func([]*research.ClaimState) Grade

	// Edit returns what is to become of a draft before it becomes the report;
	// plain says that no writer could be heard. Nil leaves drafts as they are.
	Edit func(d task.Draft, plain bool) task.Draft
}

// Write has the writer carry out t, a task of the name [task.NameDraft] with
// the input in, and returns the report. A draft that names no claim for a fact, or
// one that is not there, is sent back once. If no writer can be heard the report
// is put together without one, and says so. It notes the findings.
func Write(ctx context.Context, r *engine.Run, t engine.Task, in *task.DraftTask, b Book) (*research.Report, error) {
	t.Mend = true // claims are named by number, and every number is checked
	d, err := engine.Ask(ctx, r, t, func(d task.Draft) error { return Check(d, in) })
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	report := new(research.Report)
	if err != nil {
		d = Plain(in)
		note := fmt.Sprintf("No writer could be heard (%v).", err)
		if b.Edit == nil {
			note += " The report holds the claims in their own words, by line of research."
		}
		report.Notes = append(report.Notes, note)
		report.Partial = "the report was put together without a writer"
	}
	if b.Edit != nil {
		d = b.Edit(d, err != nil)
	}
	b.fill(report, d, in)
	return report, Note(ctx, r, report)
}

// Note notes the findings of a report.
func Note(ctx context.Context, r *engine.Run, report *research.Report) error {
	var facts []research.Fact
	for i, f := range report.Findings {
		facts = append(facts, research.FindingWritten{N: i + 1, Finding: f})
	}
	return r.Note(ctx, facts...)
}

// Check says what is wrong with a draft: facts must rest on claims that were
// given, and only parts that allow it may hold analysis.
func Check(d task.Draft, in *task.DraftTask) error {
	if strings.TrimSpace(d.Summary) == "" {
		return fmt.Errorf("the summary is empty")
	}
	for _, s := range d.Sections {
		i := slices.IndexFunc(in.Parts, func(p task.Part) bool { return p.Key == s.Part })
		if i < 0 {
			return fmt.Errorf("there is no part %q", s.Part)
		}
		for _, p := range s.Points {
			if err := checkPoint(p, in.Parts[i], in.Claims); err != nil {
				return err
			}
		}
	}
	for _, p := range in.Parts {
		if len(in.Claims) > 0 && !slices.ContainsFunc(d.Sections, func(s task.DraftSection) bool { return s.Part == p.Key }) {
			return fmt.Errorf("the part %q is missing", p.Key)
		}
	}
	return nil
}

func checkPoint(p research.DraftPoint, part task.Part, claims []task.Material) error {
	switch {
	case strings.TrimSpace(p.Says) == "":
		return fmt.Errorf("a point of %q says nothing", part.Key)
	case p.Kind == research.FactPoint && len(p.Claims) == 0:
		return fmt.Errorf("the point %q is given as a fact but names no claim", p.Says)
	case p.Kind == research.AnalysisPoint && !part.Analysis:
		return fmt.Errorf("the part %q holds facts only, but %q is given as analysis", part.Key, p.Says)
	}
	for _, id := range p.Claims {
		if !slices.ContainsFunc(claims, func(m task.Material) bool { return m.ID == id }) {
			return fmt.Errorf("there is no claim #%d", id)
		}
	}
	return nil
}

// fill makes the report of a draft. Sections stand in the order of parts.
func (b Book) fill(report *research.Report, d task.Draft, in *task.DraftTask) {
	report.Summary, report.Caveats = Prose(d.Summary), Prose(d.Caveats)
	for _, part := range in.Parts {
		for _, s := range d.Sections {
			if s.Part != part.Key {
				continue
			}
			section := research.Section{Key: part.Key, Title: cmp.Or(part.Title, gather.Clean(s.Title), part.Key)}
			for _, p := range s.Points {
				section.Points = append(section.Points, b.point(report, p))
			}
			if len(section.Points) > 0 {
				report.Sections = append(report.Sections, section)
			}
			if !part.Many {
				break
			}
		}
	}
	for _, q := range d.OpenQuestions {
		if q = gather.Clean(q); q != "" {
			report.OpenQuestions = append(report.OpenQuestions, q)
		}
	}
	report.Confidence, report.Why = research.Low, "nothing was established"
	if len(report.Findings) > 0 {
		f := report.Findings[0]
		report.Confidence, report.Why = f.Confidence, "the leading finding: "+f.Why
	}
}

// point returns a point of a section, and adds its finding to the report if it
// states a fact.
func (b Book) point(report *research.Report, p research.DraftPoint) research.Point {
	says := gather.Clean(refs.ReplaceAllString(p.Says, ""))
	if p.Kind == research.AnalysisPoint || len(p.Claims) == 0 {
		return research.Point{Label: gather.Clean(p.Label), Text: strings.TrimSpace(says + "\n\n" + Prose(p.Detail)), Claims: p.Claims}
	}
	report.Findings = append(report.Findings, b.Finding(says, Prose(p.Detail), p.Claims))
	return research.Point{Label: gather.Clean(p.Label), Finding: len(report.Findings)}
}

// Finding returns a finding that rests on the claims with the given numbers.
func (b Book) Finding(says, detail string, ids []int) research.Finding {
	var claims []*research.ClaimState
	for _, id := range ids {
		i := slices.IndexFunc(b.Claims, func(c *research.ClaimState) bool { return c.ID == id })
		if i >= 0 && !slices.Contains(claims, b.Claims[i]) {
			claims = append(claims, b.Claims[i])
		}
	}
	slices.SortStableFunc(claims, func(x, y *research.ClaimState) int { return cmp.Compare(gradeRank(x), gradeRank(y)) })
	f := research.Finding{Claim: says, Evidence: detail}
	for _, c := range claims {
		f.Claims = append(f.Claims, c.ID)
	}
	g := b.Grade(claims)
	f.Confidence, f.Why, f.Likelihood, f.Labels = g.Confidence, g.Why, g.Likelihood, g.Labels
	return f
}

func gradeRank(c *research.ClaimState) int {
	if c.Source == nil || c.Source.Read == nil {
		return len(research.SourceGrades)
	}
	return slices.Index(research.SourceGrades, c.Source.Read.Grade)
}

// Plain drafts a report without a writer: the parts hold the claims of the line
// of research that they are called after; the first part that takes anything
// holds the others.
func Plain(in *task.DraftTask) task.Draft {
	d := task.Draft{Caveats: "These are the claims as their sources put them; nobody weighed them against each other."}
	placed := make(map[int]bool)
	for _, p := range in.Parts {
		s := task.DraftSection{Part: p.Key, Title: p.Title}
		for _, m := range in.Claims {
			if m.Line != "" && m.Line == p.Title && !placed[m.ID] {
				placed[m.ID] = true
				s.Points = append(s.Points, plainPoint(m))
			}
		}
		d.Sections = append(d.Sections, s)
	}
	for _, m := range in.Claims {
		if !placed[m.ID] && len(d.Sections) > 0 {
			d.Sections[0].Points = append(d.Sections[0].Points, plainPoint(m))
		}
	}
	var lead []string
	for _, m := range in.Claims {
		if m.Importance == research.Central && len(lead) < 2 {
			lead = append(lead, strings.TrimRight(m.Claim, ".")+".")
		}
	}
	if len(lead) == 0 && len(in.Claims) > 0 {
		lead = []string{in.Claims[0].Claim}
	}
	d.Summary = strings.Join(lead, " ")
	return d
}

func plainPoint(m task.Material) research.DraftPoint {
	return research.DraftPoint{Says: m.Claim, Kind: research.FactPoint, Claims: []int{m.ID}, Detail: fmt.Sprintf("%s says: “%s”", m.Title, m.Quote)}
}

// refs matches the numbers of claims in a writer's words, which mean nothing to
// a reader: [#12], (#3, #4), [E5].
var refs = regexp.MustCompile(`\s?[(\[](?:(?:#|E)\d+(?:,\s*|\s+and\s+)?)+[)\]]`)

// Prose returns a model's prose without addresses and numbers of claims.
// Paragraphs stay apart.
func Prose(s string) string { return gather.Strip(refs.ReplaceAllString(s, "")) }

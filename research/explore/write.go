package explore

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// Keys of the parts of a report.
const (
	themePart    = "theme"
	timelinePart = "timeline"
	playersPart  = "players"
)

// write reports what was found, and what was not explored.
func (e *exploration) write(ctx context.Context) (*research.Report, error) {
	gaps := e.gaps()
	report := e.barren()
	if len(e.claims()) > 0 {
		var err error
		if report, err = e.compose(ctx, gaps); err != nil {
			return nil, err
		}
		if err := e.judge(ctx, report); err != nil {
			return nil, err
		}
	}
	report.Gaps, report.Disputes = gaps, e.disputes
	report.Notes = append(e.notes, report.Notes...)
	report.Parameters = e.parameters()
	report.OpenQuestions = e.questions(report.OpenQuestions)
	report.Partial = strings.Join(slices.DeleteFunc([]string{report.Partial, e.partial()}, func(why string) bool { return why == "" }), "; ")
	return report, nil
}

// compose has the writer draft the report.
func (e *exploration) compose(ctx context.Context, gaps []research.Gap) (*research.Report, error) {
	claims, cut := e.told()
	in := &task.DraftTask{Brief: e.brief, Parts: e.parts(claims), Claims: claims, Disputes: e.disputes}
	for _, g := range gaps {
		in.Gaps = append(in.Gaps, g.What+": "+g.Why)
	}
	unwritten := false
	b := draft.Book{Claims: states(e.claims()), Grade: e.grade}
	b.Edit = func(d task.Draft, plain bool) task.Draft {
		if unwritten = plain; plain {
			return byBranch(d, claims)
		}
		return d
	}
	report, err := draft.Write(ctx, e.run, prompts.Task(engine.Writer, task.NameDraft, in), in, b)
	if err != nil {
		return nil, err
	}
	if unwritten {
		report.Notes = append(report.Notes, "The report holds the claims in their own words, by branch.")
	}
	if cut > 0 {
		report.Notes = append(report.Notes, fmt.Sprintf("The report was made of the %d weightiest of %d claims.", len(claims), len(claims)+cut))
	}
	for i := range report.Sections {
		s := &report.Sections[i]
		s.Confidence, s.Why = typical(report, *s)
	}
	return report, nil
}

// parts are the sections that the report is to have.
func (e *exploration) parts(claims []task.Material) []task.Part {
	parts := []task.Part{{Key: themePart, Many: true, Guide: "What was found, by theme, not in the order of the search. It comes several times, " +
		"once for each theme, under a title that names the theme; facts only."}}
	if e.studiedAny(timelineWords) || slices.ContainsFunc(claims, func(m task.Material) bool { return year.MatchString(m.Claim) }) {
		parts = append(parts, task.Part{Key: timelinePart, Title: "Timeline & context",
			Guide: "What happened when, the earliest first; the label is the date. Only what is dated; facts only."})
	}
	if e.studiedAny(playerWords) {
		parts = append(parts, task.Part{Key: playersPart, Title: "Key players",
			Guide: "Who matters and why, one point for each; the label is the name. Only companies, people and organisations that the claims name; facts only."})
	}
	return parts
}

// What the two parts that not every report has are recognised by. Labels may be
// in any language; queries are mostly English.
var (
	year          = regexp.MustCompile(`\b(?:1\d|20)\d\d\b`)
	timelineWords = regexp.MustCompile(`(?i)\b(?:timeline|history|chronolog|milestone|origins?\b)`)
	playerWords   = regexp.MustCompile(`(?i)\b(?:players?\b|compan|compet|vendors?\b|manufactur|organi[sz]ation|institution|people\b|who\b|key actors\b|stakeholder)`)
)

// studiedAny reports whether a branch taught something that the words describe.
func (e *exploration) studiedAny(words *regexp.Regexp) bool {
	return slices.ContainsFunc(e.branches, func(b *branch) bool {
		return b.err == nil && (words.MatchString(b.Label) || b.Task == "" && words.MatchString(b.Query))
	})
}

// byBranch gives a draft without a writer a section for every branch.
func byBranch(d task.Draft, claims []task.Material) task.Draft {
	var points []research.DraftPoint
	for _, s := range d.Sections {
		points = append(points, s.Points...)
	}
	d.Sections = nil
	for _, m := range claims {
		i := slices.IndexFunc(points, func(p research.DraftPoint) bool { return slices.Contains(p.Claims, m.ID) })
		if i < 0 {
			continue
		}
		at := slices.IndexFunc(d.Sections, func(s task.DraftSection) bool { return s.Title == m.Line })
		if at < 0 {
			at = len(d.Sections)
			d.Sections = append(d.Sections, task.DraftSection{Part: themePart, Title: m.Line})
		}
		d.Sections[at].Points = append(d.Sections[at].Points, points[i])
	}
	return d
}

// grade says how sure a finding is.
func (e *exploration) grade(claims []*research.ClaimState) draft.Grade {
	v := e.weigh(claims)
	return draft.Grade{Confidence: v.Confidence, Why: v.Why, Labels: []string{v.Word}}
}

// typical says how sure a section is: as sure as most of its findings, and if as
// many are less sure, as these.
func typical(report *research.Report, s research.Section) (research.Confidence, string) {
	count := make(map[research.Confidence]int)
	all := 0
	for _, p := range s.Points {
		if p.Finding > 0 {
			count[report.Findings[p.Finding-1].Confidence]++
			all++
		}
	}
	most := research.Low
	for _, c := range []research.Confidence{research.Medium, research.High} {
		if count[c] > count[most] {
			most = c
		}
	}
	if all == 0 {
		return research.Low, "it holds no finding"
	}
	return most, fmt.Sprintf("%d of its %s %s", count[most], plural(all, "finding", "findings"), either(count[most] == 1, "is", "are"))
}

// told returns the claims as guide and writer get to see them, by branch, and how
// many are beyond what they are given: the least important of the latest branches.
func (e *exploration) told() (out []task.Material, cut int) {
	room := maxTold
	give := make(map[int]bool)
	for _, i := range []research.Importance{research.Central, research.Supporting, research.Tangential} {
		for _, c := range e.claims() {
			if c.Importance == i && room > 0 {
				give[c.ID] = true
				room--
			}
		}
	}
	for _, b := range e.branches {
		for _, c := range b.claims {
			if !give[c.ID] {
				cut++
				continue
			}
			m := c.Material()
			m.Line = b.Label
			if about, conflict := e.contested[c.ID]; conflict {
				m.Standing = "sources conflict on this: " + about
			}
			out = append(out, m)
		}
	}
	return out, cut
}

// questions adds to the writer's open questions the deep dives that nobody made.
func (e *exploration) questions(open []string) []string {
	for _, d := range e.dives {
		if !slices.ContainsFunc(open, func(q string) bool { return same(q, d.Question) }) {
			open = append(open, gather.Clean(d.Question))
		}
	}
	return open
}

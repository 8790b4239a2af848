package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/gather"
	"assay/research/task"
)

// A subtopic is a part of the question, and all that is known of it. While
// subtopics are worked on side by side, each is touched by its own work only.
type subtopic struct {
	research.AnglePlanned
	asked    []string             // queries made
	hits     int                  // found so far
	broken   error                // why the last search could not be made, or nil
	pages    []*gather.Page       // chosen for it
	evidence []gather.Claim       // taken from them, the most important first
	assessed *research.Assessment // the last that was heard, or nil
	weighed  int                  // how much evidence that was made of
	made     task.Synthesis
	lost     error // why there is no synthesis, or nil
	notes    []string
}

// decompose splits the question into subtopics, each with a scope.
func (l *ledger) decompose(ctx context.Context) (err error) {
	if l.brief, err = gather.Brief(ctx, l.run); err != nil {
		return err
	}
	split := gather.Split{Into: "subtopics", Min: minSubtopics, Max: l.most(), Prompts: prompts, Offer: l.run.Options.Plan, About: l.about()}
	lines, notes, err := split.Lines(ctx, l.run, l.brief)
	if err != nil {
		return err
	}
	l.notes = notes
	for i, a := range lines {
		s := &subtopic{AnglePlanned: research.AnglePlanned{N: i + 1, Angle: a}}
		if err := l.run.Note(ctx, s.AnglePlanned); err != nil {
			return err
		}
		l.subtopics = append(l.subtopics, s)
	}
	return nil
}

// scope is what belongs to a subtopic, in a line.
func (s *subtopic) scope() string { return cmp.Or(gather.Clean(s.Rationale), s.name()) }

// name is what a subtopic is called.
func (s *subtopic) name() string { return cmp.Or(gather.Clean(s.Label), s.Query) }

// note says something about the making of the report.
func (s *subtopic) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// needs reports whether a subtopic still needs evidence: nobody has said that
// it is covered, or a gap or a conflict is left.
func (s *subtopic) needs() bool {
	a := s.assessed
	return a == nil || a.Coverage != research.Covered || len(a.Open)+len(a.Conflicts) > 0
}

// weigh puts a subtopic's evidence in order: central claims of better sources
// first.
func (s *subtopic) weigh(taken map[*gather.Page][]gather.Claim) {
	s.evidence = nil
	for _, p := range s.pages {
		s.evidence = append(s.evidence, taken[p]...)
	}
	slices.SortStableFunc(s.evidence, func(a, b gather.Claim) int {
		return cmp.Or(cmp.Compare(b.Importance.Rank(), a.Importance.Rank()), byStrength(a, b))
	})
}

// bare says why a subtopic has no evidence.
func (s *subtopic) bare() string {
	read := used(s.pages)
	switch {
	case s.hits == 0 && s.broken != nil:
		return fmt.Sprintf("no search could be made: %v", s.broken)
	case s.hits == 0:
		return "the searches found no pages"
	case len(s.pages) == 0:
		return "the pages that the searches found could not be used"
	case len(read) == 0:
		return fmt.Sprintf("none of the pages found could be used (%s)", strings.Join(reasons(s.pages), "; "))
	}
	return fmt.Sprintf("%s read, but none makes a claim on it that is backed by a quote", count(len(read), "page"))
}

// reasons are why pages could not be used, each once, three at most.
func reasons(pages []*gather.Page) []string {
	var out []string
	for _, p := range pages {
		if p.Why != nil && !slices.Contains(out, p.Why.Error()) {
			out = append(out, p.Why.Error())
		}
	}
	return out[:min(len(out), 3)]
}

// byStrength orders claims by the grades of their sources, then by number.
func byStrength(a, b gather.Claim) int {
	rank := func(c gather.Claim) int { return slices.Index(research.SourceGrades, c.Page.Grade) }
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.ID, b.ID))
}

// materials are claims as a worker, a reviewer or the writer gets to see them.
func materials(claims []gather.Claim, line string) []task.Material {
	var out []task.Material
	for _, c := range claims {
		m := c.Material()
		m.Line = line
		out = append(out, m)
	}
	return out
}

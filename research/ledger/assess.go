package ledger

import (
	"context"
	"errors"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// assess says of each subtopic how far its evidence answers it: what is still
// open, and where sources disagree.
func (l *ledger) assess(ctx context.Context, open []*subtopic) error {
	_, err := engine.Each(ctx, open, func(ctx context.Context, s *subtopic) (*subtopic, error) { return s, l.cover(ctx, s) })
	return err
}

// cover assesses one subtopic. Without evidence there is nothing to ask; without
// new evidence the last assessment stands; and one that could not be heard is
// no assessment: the subtopic stays open.
func (l *ledger) cover(ctx context.Context, s *subtopic) error {
	switch {
	case len(s.evidence) == 0:
		s.assessed = &research.Assessment{Coverage: research.NotCovered, Open: []string{s.scope()}, Conflicts: []research.Dispute{}}
	case s.assessed == nil || len(s.evidence) != s.weighed:
		a, err := l.askCover(ctx, s)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			if !limited(err) {
				s.note("How far the evidence on “%s” goes could not be assessed after round %d: %v.", s.name(), l.round, err)
			}
			return nil
		}
		s.assessed, s.weighed = &a, len(s.evidence)
	}
	return l.run.Note(ctx, research.CoverageAssessed{Angle: s.N, Round: l.round, Assessment: *s.assessed})
}

func (l *ledger) askCover(ctx context.Context, s *subtopic) (research.Assessment, error) {
	t := prompts.Task("lead", task.NameAssess, &task.AssessTask{
		Question: l.run.Question, Subtopic: s.Angle, Evidence: materials(s.shown(), s.name()), Round: l.round, Today: l.run.Today(),
	})
	t.Mend = true // what it names is checked
	a, err := engine.Ask[research.Assessment](ctx, l.run, t)
	a.Answered = plain(a.Answered, s.evidence)
	a.Open = sentences(a.Open, s.evidence)
	a.Conflicts = disputesAmong(a.Conflicts, s.evidence)
	return a, err
}

// disputesAmong returns those disputes that have two sides or more whose claims
// are among the evidence, with these claims only, the strongest first. A claim
// is on one side.
func disputesAmong(disputes []research.Dispute, evidence []gather.Claim) []research.Dispute {
	out := []research.Dispute{}
	for _, d := range disputes {
		taken := make(map[int]bool)
		tidy := research.Dispute{About: strings.TrimRight(plain(d.About, evidence), ".?!"), Why: plain(d.Why, evidence)}
		for _, side := range d.Sides {
			if side = tidySide(side, evidence, taken); side.Says != "" && len(side.Claims) > 0 {
				tidy.Sides = append(tidy.Sides, side)
			}
		}
		if tidy.About != "" && len(tidy.Sides) >= 2 {
			out = append(out, tidy)
		}
	}
	return out
}

func tidySide(side research.Side, evidence []gather.Claim, taken map[int]bool) research.Side {
	tidy := research.Side{Says: plain(side.Says, evidence)}
	for _, c := range cited(side.Claims, evidence) {
		if !taken[c.ID] {
			taken[c.ID] = true
			tidy.Claims = append(tidy.Claims, c.ID)
		}
	}
	return tidy
}

// cited returns the pieces of evidence with the given numbers, each once, those
// of the strongest sources first.
func cited(ids []int, evidence []gather.Claim) []gather.Claim {
	var out []gather.Claim
	for _, c := range evidence {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, byStrength)
	return out
}

// sentences returns a model's sentences as [plain] has them, without empty ones
// and repeats.
func sentences(all []string, evidence []gather.Claim) []string {
	out := []string{}
	for _, s := range all {
		if s = plain(s, evidence); s != "" && !has(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// limited reports whether err says that a call was not made for want of budget
// or time, which the report says once for all.
func limited(err error) bool {
	return errors.Is(err, engine.ErrBudget) || errors.Is(err, engine.ErrHurry)
}

package ledger

import (
	"context"
	"fmt"
	"slices"

	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// synthesize has one worker per subtopic make findings of its evidence, some of
// them side by side, and proposes what they found. A subtopic whose synthesis is
// lost keeps its evidence.
func (l *ledger) synthesize(ctx context.Context) error {
	grounded := slices.DeleteFunc(slices.Clone(l.subtopics), func(s *subtopic) bool { return len(s.evidence) == 0 })
	_, err := engine.InOrder(ctx, l.researchers, grounded, func(ctx context.Context, s *subtopic) (*subtopic, error) {
		return s, l.work(ctx, s)
	})
	if err != nil {
		return err
	}
	for _, s := range grounded {
		if s.lost != nil {
			l.undo("not all subtopics could be synthesized")
			continue
		}
		if err := l.propose(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// shown is the evidence that a subtopic's worker gets to see.
func (s *subtopic) shown() []gather.Claim { return s.evidence[:min(len(s.evidence), maxEvidence)] }

// work has a worker synthesize a subtopic. One that could not be heard is asked
// once more, with the more important half of the evidence.
func (l *ledger) work(ctx context.Context, s *subtopic) error {
	evidence := s.shown()
	if cut := len(s.evidence) - len(evidence); cut > 0 {
		s.note("On “%s” the worker saw the %d most important pieces of evidence, and not the other %d.", s.name(), maxEvidence, cut)
	}
	s.made, s.lost = l.askWorker(ctx, s, evidence)
	if half := (len(evidence) + 1) / 2; s.lost != nil && half < len(evidence) && ctx.Err() == nil {
		first := s.lost
		if s.made, s.lost = l.askWorker(ctx, s, evidence[:half]); s.lost == nil {
			s.note("On “%s” the findings rest on the more important half of the evidence: with all of it there was no synthesis (%v).", s.name(), first)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (l *ledger) askWorker(ctx context.Context, s *subtopic, evidence []gather.Claim) (task.Synthesis, error) {
	t := prompts.Task(fmt.Sprintf("worker %d", s.N), task.NameSynthesize, &task.SynthesizeTask{
		Question: l.run.Question, Subtopic: s.Angle, Evidence: materials(evidence, s.name()), Lang: l.run.Options.Lang, Today: l.run.Today(),
	})
	t.Mend = true // evidence is named by number, and every number is checked
	return engine.Ask(ctx, l.run, t, func(m task.Synthesis) error { return grounds(m, evidence) })
}

// grounds says what is wrong with a synthesis: it may name no evidence but the
// worker's own. A finding that names none is for the reviewers' rule.
func grounds(m task.Synthesis, evidence []gather.Claim) error {
	for _, f := range m.Findings {
		for _, id := range f.Evidence {
			if !slices.ContainsFunc(evidence, func(c gather.Claim) bool { return c.ID == id }) {
				return fmt.Errorf("the finding %q cites E%d, which is none of your evidence", f.Claim, id)
			}
		}
	}
	return nil
}

package ledger

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/task"
)

const (
	reviewers = 2
	rule      = "rule" // who judges what no reviewer need see
)

// noEvidence is the verdict that no reviewer is needed for.
var noEvidence = ruling{string(task.Unsupported), "It cites no evidence.", research.Low}

// A panel is a reviewer, and what was heard of it.
type panel struct {
	role  string
	shard []*proposal
	heard map[int]ruling
	err   error // why there is no ruling on some
}

// review has two reviewers, side by side, hold the findings against the
// evidence that they cite, each one half of them. A finding that no reviewer
// could be heard on stays unverified: it is neither reported nor refuted. What
// two findings say alike, and both were supported in, becomes one.
func (l *ledger) review(ctx context.Context) error {
	panels := l.shards()
	_, err := engine.Each(ctx, panels, func(ctx context.Context, p *panel) (*panel, error) {
		if len(p.shard) > 0 {
			p.heard, p.err = hear(ctx, p.shard, l.reviewer(p.role))
		}
		return p, nil
	})
	if err != nil {
		return err
	}
	for _, p := range l.proposals {
		if err := l.settle(ctx, p, panels); err != nil {
			return err
		}
	}
	l.merge()
	return nil
}

// shards deals the findings that cite evidence to the reviewers in turn.
func (l *ledger) shards() []*panel {
	var panels []*panel
	for i := range reviewers {
		panels = append(panels, &panel{role: fmt.Sprintf("reviewer %d", i+1)})
	}
	dealt := 0
	for _, p := range l.proposals {
		if len(p.evidence) > 0 {
			to := panels[dealt%reviewers]
			to.shard = append(to.shard, p)
			dealt++
		}
	}
	return panels
}

// reviewer puts findings before the reviewer with the given role.
func (l *ledger) reviewer(role string) asking {
	return func(ctx context.Context, ps []*proposal, whole bool) (map[int]ruling, error) {
		in := &task.ReviewTask{Question: l.run.Question, Findings: l.candidates(ps), Today: l.run.Today()}
		got, err := engine.Ask(ctx, l.run, prompts.Task(role, task.NameReview, in), func(a task.Reviews) error {
			var named []int
			for _, r := range a.Reviews {
				named = append(named, r.Finding)
			}
			return entries(named, ps, whole)
		})
		if err != nil {
			return nil, err
		}
		heard := make(map[int]ruling)
		for _, r := range got.Reviews {
			heard[r.Finding] = ruling{string(r.Verdict), r.Reason, r.Confidence}
		}
		return heard, nil
	}
}

// settle notes what became of a finding in review.
func (l *ledger) settle(ctx context.Context, p *proposal, panels []*panel) error {
	by := rule
	p.review = noEvidence
	for _, panel := range panels {
		if slices.Contains(panel.shard, p) {
			by, p.review = panel.role, rulingOn(p, panel.heard, panel.err)
		}
	}
	p.reviewers = []string{by}
	switch p.review.verdict {
	case string(task.Supported):
		p.confidence = p.review.confidence
	case string(task.Overstated):
		p.confidence = lower(p.review.confidence)
	case "":
		l.undo("not all findings could be reviewed")
	}
	return l.run.Note(ctx, research.FindingReviewed{
		Finding: p.N, By: by, Verdict: p.review.verdict, Reason: p.review.reason, Confidence: p.review.confidence,
	})
}

// rulingOn returns the ruling on a finding, or one without a verdict that says
// why there is none.
func rulingOn(p *proposal, heard map[int]ruling, err error) ruling {
	r, ok := heard[p.N]
	if !ok {
		return ruling{reason: fmt.Sprint(err)}
	}
	r.reason = plain(r.reason, p.evidence)
	return r
}

// stands reports whether a finding has not been dropped: its reviewer found it
// supported, if only in part, and no critic rejected it.
func (p *proposal) stands() bool {
	reviewed := p.review.verdict == string(task.Supported) || p.review.verdict == string(task.Overstated)
	return reviewed && p.challenge.verdict != string(task.Reject) && p.into == nil
}

// lower returns the confidence one step below c.
func lower(c research.Confidence) research.Confidence {
	if c == research.High {
		return research.Medium
	}
	return research.Low
}

// undo remembers work that could not be done, each kind once.
func (l *ledger) undo(what string) {
	if !has(l.undone, what) {
		l.undone = append(l.undone, what)
	}
}

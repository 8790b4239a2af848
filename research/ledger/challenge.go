package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/confidence"
	"assay/research/engine"
	"assay/research/task"
)

const critic = "critic"

// challenge has a critic attack the findings that the asker would act on, that
// surprise, or that sources disagree on. It leaves the others alone. If no critic
// can be heard they stay as their reviewers left them.
func (l *ledger) challenge(ctx context.Context) error {
	ps := slices.DeleteFunc(slices.Clone(l.proposals), func(p *proposal) bool { return !p.stands() || !p.weighty() })
	if len(ps) == 0 {
		return nil
	}
	heard, err := hear(ctx, ps, l.critic)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, p := range ps {
		p.challenged, p.challenge = true, rulingOn(p, heard, err)
		p.confidence = p.after(p.challenge)
		if err := l.run.Note(ctx, research.FindingReviewed{
			Finding: p.N, By: critic, Verdict: p.challenge.verdict, Reason: p.challenge.reason, Confidence: p.challenge.confidence,
		}); err != nil {
			return err
		}
	}
	if missing := len(ps) - len(heard); missing > 0 {
		l.notes = append(l.notes, fmt.Sprintf("No critic could be heard on %s (%v): the reviewer's word stands.", count(missing, "finding"), err))
		l.undo("not all findings that need a critic could be challenged")
	}
	return nil
}

// weighty reports whether a finding deserves a critic.
func (p *proposal) weighty() bool {
	return p.Stake == research.Critical || p.Stake == research.Surprising || p.Disputed
}

// after returns how sure a finding is after its challenge: as sure as the critic
// is, but never surer than an overstated or downgraded finding may be. Without a
// verdict it is as sure as before.
func (p *proposal) after(r ruling) research.Confidence {
	c := p.confidence
	switch r.verdict {
	case string(task.Survives):
		if p.review.verdict == string(task.Supported) {
			return r.confidence
		}
	case string(task.Downgrade):
		c = lower(c)
	default:
		return c
	}
	if r.confidence.Rank() < c.Rank() {
		return r.confidence
	}
	return c
}

// critic puts findings before the critic.
func (l *ledger) critic(ctx context.Context, ps []*proposal, whole bool) (map[int]ruling, error) {
	in := &task.ChallengeTask{Question: l.run.Question, Findings: l.candidates(ps), Disputes: l.disputesOn(ps), Today: l.run.Today()}
	got, err := engine.Ask(ctx, l.run, prompts.Task(critic, task.NameChallenge, in), func(a task.Challenges) error {
		var named []int
		for _, r := range a.Rulings {
			named = append(named, r.Finding)
		}
		return entries(named, ps, whole)
	})
	if err != nil {
		return nil, err
	}
	heard := make(map[int]ruling)
	for _, r := range got.Rulings {
		heard[r.Finding] = ruling{string(r.Verdict), r.Reasoning, r.Confidence}
	}
	return heard, nil
}

// disputesOn returns the disputes that one of the findings is part of.
func (l *ledger) disputesOn(ps []*proposal) []research.Dispute {
	return slices.DeleteFunc(l.disputes(), func(d research.Dispute) bool {
		return !slices.ContainsFunc(ps, func(p *proposal) bool { return slices.ContainsFunc(claimsOf(d), p.cites) })
	})
}

// sure says how sure a finding is: as sure as its judges, but on unreliable
// sources alone nothing is.
func (p *proposal) sure() research.Confidence {
	if confidence.BestGrade(states(p.evidence)) == research.Unreliable {
		return research.Low
	}
	return p.confidence
}

// labels are a finding's verdicts, as the report shows them.
func (p *proposal) labels() []string {
	out := []string{p.review.verdict}
	if p.review.verdict == string(task.Overstated) {
		out = []string{string(task.Overstated) + ": downgraded"}
	}
	switch {
	case p.challenge.verdict != "":
		out = append(out, critic+": "+p.challenge.verdict)
	case p.challenged:
		out = append(out, critic+": not heard")
	}
	if p.Disputed {
		out = append(out, "sources disagree")
	}
	return out
}

// why says what a finding's confidence comes from.
func (p *proposal) why() string {
	claims := states(p.evidence)
	out := []string{strings.Join(p.reviewers, " and ") + ": " + p.review.verdict}
	if p.challenge.verdict != "" {
		out = append(out, critic+": "+p.challenge.verdict)
	}
	out = append(out, fmt.Sprintf("best source %s", confidence.BestGrade(claims)), count(confidence.Independent(claims), "independent source"))
	return strings.Join(out, ", ")
}

package ledger

import (
	"context"
	"slices"

	"assay/research"
	"assay/research/gather"
	"assay/research/task"
	"assay/research/text"
)

// A proposal is a finding on its way through reviewers and critic.
type proposal struct {
	research.FindingProposed
	on       *subtopic
	evidence []gather.Claim // that it cites, the strongest source first

	reviewers  []string // who reviewed it, of merged findings perhaps both
	review     ruling   // the verdict is "" if none was heard
	challenge  ruling   // the verdict is "" if there was none
	challenged bool     // a critic was asked
	confidence research.Confidence
	into       *proposal // it says the same as that one, and is merged into it
}

// propose puts a subtopic's findings before the reviewers, up to eight.
func (l *ledger) propose(ctx context.Context, s *subtopic) error {
	s.made.Contradictions = disputesAmong(s.made.Contradictions, s.evidence)
	s.made.Unsupported = sentences(s.made.Unsupported, s.evidence)
	made := s.made.Findings
	if cut := len(made) - maxFindings; cut > 0 {
		s.note("On “%s” the worker proposed %d findings; only the first %d were reviewed.", s.name(), len(made), maxFindings)
		made = made[:maxFindings]
	}
	for _, f := range made {
		p := s.proposal(f)
		if p.Text == "" {
			continue
		}
		p.N = len(l.proposals) + 1
		if err := l.run.Note(ctx, p.FindingProposed); err != nil {
			return err
		}
		l.proposals = append(l.proposals, p)
	}
	return nil
}

// proposal is one of the worker's findings.
func (s *subtopic) proposal(f task.Synthesized) *proposal {
	p := &proposal{on: s, evidence: once(cited(f.Evidence, s.evidence))}
	p.FindingProposed = research.FindingProposed{
		Angle: s.N, Text: plain(f.Claim, s.evidence), Claims: numbers(p.evidence), Confidence: min(max(f.Confidence, 0), 1), Stake: f.Stake,
	}
	p.Disputed = len(p.against(s.disputes())) > 0
	return p
}

// once leaves out claims from copies of a source that is cited already. A source
// may be cited for several of its claims.
func once(claims []gather.Claim) []gather.Claim {
	var out []gather.Claim
	for _, c := range claims {
		copied := slices.ContainsFunc(out, func(o gather.Claim) bool {
			return o.Page != c.Page && text.NearSame(o.Page.Simhash, c.Page.Simhash)
		})
		if !copied {
			out = append(out, c)
		}
	}
	return out
}

// disputes are where sources on a subtopic disagree: what its worker found, and
// what was found before and touches none of the same claims.
func (s *subtopic) disputes() []research.Dispute {
	all := slices.Clone(s.made.Contradictions)
	if s.assessed == nil {
		return all
	}
	for _, d := range s.assessed.Conflicts {
		if !slices.ContainsFunc(all, func(o research.Dispute) bool { return touch(d, o) }) {
			all = append(all, d)
		}
	}
	return all
}

// disputes are where sources disagree, by subtopic, each matter once.
func (l *ledger) disputes() []research.Dispute {
	var all []research.Dispute
	for _, s := range l.subtopics {
		for _, d := range s.disputes() {
			if !slices.ContainsFunc(all, func(o research.Dispute) bool { return touch(d, o) }) {
				all = append(all, d)
			}
		}
	}
	return all
}

// reportedDisputes are the disputes as the report has them: without copies of a
// source beside it.
func (l *ledger) reportedDisputes() []research.Dispute {
	disputes, all := l.disputes(), l.evidence()
	for i, d := range disputes {
		disputes[i].Sides = slices.Clone(d.Sides)
		for j, s := range d.Sides {
			disputes[i].Sides[j].Claims = numbers(once(cited(s.Claims, all)))
		}
	}
	return disputes
}

// numbers returns the numbers of claims.
func numbers(claims []gather.Claim) []int {
	ids := []int{}
	for _, c := range claims {
		ids = append(ids, c.ID)
	}
	return ids
}

// touch reports whether two disputes have a claim in common.
func touch(a, b research.Dispute) bool {
	return slices.ContainsFunc(claimsOf(a), func(id int) bool { return slices.Contains(claimsOf(b), id) })
}

// claimsOf returns the claims of all sides of a dispute.
func claimsOf(d research.Dispute) []int {
	var ids []int
	for _, s := range d.Sides {
		ids = append(ids, s.Claims...)
	}
	return ids
}

// against returns the claims that speak against a finding: those on the other
// sides of the disputes that its own claims are part of.
func (p *proposal) against(disputes []research.Dispute) []int {
	var ids []int
	for _, d := range disputes {
		if !slices.ContainsFunc(claimsOf(d), p.cites) {
			continue
		}
		for _, s := range d.Sides {
			if !slices.ContainsFunc(s.Claims, p.cites) {
				ids = append(ids, s.Claims...)
			}
		}
	}
	return ids
}

// cites reports whether a finding cites the claim with the given number.
func (p *proposal) cites(id int) bool { return slices.Contains(p.Claims, id) }

package ledger

import (
	"slices"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// merge makes one finding of two that state the same and that reviewers found
// supported. The earlier one stays, and takes the other's evidence over.
func (l *ledger) merge() {
	for i, p := range l.proposals {
		for _, first := range l.proposals[:i] {
			if first.plainlySupported() && p.plainlySupported() && alike(first, p) {
				first.take(p)
				break
			}
		}
	}
}

func (p *proposal) plainlySupported() bool {
	return p.review.verdict == string(task.Supported) && p.into == nil
}

// take merges another finding into p: its evidence, the weightier stake, the
// surer of two confidences that each stand on evidence of their own.
func (p *proposal) take(other *proposal) {
	other.into = p
	for _, c := range other.evidence {
		if !p.cites(c.ID) {
			p.Claims = append(p.Claims, c.ID)
			p.evidence = append(p.evidence, c)
		}
	}
	slices.SortStableFunc(p.evidence, byStrength)
	if p.Stake == research.Ordinary {
		p.Stake = other.Stake
	}
	p.Disputed = p.Disputed || other.Disputed
	if other.confidence.Rank() > p.confidence.Rank() {
		p.confidence = other.confidence
	}
	p.reviewers = append(p.reviewers, other.reviewers...)
	slices.Sort(p.reviewers)
	p.reviewers = slices.Compact(p.reviewers)
}

// alike reports whether two findings state the same.
func alike(a, b *proposal) bool {
	ground := text.Apart
	if slices.ContainsFunc(a.Claims, b.cites) {
		ground = text.Shared
	}
	return text.StatementOf(a.Text).Same(text.StatementOf(b.Text), ground)
}

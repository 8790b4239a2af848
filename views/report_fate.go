package views

import (
	"slices"

	"assay/research"
	"assay/research/task"
)

// critic is who challenges findings that much hangs on.
const critic = "critic"

// fateOf says what became of a proposal, and the finding that it became or
// went into, from 1, or 0.
func fateOf(p *research.Proposal, findings []research.Finding) (Fate, int) {
	if i := slices.IndexFunc(findings, func(f research.Finding) bool { return line(f.Claim) == line(p.Text) }); i >= 0 {
		return Reported, i + 1
	}
	heard := false
	for _, r := range p.Reviews {
		if turnsDown(r.Verdict) {
			return DroppedOut, 0
		}
		heard = heard || r.Verdict != "" && r.By != critic
	}
	switch i := slices.IndexFunc(findings, func(f research.Finding) bool { return covers(f.Claims, p.Claims) }); {
	case len(p.Reviews) == 0 && len(findings) == 0:
		return Proposed, 0
	case !heard:
		return Unreviewed, 0
	case i >= 0:
		return Merged, i + 1
	case len(findings) == 0:
		return Proposed, 0
	}
	return Left, 0
}

// turnsDown reports whether a verdict drops what it is on.
func turnsDown(verdict string) bool {
	switch verdict {
	case string(task.Unsupported), string(task.Contradicted), string(task.Reject):
		return true
	}
	return false
}

// covers reports whether all of part, which is not empty, is in whole.
func covers(whole, part []int) bool {
	for _, n := range part {
		if !slices.Contains(whole, n) {
			return false
		}
	}
	return len(part) > 0
}

// Words returns the fate for people to read.
func (p *Proposal) Words() string {
	switch p.Fate {
	case Reported:
		return "finding " + numberOr(p.Finding, "")
	case Merged:
		return "merged into finding " + numberOr(p.Finding, "")
	case Unreviewed:
		return "not reported: no reviewer could be heard"
	case Left:
		return "in no finding"
	}
	return string(p.Fate)
}

// kept reports whether the proposal is in the report.
func (p *Proposal) kept() bool { return p.Fate == Reported || p.Fate == Merged }

// turnedDown returns the proposals that are not in the report.
func (r *Report) turnedDown() []*Proposal {
	return slices.DeleteFunc(slices.Clone(r.Proposals), (*Proposal).kept)
}

// passed returns the proposals that are.
func (r *Report) passed() []*Proposal {
	return slices.DeleteFunc(slices.Clone(r.Proposals), func(p *Proposal) bool { return !p.kept() })
}

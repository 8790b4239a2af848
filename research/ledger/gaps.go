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

// gaps are what could not be grounded, by subtopic: the subtopic itself, if
// nothing of it is reported; its findings that nobody could review; and what its
// worker would have liked to say.
func (l *ledger) gaps() []research.Gap {
	var gaps []research.Gap
	for _, s := range l.subtopics {
		if why := l.groundless(s); why != "" {
			gaps = append(gaps, research.Gap{What: s.name(), Why: why})
		}
		for _, p := range l.proposals {
			if p.on == s && p.fate() == fateUnreviewed {
				gaps = append(gaps, research.Gap{What: strings.TrimRight(p.Text, "."), Why: "it was proposed, but could not be reviewed: " + p.review.reason})
			}
		}
		for _, u := range s.made.Unsupported {
			gap := research.Gap{What: strings.TrimRight(u, "."), Why: "the evidence gathered does not bear it out"}
			if !slices.Contains(gaps, gap) {
				gaps = append(gaps, gap)
			}
		}
	}
	return gaps
}

// groundless says why nothing on a subtopic is reported, or "".
func (l *ledger) groundless(s *subtopic) string {
	proposed := slices.DeleteFunc(slices.Clone(l.proposals), func(p *proposal) bool { return p.on != s })
	switch {
	case slices.ContainsFunc(proposed, (*proposal).reported):
		return ""
	case len(s.evidence) == 0:
		return s.bare()
	case s.lost != nil:
		return fmt.Sprintf("the synthesis was lost (%v); its evidence is kept", s.lost)
	case len(proposed) == 0:
		return "its worker made no finding of the evidence gathered"
	}
	return fmt.Sprintf("of %s proposed, %s", count(len(proposed), "finding"), tally(proposed))
}

// openItems are what the last assessments left open, each once.
func (l *ledger) openItems() []string {
	var out []string
	for _, s := range l.subtopics {
		if s.assessed != nil && len(s.evidence) > 0 {
			out = append(out, s.assessed.Open...)
		}
	}
	return sentences(out, nil)
}

// judge notes what became of every piece of evidence. What a reported finding
// cites is upheld; nothing here refutes a piece of evidence by itself.
func (l *ledger) judge(ctx context.Context) error {
	var facts []research.Fact
	for _, c := range l.evidence() {
		j := l.fateOf(c)
		j.Claim = c.ID
		facts = append(facts, j)
	}
	return l.run.Note(ctx, facts...)
}

func (l *ledger) fateOf(c gather.Claim) research.ClaimJudged {
	citing := slices.DeleteFunc(slices.Clone(l.proposals), func(p *proposal) bool { return !p.cites(c.ID) })
	if len(citing) == 0 {
		return l.uncited(c)
	}
	slices.SortStableFunc(citing, func(p, q *proposal) int { return cmp.Compare(p.standing(), q.standing()) })
	switch p := citing[0]; {
	case p.stands():
		return research.ClaimJudged{Outcome: research.Upheld, Word: p.review.verdict, Why: p.review.reason}
	case p.fate() == fateUnreviewed:
		return research.ClaimJudged{Outcome: research.Unverified, Word: "not reviewed", Why: "The finding that cites it could not be reviewed."}
	case p.challenge.verdict == string(task.Reject):
		return research.ClaimJudged{Outcome: research.Unverified, Word: "its finding: " + p.challenge.verdict, Why: p.challenge.reason}
	default:
		return research.ClaimJudged{Outcome: research.Unverified, Word: "its finding: " + p.review.verdict, Why: p.review.reason}
	}
}

// uncited says why no finding cites a claim.
func (l *ledger) uncited(c gather.Claim) research.ClaimJudged {
	for _, s := range l.subtopics {
		if s.lost != nil && slices.ContainsFunc(s.evidence, func(o gather.Claim) bool { return o.ID == c.ID }) {
			return research.ClaimJudged{Outcome: research.Unverified, Word: "not synthesized", Why: fmt.Sprintf("No worker could be heard on “%s”.", s.name())}
		}
	}
	return research.ClaimJudged{Outcome: research.Unverified, Word: "not cited"}
}

// standing ranks what became of a finding, the best first.
func (p *proposal) standing() int {
	switch {
	case p.stands() && p.review.verdict == string(task.Supported):
		return 0
	case p.stands():
		return 1
	}
	return 2
}

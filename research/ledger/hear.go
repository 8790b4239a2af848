package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/research"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
)

// contextSize is how many bytes of the page, on either side of a quote, those
// who judge a finding get to see.
const contextSize = 300

// A ruling is what a reviewer or the critic says of a finding.
type ruling struct {
	verdict    string
	reason     string // of no verdict: why there is none
	confidence research.Confidence
}

// An asking puts findings before someone and returns the rulings by number. If
// whole, an answer that leaves one out is no answer.
type asking func(ctx context.Context, ps []*proposal, whole bool) (map[int]ruling, error)

// hear returns a ruling on each of the findings that one could be heard on, and
// why not on the others. Findings that an answer leaves out are put once more, by
// themselves; if they are too many for one prompt, they are put in two.
func hear(ctx context.Context, ps []*proposal, ask asking) (map[int]ruling, error) {
	heard, err := ask(ctx, ps, false)
	if half := len(ps) / 2; half > 0 && errors.Is(err, &port.Failure{Class: port.TooLong}) {
		one, err1 := hear(ctx, ps[:half], ask)
		two, err2 := hear(ctx, ps[half:], ask)
		return merged(one, two), errors.Join(err1, err2)
	}
	if err != nil {
		return nil, err
	}
	left := slices.DeleteFunc(slices.Clone(ps), func(p *proposal) bool { _, ok := heard[p.N]; return ok })
	if len(left) == 0 {
		return heard, nil
	}
	more, err := ask(ctx, left, true)
	return merged(heard, more), err
}

func merged(a, b map[int]ruling) map[int]ruling {
	all := maps.Clone(a)
	if all == nil {
		all = make(map[int]ruling)
	}
	maps.Copy(all, b)
	return all
}

// entries says what is wrong with an answer that has entries for the findings
// with the given numbers.
func entries(named []int, ps []*proposal, whole bool) error {
	for i, n := range named {
		switch {
		case !slices.ContainsFunc(ps, func(p *proposal) bool { return p.N == n }):
			return fmt.Errorf("there is no finding #%d", n)
		case slices.Contains(named[:i], n):
			return fmt.Errorf("the finding #%d has more than one entry", n)
		}
	}
	var missing []string
	for _, p := range ps {
		if !slices.Contains(named, p.N) {
			missing = append(missing, fmt.Sprintf("#%d", p.N))
		}
	}
	if whole && len(missing) > 0 {
		return fmt.Errorf("these findings have no entry: %s", strings.Join(missing, ", "))
	}
	return nil
}

// candidates are findings as reviewers and critic get to see them, with the
// evidence that they cite and what speaks against them.
func (l *ledger) candidates(ps []*proposal) []task.Candidate {
	var out []task.Candidate
	all := l.evidence()
	disputes := l.disputes()
	for _, p := range ps {
		out = append(out, task.Candidate{
			N: p.N, Claim: p.Text, Stake: p.Stake,
			Evidence: inContext(p.evidence), Against: inContext(cited(p.against(disputes), all)),
		})
	}
	return out
}

// inContext are claims as judges see them: each with the text around its quote.
func inContext(claims []gather.Claim) []task.Material {
	out := materials(claims, "")
	for i, c := range claims {
		out[i].Context = c.Around(contextSize)
	}
	return out
}

// evidence returns all evidence of the run, by number.
func (l *ledger) evidence() []gather.Claim {
	var all []gather.Claim
	for _, p := range l.gatherer.Pages {
		all = append(all, l.claims[p]...)
	}
	slices.SortFunc(all, func(a, b gather.Claim) int { return a.ID - b.ID })
	return all
}

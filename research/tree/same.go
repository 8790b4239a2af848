package tree

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/gather"
	"assay/research/text"
)

// A learning is a claim that a node took, and whether it was new.
type learning struct {
	gather.Claim
	by    *node
	same  *learning // the earlier one that says the same, or nil
	said  text.Statement
	state *research.ClaimState
}

// keep takes in a learning. One that says the same as an earlier one is dropped
// from what is told on, but stays with it: another source for the same.
func (t *tree) keep(ctx context.Context, by *node, c gather.Claim) error {
	l := &learning{Claim: c, by: by, said: text.StatementOf(c.Text), state: t.stateOf(c)}
	for _, o := range t.learned {
		if o.same == nil && says(l, o) {
			l.same = o
			break
		}
	}
	t.learned = append(t.learned, l)
	if l.same == nil {
		return nil
	}
	return t.run.Note(ctx, research.ClaimDropped{ID: c.ID, Reason: fmt.Sprintf("says the same as claim %d", l.same.ID)})
}

// stateOf returns a claim as states hold it. Claims of one page share its state.
func (t *tree) stateOf(c gather.Claim) *research.ClaimState {
	for _, l := range t.learned {
		if l.Claim.Page == c.Page {
			return &research.ClaimState{ClaimFound: c.ClaimFound, Source: l.state.Source}
		}
	}
	return c.State()
}

// says reports whether two learnings say the same.
func says(a, b *learning) bool {
	return a.said.Same(b.said, text.Apart) || a.said.Same(b.said, text.OneQuote) && quoteSame(a.Quote, b.Quote)
}

// quoteSame reports whether two quotes are one, in the same words.
func quoteSame(a, b string) bool {
	return text.StatementOf(a).Same(text.StatementOf(b), text.Apart)
}

// kept returns the learnings that are not said already by an earlier one.
func (t *tree) kept() []*learning {
	return slices.DeleteFunc(slices.Clone(t.learned), func(l *learning) bool { return l.same != nil })
}

// known returns what was learned so far, by whichever branch.
func (t *tree) known() []string {
	var out []string
	for _, l := range t.kept() {
		out = append(out, l.Text)
	}
	return out
}

// group returns a learning and those that say the same.
func (t *tree) group(l *learning) []*research.ClaimState {
	out := []*research.ClaimState{l.state}
	for _, o := range t.learned {
		if o.same == l {
			out = append(out, o.state)
		}
	}
	return out
}

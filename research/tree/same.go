package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/research"
	"assay/research/gather"
)

// A learning is a claim that a node took, and whether it was new.
type learning struct {
	gather.Claim
	by    *node
	same  *learning // the earlier one that says the same, or nil
	words []string  // of its text
	state *research.ClaimState
}

// keep takes in a learning. One that says the same as an earlier one is dropped
// from what is told on, but stays with it: another source for the same.
func (t *tree) keep(ctx context.Context, by *node, c gather.Claim) error {
	l := &learning{Claim: c, by: by, words: content(c.Text), state: t.stateOf(c)}
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

// alike is the share of words (Jaccard index) from which two claims with the same
// quote are taken to say the same.
const alike = 0.7

// says reports whether two learnings say the same: in the same words, but for
// small ones and for which end the sentence begins at; or in nearly the same
// words, with the same numbers, and with the same quote. It would rather keep two
// that a reader would call one than lose one of two that differ in a name, a
// number or a "not".
func says(a, b *learning) bool {
	if turned(a.words, b.words) {
		return true
	}
	return slices.Equal(content(a.Quote), content(b.Quote)) && overlap(a.words, b.words) >= alike && slices.Equal(figures(a.words), figures(b.words))
}

// light are the words that say nothing by themselves.
var light = strings.Fields("a an and as at be been being by for had has have in is it its of on that the these this those was were which with")

// content returns the words of a text that carry meaning, in lower case.
func content(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '%' })
	return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(light, w) })
}

// turned reports whether b is a or, if there are four words or more, a with its
// end put first: "in 1610 tea reached Europe", "tea reached Europe in 1610".
func turned(a, b []string) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	if slices.Equal(a, b) {
		return true
	}
	for i := 1; i < len(a) && len(a) >= 4; i++ {
		if slices.Equal(a[i:], b[:len(a)-i]) && slices.Equal(a[:i], b[len(a)-i:]) {
			return true
		}
	}
	return false
}

// overlap returns the share of words that two lists have in common.
func overlap(a, b []string) float64 {
	first, both, all := make(map[string]bool), 0, make(map[string]bool)
	for _, w := range a {
		first[w], all[w] = true, true
	}
	for _, w := range b {
		if first[w] {
			both++
			first[w] = false
		}
		all[w] = true
	}
	return float64(both) / float64(max(len(all), 1))
}

// figures returns the words with digits, in order.
func figures(words []string) []string {
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.ContainsFunc(w, unicode.IsNumber) })
	slices.Sort(out)
	return out
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

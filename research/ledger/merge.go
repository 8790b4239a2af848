package ledger

import (
	"slices"
	"strings"
	"unicode"

	"assay/research"
	"assay/research/task"
)

// nearSame is the share of a finding's words from which another on common
// evidence, in these words only, is taken to state the same.
const nearSame = 0.75

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

// alike reports whether two findings state the same: in the same words, or, on
// evidence that they share and with the same figures, one in nearly all the words
// of the other. The order of words counts: A beat B is not B beat A.
func alike(a, b *proposal) bool {
	x, y := wordsOf(a.Text), wordsOf(b.Text)
	if slices.Equal(x, y) {
		return true
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	shared := slices.ContainsFunc(a.Claims, b.cites)
	return shared && slices.Equal(figuresIn(a.Text), figuresIn(b.Text)) && within(x, y) && float64(len(x)) >= nearSame*float64(len(y))
}

// wordsOf returns the words of a sentence in lower case, without articles. A
// capital A may be a name.
func wordsOf(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "a" || w == "an" || strings.EqualFold(w, "the") })
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return words
}

// within reports whether the words of x stand in y, in the same order.
func within(x, y []string) bool {
	for _, w := range y {
		if len(x) > 0 && x[0] == w {
			x = x[1:]
		}
	}
	return len(x) == 0
}

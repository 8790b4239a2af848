package text

import (
	"slices"
	"strings"
)

// A Statement is a sentence or two, prepared to be compared with others.
type Statement struct {
	words   []string // in lower case, without light ones
	numbers []string // the digits of its numbers, sorted
}

// StatementOf prepares a text.
func StatementOf(s string) Statement {
	words := split(strings.ReplaceAll(s, "%", " percent "), "", true)
	var st Statement
	for i, w := range words {
		low := strings.ToLower(w)
		idle := light(low) || low == "to" && i+1 < len(words) && words[i+1] == "be"
		if !idle || w == "A" && !article(words, i) {
			st.words = append(st.words, low)
		}
	}
	for _, n := range Numbers(s) {
		for part := range strings.FieldsSeq(string(n)) {
			st.numbers = append(st.numbers, Number(part).Digits())
		}
	}
	slices.Sort(st.numbers)
	return st
}

// article reports whether a capital A begins a sentence, and is not a name as
// in "drug A" and in "A beat B".
func article(words []string, i int) bool {
	return i == 0 && !slices.ContainsFunc(words[1:], func(w string) bool { return len(w) == 1 && 'A' <= w[0] && w[0] <= 'Z' })
}

// A Ground is what two statements rest on.
type Ground int

const (
	Apart    Ground = iota // on evidence of their own
	Shared                 // on some of the same evidence
	OneQuote               // on the same quote: it says one of the two
)

// Same reports whether two statements say the same. They have the same numbers,
// and the same words in the same order, but for light ones and for which end
// they begin at: "in 1610 tea reached Europe", "tea reached Europe in 1610". On
// shared evidence, one may also have a few words more; on one quote, the words
// may be in any order and a few may differ. It is a rule that would rather keep
// two that a reader would call one than lose one of two that differ in a name, a
// number or a "not".
func (a Statement) Same(b Statement, ground Ground) bool {
	switch {
	case !slices.Equal(a.numbers, b.numbers):
		return false
	case turned(a.words, b.words):
		return true
	case ground == Shared:
		return alike(a.words, b.words) && (a.Within(b) || b.Within(a))
	}
	return ground == OneQuote && alike(a.words, b.words)
}

// Within reports whether b says all that a says: it has the same numbers and
// all of a's words, in their order, and none besides that may turn it round.
func (a Statement) Within(b Statement) bool {
	rest := a.words
	for _, w := range b.words {
		if len(rest) > 0 && rest[0] == w {
			rest = rest[1:]
		} else if turns(w) {
			return false
		}
	}
	return len(a.words) > 0 && len(rest) == 0 && slices.Equal(a.numbers, b.numbers)
}

// mostWords is the share of words (Jaccard index) from which two statements are
// nearly in the same words.
const mostWords = 0.7

// alike reports whether a and b have most of their words in common, in any
// order, and no others that may turn them round.
func alike(a, b []string) bool {
	rest, both := slices.Clone(b), 0
	for _, w := range a {
		if i := slices.Index(rest, w); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			both++
		} else if turns(w) {
			return false
		}
	}
	return !slices.ContainsFunc(rest, turns) && float64(both) >= mostWords*float64(max(len(a)+len(rest), 1))
}

// turned reports whether b is a or, if there are four words or more, a with its
// end put first.
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

// turns reports whether a statement may say something else without a word: a
// stop word that is not light, a negation, a single letter, which may be a
// name, or a Chinese character.
func turns(w string) bool {
	return Stop(w) && !light(w) || turning[w] || len([]rune(w)) == 1
}

// turning are words without which a statement or its numbers say something else
// and that are no stop words.
var turning = func() map[string]bool {
	words := make(map[string]bool)
	for w := range strings.FieldsSeq(`percent hundred thousand million billion trillion never nor neither none nobody nothing cannot without against
		except unless until less fewer least hardly barely rarely almost nearly nicht kein keine keinen keiner nie ohne ne pas jamais sans non nunca sin não nunca sem не без ни`) {
		words[w] = true
	}
	return words
}()

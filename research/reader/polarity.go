package reader

import "strings"

// A negation denies part of a sentence.
type negation struct {
	scope []string // the terms it reaches
	heads []string // of these, the ones it bears on first
}

// negations returns what the sentence of tokens denies.
func negations(tokens []token) []negation {
	out := frames(tokens)
	for i, t := range tokens {
		if base, ok := negated[t.word]; ok {
			term := termOf(base)
			out = append(out, negation{append(after(tokens, i), term), []string{term}})
			continue
		}
		switch {
		case t.kind != word:
		case t.word == "not" || t.word == "never" || verbNegators[t.word]:
			if !(t.word == "not" && correlative(tokens, i)) {
				scope := after(tokens, i)
				out = append(out, negation{scope, firstHead(scope)})
			}
		case determiners[t.word] && !correlative(tokens, i):
			scope := within(tokens[i+1:], true, 2*reach)
			out = append(out, negation{scope, scope})
		case t.word == "too":
			if j := infinitive(tokens, i); j > 0 {
				scope := after(tokens, j)
				out = append(out, negation{scope, firstHead(scope)})
			}
		}
	}
	return out
}

// correlative reports whether the negator at i belongs to "not only ... but",
// "no longer than", "no more than", "no doubt".
func correlative(tokens []token, i int) bool {
	if i+1 >= len(tokens) {
		return false
	}
	switch tokens[i+1].word {
	case "only", "just", "merely", "simply":
		for _, t := range tokens[i+2:] {
			if t.word == "but" {
				return true
			}
		}
	case "more", "less", "longer", "fewer", "later":
		return i+2 < len(tokens) && tokens[i+2].word == "than"
	case "doubt", "matter", "wonder":
		return true
	}
	return false
}

// infinitive returns the index of the "to" or "for" that "too" at i turns into a denial
// ("too narrow to be seen"), or 0.
func infinitive(tokens []token, i int) int {
	for j := i + 2; j < len(tokens) && j <= i+7; j++ {
		if tokens[j].word == "to" {
			return j
		}
		if tokens[j].kind == mark || boundaries[tokens[j].word] {
			return 0
		}
	}
	return 0
}

// after returns the terms that a negation at token i reaches.
func after(tokens []token, i int) []string { return within(tokens[i+1:], false, reach) }

// within returns up to n terms of tokens, up to the end of their clause. A
// relative clause ends it too, unless the negation is that of its noun
// ("none of the people who saw it").
func within(tokens []token, relative bool, n int) []string {
	var scope []string
	for _, t := range tokens {
		if t.kind == mark && strings.Contains(",;:.()—–!?", t.word) || t.word == "not" ||
			boundaries[t.word] && !(relative && (t.word == "who" || t.word == "which")) {
			break
		}
		if t.term != "" && !neutral[t.term] {
			if len(scope) == n {
				break
			}
			scope = append(scope, t.term)
		}
	}
	return scope
}

// reach is how many terms a negation reaches at most.
const reach = 9

// firstHead returns the first term of scope that carries meaning.
func firstHead(scope []string) []string {
	for i, t := range scope {
		if !weak[t] || i == len(scope)-1 {
			return scope[i : i+1]
		}
	}
	return nil
}

// frames returns what sentences such as "it is a myth that X", "the claim that
// X is false" and "X is a common misconception" deny.
func frames(tokens []token) []negation {
	var out []negation
	for i, t := range tokens {
		switch {
		case t.word == "contrary" && i+1 < len(tokens) && tokens[i+1].word == "to":
			out = appendScope(out, after(tokens, i))
		case t.kind == word && framed(tokens, i) && (t.word == "true" || t.word == "so" || !deniedBefore(tokens, i)):
			if that := next(tokens, i, "that"); that > 0 {
				out = appendScope(out, upTo(tokens[that+1:], "is", "was"))
				continue
			}
			out = appendScope(out, content(tokens[:i]))
		}
	}
	return out
}

// framed reports whether the word at i calls a proposition untrue.
func framed(tokens []token, i int) bool {
	w := tokens[i].word
	if (w == "true" || w == "so") && i > 0 && tokens[i-1].word == "not" {
		return true
	}
	if fictions[w] {
		return !strings.HasSuffix(w, "s") // "myths" in general deny nothing in particular
	}
	if !untruths[w] || tokens[i].upper && i > 0 {
		return false
	}
	for _, t := range tokens {
		if opinions[t.word] || fictions[t.word] {
			return true
		}
	}
	return i+1 < len(tokens) && tokens[i+1].word == "that"
}

// deniedBefore reports whether the three words before i negate it.
func deniedBefore(tokens []token, i int) bool {
	for _, t := range tokens[max(0, i-3):i] {
		if t.word == "not" || t.word == "no" {
			return true
		}
	}
	return false
}

// next returns the index of w among the four tokens after i, or 0.
func next(tokens []token, i int, w string) int {
	for j := i + 1; j < len(tokens) && j <= i+4; j++ {
		if tokens[j].word == w {
			return j
		}
	}
	return 0
}

// upTo returns the content of tokens; the verb that closes a relative clause
// is left out only where an untruth follows it.
func upTo(tokens []token, verbs ...string) []string {
	for i, t := range tokens {
		for _, v := range verbs {
			if t.word == v && i+1 < len(tokens) && (untruths[tokens[i+1].word] || tokens[i+1].word == "a" || tokens[i+1].word == "not") && i > 2 {
				return content(tokens[:i])
			}
		}
	}
	return content(tokens)
}

// content returns the terms of tokens that are not about opinions.
func content(tokens []token) []string {
	var out []string
	for _, t := range tokens {
		if t.term != "" && !neutral[t.term] && !opinions[t.word] {
			out = append(out, t.term)
		}
	}
	return out
}

func appendScope(out []negation, scope []string) []negation {
	if len(scope) == 0 {
		return out
	}
	return append(out, negation{scope, scope})
}

var (
	verbNegators = set(`fail fails failed lack lacks lacked lacking hardly scarcely barely rarely seldom nor neither
		refuses refused disproves disproved debunks debunked refutes refuted contradicts nowhere`)
	determiners = set(`no none nothing nobody zero`)
	boundaries  = set(`but although though because while whereas except unless which who however yet if so since`)
	fictions    = set(`myth misconception legend fallacy falsehood hoax folklore superstition misbelief fiction myths misconceptions`)
	untruths    = set(`false untrue wrong incorrect mistaken debunked disproved unfounded nonsense baseless`)
	opinions    = set(`claim claims claimed belief believed idea notion story stories statement rumour rumor assertion saying said
		tale lore believe believes think thinks thought popular common widespread persistent old famous urban widely repeated often`)
	// neutral terms pass a negation on to what follows: "no evidence of", "does not make".
	neutral = index(stems(`evidence proof link association effect support reason indication sign sort kind way study research
		scientific evid claim belief myth misconception legend popular common relationship correlation connection fact true truth
		good reliable convincing report reported difference ordinary single real`))
)

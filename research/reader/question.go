package reader

import (
	"strings"
	"unicode"
)

// A form is the kind of answer a question wants.
type form uint8

const (
	open     form = iota
	yesno         // is, does, can ...
	define        // what is, what does ... mean
	how           // how does, how to
	why           // why
	when          // when, since when
	who           // who
	amount        // how many, how much, how long
	compared      // X or Y, versus, difference
)

// A question is what a research question asks.
type question struct {
	text  string
	form  form
	said  statement          // its words as a statement
	words []string           // its key words as written, in order, distinct
	heft  map[string]float64 // how much each of its terms counts
}

// ask analyses a question.
func ask(text string) question {
	text = strings.Join(strings.Fields(text), " ")
	q := question{text: text, form: formOf(text)}
	q.said = parse(strings.TrimRight(fronted.ReplaceAllString(text, "$1 "), "?!. "))
	q.said.reported = false
	seen := map[string]bool{}
	for _, t := range q.said.tokens {
		if t.term == "" || seen[t.term] || asking[t.word] {
			continue
		}
		seen[t.term] = true
		end := t.start + len(t.word)
		w := t.word
		if end <= len(q.said.text) && t.kind != mark {
			w = q.said.text[t.start:end]
		}
		q.words = append(q.words, w)
	}
	q.said.terms = without(q.said.terms, asking)
	q.weigh()
	return q
}

// weigh sets how much each term counts: the words of a name count as one
// term together, for the rest of the question says what is asked about it.
func (q *question) weigh() {
	q.heft = map[string]float64{}
	for _, t := range q.said.terms {
		q.heft[t] = weight(t)
		if strings.HasPrefix(t, "#") {
			q.heft[t] = 0.6
		}
	}
	for _, e := range q.entities() {
		terms := termsOf(e)
		for i, t := range terms {
			switch {
			case len(terms) == 1: // often what all pages are about
				q.heft[t] = min(q.heft[t], 0.7)
			case !strings.Contains(e, "."):
				q.heft[t] = min(q.heft[t], 1/float64(len(terms)))
			case i < len(terms)-1: // in asyncio.gather, gather matters
				q.heft[t] = 0.3
			}
		}
	}
}

// covered returns the share of the question's terms, by what they count, that
// have returns as present.
func (q question) covered(have func(string) float64) float64 {
	var got, all float64
	for _, t := range q.said.terms {
		got += q.heft[t] * have(t)
		all += q.heft[t]
	}
	if all == 0 {
		return 0
	}
	return got / all
}

// without returns terms that are not among drop.
func without(terms []string, drop map[string]bool) []string {
	var out []string
	for _, t := range terms {
		if !drop[t] {
			out = append(out, t)
		}
	}
	return out
}

// namesIn returns the terms of the question's one-word names that an address has in it.
func (q question) namesIn(address string) map[string]bool {
	out := map[string]bool{}
	address = strings.ToLower(address)
	for _, e := range q.entities() {
		if len(e) >= 4 && strings.Contains(address, strings.ToLower(e)) {
			out[termOf(strings.ToLower(e))] = true
		}
	}
	return out
}

// named reports whether text has all names of the question, whole.
func (q question) named(text string) bool {
	names := q.entities()
	text = strings.ToLower(text)
	for _, n := range names {
		if !strings.Contains(text, strings.ToLower(n)) {
			return false
		}
	}
	return len(names) > 0
}

// precision returns the share of a statement's terms that the question has: a
// short sentence about what was asked answers better than a long one that
// touches on it.
func (q question) precision(s *statement) float64 { return coverage(s.terms, in(q.said.has)) }

func formOf(text string) form {
	lower := " " + strings.ToLower(text) + " "
	first, rest, _ := strings.Cut(strings.TrimSpace(lower), " ")
	second, _, _ := strings.Cut(rest, " ")
	first = strings.TrimSuffix(first, "'s")
	choice := strings.Contains(lower, " versus ") || strings.Contains(lower, " vs ") || strings.Contains(lower, " vs. ") ||
		strings.Contains(lower, "difference between") || strings.Contains(lower, " compare")
	switch {
	case choice, auxiliaries[first] && strings.Contains(lower, " or ") && !strings.Contains(lower, "or not"):
		return compared
	case auxiliaries[first]:
		return yesno
	case first == "how" && amounts[second]:
		return amount
	case first == "how":
		return how
	case first == "why", strings.Contains(lower, "what causes"):
		return why
	case first == "when":
		return when
	case first == "who" || first == "whose" || first == "whom":
		return who
	case first == "what" || first == "which" || first == "define":
		return define
	}
	return open
}

// entities returns the names in the question: runs of capitalised words after
// its first word, and words with inner capitals, digits or dots.
func (q question) entities() []string {
	var out []string
	var run []string
	flush := func() {
		if len(run) > 0 {
			out = append(out, strings.Join(run, " "))
		}
		run = nil
	}
	for i, w := range strings.Fields(q.text) {
		w = strings.Trim(w, `?!.,;:"'“”‘’()`)
		switch {
		case w == "":
			flush()
		case i > 0 && (unicode.IsUpper([]rune(w)[0]) || strings.ContainsAny(w[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ._")):
			run = append(run, w)
		case len(run) > 0 && (w == "of" || w == "the"):
			run = append(run, w)
		default:
			flush()
		}
	}
	flush()
	for i, e := range out {
		out[i] = strings.TrimSuffix(strings.TrimSuffix(e, " the"), " of")
	}
	return out
}

// fronted matches the contraction that opens a question such as "Isn't it so?",
// which asks the same as one without it.
var fronted = re(`^(?i)([a-z]+)n['’]t `)

var (
	auxiliaries = set(`is are was were do does did can could will would should has have had must may might am isn't aren't doesn't don't`)
	amounts     = set(`many much long far big large high old fast often tall deep heavy hot cold wide`)
	asking      = set(`mean means work works happen happens tell explain describe true long many much far`)
)

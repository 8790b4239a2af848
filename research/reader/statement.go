package reader

import (
	"strings"
)

// A statement is a sentence prepared for comparing.
type statement struct {
	text      string
	tokens    []token
	terms     []string // distinct, in order
	has       map[string]bool
	denials   []negation
	numbers   []quantity
	reported  bool     // it says what people believe, not what is so
	tentative bool     // it says what may be so
	sweeping  bool     // it says what is so without exception
	names     []string // the terms of names in it
}

func parse(text string) statement { return memo(nil).parse(text) }

func (m memo) parse(text string) statement {
	s := statement{text: text, tokens: m.tokenize(text), has: map[string]bool{}}
	for _, t := range s.tokens {
		if t.term != "" && !s.has[t.term] {
			s.has[t.term] = true
			s.terms = append(s.terms, t.term)
		}
	}
	s.denials = negations(s.tokens)
	s.addNegated()
	s.numbers = quantities(s.tokens)
	s.sweeping = anyOf(s.tokens, universal)
	s.names = namesIn(s.tokens)
	s.tentative = anyOf(s.tokens, maybe)
	s.reported = anyOf(s.tokens, hearsay) && isReported(text) && len(s.denials) == 0 || isHypothetical(text)
	return s
}

// addNegated makes a sentence with "invisible" have the term "visible" too.
func (s *statement) addNegated() {
	for _, n := range s.denials {
		for _, t := range n.heads {
			if !s.has[t] {
				s.has[t] = true
				s.terms = append(s.terms, t)
			}
		}
	}
}

// denies reports whether an odd number of negations reach term.
func (s *statement) denies(term string) bool {
	odd := false
	for _, n := range s.denials {
		for _, t := range n.scope {
			if t == term {
				odd = !odd
				break
			}
		}
	}
	return odd
}

// isReported reports whether text hands on what is believed or said.
func isReported(text string) bool {
	lower := strings.ToLower(text)
	for _, p := range reporting {
		if strings.Contains(lower, p) {
			return true
		}
	}
	return acquaintance.MatchString(lower)
}

// acquaintance matches what somebody one knows is said to say.
var acquaintance = re(`\b(?:my|his|her|our|your|their) \w+ (?:says|said|thinks|thought|believes|swears) `)

// namesIn returns the terms of words with a capital inside a sentence.
func namesIn(tokens []token) []string {
	var out []string
	for _, t := range tokens[min(1, len(tokens)):] {
		if t.upper && t.term != "" {
			out = append(out, t.term)
		}
	}
	return out
}

// anyOf reports whether one of the words of tokens is in the set.
func anyOf(tokens []token, words map[string]bool) bool {
	for _, t := range tokens {
		if words[t.word] {
			return true
		}
	}
	return false
}

// isHypothetical reports whether text says what would be so, not what is.
func isHypothetical(text string) bool {
	return strings.Contains(text, "would have") ||
		strings.HasPrefix(text, "If ") && (strings.Contains(text, " would ") || strings.Contains(text, " were "))
}

var (
	maybe = set(`may might could perhaps possibly unclear uncertain`)
	// hearsay are words of which every phrase in reporting has one.
	hearsay = set(`believe believed belief think thought say said claim claimed told assume allegedly supposedly reputedly legend rumour rumor
		saying says swore idea notion story says swore question whether heard read expects`)
	universal = set(`always never every everybody everyone anyone anybody nobody invariably`)
)

var reporting = []string{
	"people believe", "people think", "people say", "people assume", "they think", "they believe", "who think", "who believe", "often said", "often claimed", "often told", "is said to", "are said to", "popular belief",
	"commonly believed", "widely believed", "commonly said", "commonly claimed", "some say", "some claim", "some believe", "many believe",
	"many think", "allegedly", "supposedly", "reputedly", "according to legend", "legend has it", "rumour has it", "rumor has it", "old saying",
	"the claim that", "the idea that", "the belief that", "the notion that", "the story that", "the saying", "was thought to", "were thought to", "once believed",
	"used to believe", "used to think", "some observers think", "heard that", "told me", "swore by", "book says", "the question whether", "whether or not", "i heard", "i read", "i was told",
}

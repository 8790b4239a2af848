package reader

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// termOf returns what a lower-case word counts as when texts are compared:
// the stem of its base form, or that of the head of its group of words that
// mean nearly the same. Function words have none.
func termOf(w string) string {
	if function(w) || w == "" || len(w) == 1 && strings.Contains("abdegist", w) {
		return ""
	}
	if base, ok := irregular[w]; ok {
		w = base
	}
	stem := w
	if w[0] < 0x80 {
		stem = english.Stem(w, false)
	}
	if head, ok := heads[stem]; ok {
		return head
	}
	return stem
}

// termsOf returns the distinct terms of text, in order.
func termsOf(text string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range tokenize(text) {
		if t.term != "" && !seen[t.term] {
			seen[t.term] = true
			out = append(out, t.term)
		}
	}
	return out
}

// weight says how much a term tells about what a sentence is about.
func weight(term string) float64 {
	switch {
	case weak[term]:
		return 0.4
	case strings.HasPrefix(term, "#"):
		return 1.2
	}
	return 1
}

// coverage returns the weighted share of want that have returns as present
// (from 0, absent, to 1).
func coverage(want []string, have func(string) float64) float64 {
	var got, all float64
	for _, t := range want {
		w := weight(t)
		all += w
		got += w * have(t)
	}
	if all == 0 {
		return 0
	}
	return got / all
}

// in returns a presence function of terms, for [coverage].
func in(terms map[string]bool) func(string) float64 {
	return func(t string) float64 {
		if terms[t] {
			return 1
		}
		return 0
	}
}

// index returns terms as a set.
func index(terms []string) map[string]bool {
	m := make(map[string]bool, len(terms))
	for _, t := range terms {
		m[t] = true
	}
	return m
}

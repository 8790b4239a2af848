package db

import (
	"slices"
	"strings"
	"unicode"

	"assay/research/text"
)

// Sep separates the texts in a column of an index.
const Sep = "\x1e"

// MarkBegin and MarkEnd mark what a search matched. Being taken out of every text
// that is indexed, they can stand for nothing else.
const (
	MarkBegin = '\uE0F0'
	MarkEnd   = '\uE0F1'
	narrow    = '\u200b' // zero width space
)

// Spread sets characters of scripts that are written without spaces apart, so
// that each is a word and a word is a phrase. [Together] takes it back.
func Spread(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == MarkBegin || r == MarkEnd || r == narrow || r == '\x1e' || r == 0:
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && !unicode.IsMark(r):
			b.WriteRune(narrow)
			b.WriteRune(r)
			b.WriteRune(narrow)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Together takes back what [Spread] did.
func Together(s string) string { return strings.ReplaceAll(s, string(narrow), "") }

// Bag returns the words of a text that mean something, each once.
func Bag(s string) []string {
	var words []string
	for _, w := range text.Words(Spread(s)) {
		w = strings.TrimFunc(w, unicode.IsMark)
		if !text.Stop(w) && w != "" && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// Overlap returns the share of words that a and b have in common among those
// that either has.
func Overlap(a, b []string) float64 {
	both := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// idle reports whether a word says nothing about what a text is about.
func idle(word string) bool { return text.Stop(strings.ToLower(strings.TrimFunc(word, notWord))) }

// Words returns the words of a term.
func Words(term string) []string { return strings.FieldsFunc(term, notWord) }

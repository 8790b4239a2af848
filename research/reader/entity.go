package reader

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A phrase is a name or noun phrase that stands out in what was read.
type phrase struct {
	text   string // as it stands in a sentence, with its article
	key    string // its terms
	at     int    // the first of the learned sentences that has it
	heard  int    // how many of those have it
	spoken int    // how often it stands in all that was read
	name   bool
}

// question asks on about a phrase: what it is, or for a name what it has to do
// with the question.
func (p phrase) question(q question) string {
	about := q.subject()
	if p.name && about != "" && !strings.ContainsAny(p.text, "_.()") && !overlap(strings.Join(termsOf(about), " "), p.key) {
		return fmt.Sprintf("What links %s and %s?", p.text, about)
	}
	return fmt.Sprintf("What is known about %s?", p.text)
}

// salient returns the phrases of the learned sentences that stand out in all that
// was read, the most telling first, without those that skip holds for.
func salient(learned []string, all []statement, skip func(string) bool) []phrase {
	nouns := nounPhrases(all)
	found := map[string]*phrase{}
	var out []*phrase
	for i, s := range learned {
		names := namesOf(s)
		for n, text := range append(names, among(nouns, s)...) {
			key := strings.Join(termsOf(text), " ")
			if key == "" || skip(text) {
				continue
			}
			if found[key] == nil {
				found[key] = &phrase{text: text, key: key, at: i, name: n < len(names)}
				out = append(out, found[key])
			}
			found[key].heard++
		}
	}
	for _, p := range out {
		p.spoken = mentions(all, strings.Fields(p.key))
	}
	return distinctPhrases(out)
}

// distinctPhrases orders phrases and drops those that are part of a better one,
// or hold it.
func distinctPhrases(all []*phrase) []phrase {
	slices.SortStableFunc(all, func(a, b *phrase) int {
		return cmp.Or(cmp.Compare(b.heard, a.heard), cmp.Compare(min(b.spoken, 9), min(a.spoken, 9)), cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key))
	})
	var out []phrase
	for _, p := range all {
		if !slices.ContainsFunc(out, func(o phrase) bool { return overlap(o.key, p.key) }) {
			out = append(out, *p)
		}
	}
	return out
}

// overlap reports whether all terms of one of two phrases are in the other.
func overlap(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, t := range x {
		if !slices.Contains(y, t) {
			return false
		}
	}
	return true
}

// mentions counts the statements that have all terms.
func mentions(all []statement, terms []string) int {
	n := 0
	for i := range all {
		if !slices.ContainsFunc(terms, func(t string) bool { return !all[i].has[t] }) {
			n++
		}
	}
	return n
}

// namesOf returns the names in a sentence: runs of capitalised words, and
// identifiers. A single capitalised word at its start may be any word.
func namesOf(s string) []string {
	var out []string
	first, _, _ := strings.Cut(s, " ")
	for _, e := range (question{text: "so " + s}).entities() {
		words := strings.Fields(strings.TrimRight(e, "."))
		opens := len(words) > 0 && words[0] == first && !strings.ContainsAny(first[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ._")
		if opens && (len(words) == 1 || strings.ToUpper(words[1]) == words[1]) {
			words = words[1:]
		}
		for len(words) > 0 && (function(strings.ToLower(words[0])) || openers[strings.ToLower(words[0])]) {
			words = words[1:]
		}
		if name := strings.Join(words, " "); properly(name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// properly reports whether a run of words may be a name.
func properly(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	plain := strings.ToLower(name)
	return utf8.RuneCountInString(name) >= 3 && unicode.IsLetter(first) && !calendar[plain] && numberWords[plain] == 0
}

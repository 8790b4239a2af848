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
		opens := words[0] == first && !strings.ContainsAny(first[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ._")
		if opens && (len(words) == 1 || strings.ToUpper(words[1]) == words[1]) {
			words = words[1:]
		}
		for len(words) > 0 && (stopwords[strings.ToLower(words[0])] || openers[strings.ToLower(words[0])]) {
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
	return utf8.RuneCountInString(name) >= 3 && (unicode.IsLetter(first) || unicode.IsDigit(first)) && !calendar[plain] && numberWords[plain] == 0
}

// nounPhrases returns the runs of two or three words that the statements set
// apart as noun phrases: after an article, or after a preposition if they come
// again, and before a function word or mark. The value is its article.
func nounPhrases(all []statement) map[string]string {
	count, article := map[string]int{}, map[string]string{}
	apart := map[string]bool{}
	for i := range all {
		tokens := all[i].tokens
		for a := range tokens {
			for n := 2; n <= 3 && a+n <= len(tokens); n++ {
				if !nounlike(all[i].text, tokens[a:a+n]) {
					break
				}
				key := wordsOf(tokens[a : a+n])
				count[key]++
				if a > 0 && leads[tokens[a-1].word] && (a+n == len(tokens) || tokens[a+n].term == "") {
					apart[key] = true
					if w := tokens[a-1].word; w == "the" || w == "a" || w == "an" {
						article[key] = w + " "
					}
				}
			}
		}
	}
	out := map[string]string{}
	for key := range apart {
		last := key[strings.LastIndexByte(key, ' ')+1:]
		if !verblike(last) && (count[key] > 1 || article[key] != "" && strings.Count(key, " ") == 1) {
			out[key] = article[key]
		}
	}
	return out
}

// nounlike reports whether tokens may be a noun phrase: words that carry meaning,
// with no more than a space or hyphen between them.
func nounlike(text string, tokens []token) bool {
	for i, t := range tokens {
		if t.kind != word || t.term == "" || weak[t.term] || vague[t.word] || verbs[t.word] || len(t.word) < 3 || strings.HasSuffix(t.word, "ly") || t.upper && t.start > 0 {
			return false
		}
		if i > 0 {
			end := tokens[i-1].start + len(tokens[i-1].word)
			if end > t.start || t.start > len(text) || text[end:t.start] != " " {
				return false
			}
		}
	}
	return true
}

// verblike reports whether a word at the end of a run is more likely a verb or an
// adjective than a noun.
func verblike(w string) bool {
	return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ly") || strings.HasSuffix(w, "ive") ||
		strings.HasSuffix(w, "al") || strings.HasSuffix(w, "ible") || strings.HasSuffix(w, "able") || verbs[w] || finite[w]
}

func wordsOf(tokens []token) string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.word
	}
	return strings.Join(words, " ")
}

// among returns the noun phrases that stand in a sentence, longest first, with
// their articles.
func among(nouns map[string]string, s string) []string {
	var out []string
	tokens := tokenize(s)
	for n := 3; n >= 2; n-- {
		for a := 0; a+n <= len(tokens); a++ {
			key := wordsOf(tokens[a : a+n])
			article, ok := nouns[key]
			if !ok {
				continue
			}
			if a > 0 && (tokens[a-1].word == "the" || tokens[a-1].word == "a" || tokens[a-1].word == "an") {
				article = tokens[a-1].word + " "
			} else if strings.HasSuffix(key, "s") {
				article = ""
			}
			out = append(out, article+asWritten(s, tokens[a:a+n]))
		}
	}
	return out
}

// asWritten returns tokens as they stand in s; in lower case if only a sentence's
// beginning gives them their capital.
func asWritten(s string, tokens []token) string {
	last := tokens[len(tokens)-1]
	text := s[tokens[0].start:min(len(s), last.start+len(last.word))]
	if tokens[0].start == 0 && !tokens[1].upper && text[1:] == strings.ToLower(text[1:]) {
		return strings.ToLower(text)
	}
	return text
}

var (
	vague = set(`same second third next last previous countless whole similar certain entire usual normal actual real right wrong possible
		available necessary simple full single double separate common various different multiple individual following corresponding
		back together round away ahead apart far near again`)
	verbs    = verbForms()
	leads    = set(`the a an of in on by for with to from into its their each every no such this that these those between and or as than via using is are`)
	calendar = set(`january february march april may june july august september october november december
		monday tuesday wednesday thursday friday saturday sunday however null true false yes`)
)

// verbForms are the irregular words, most of which are verbs, with their base forms.
func verbForms() map[string]bool {
	out := map[string]bool{}
	for form, base := range irregular {
		out[form], out[base] = true, true
	}
	for _, noun := range strings.Fields("child children man men woman women foot feet tooth teeth mouse mice people life lives wife wives virus viruses bacterium bacteria data memory memories color colour colours meter metres center centre theater theatre") {
		delete(out, noun)
	}
	return out
}

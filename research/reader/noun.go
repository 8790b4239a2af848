package reader

import "strings"

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
		ensure provide allow require prevent include avoid cause support
		anywhere back together round away ahead apart far near again`)
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

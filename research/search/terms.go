package search

import (
	"strings"
	"unicode"

	"assay/research/text"
)

// maxTerms is how many different words of a query are looked for.
const maxTerms = 32

// Terms returns the words of a query that carry its meaning, in order and
// without repetition. If there are none but stopwords, it returns those.
func Terms(query string) []string {
	var all, content []string
	seen := map[string]bool{}
	for _, w := range text.Runs(query, "._-'’") {
		w = strings.TrimSuffix(strings.TrimSuffix(strings.Trim(w, "._-'’"), "'s"), "’s")
		if low := strings.ToLower(w); w != "" && !seen[low] && len(all) < maxTerms {
			seen[low] = true
			all = append(all, w)
			if !stop(low) {
				content = append(content, w)
			}
		}
	}
	if len(content) == 0 {
		return all
	}
	return content
}

// match returns an FTS5 query for pages with any of the terms. Each is quoted,
// so nothing in them can act as an operator; "asyncio.gather" is looked for as
// a phrase and as its parts; a run of a script without spaces, as pairs of characters.
func match(terms []string) string {
	var out []string
	seen := map[string]bool{}
	add := func(s string) {
		if !seen[s] {
			seen[s] = true
			out = append(out, `"`+strings.ReplaceAll(s, `"`, `""`)+`"`)
		}
	}
	for _, t := range terms {
		for _, phrase := range strings.Split(pairs(t), "\n") {
			add(phrase)
		}
		if parts := text.Runs(t, ""); len(parts) > 1 {
			for _, p := range parts {
				if !stop(strings.ToLower(p)) {
					add(p)
				}
			}
		}
	}
	return strings.Join(out, " OR ")
}

// spaced puts spaces between the characters of scripts written without any,
// for the tokenizer to index them one by one.
func spaced(s string) string {
	if strings.IndexFunc(s, unspaced) < 0 {
		return s
	}
	var out strings.Builder
	for _, r := range s {
		if unspaced(r) {
			out.WriteByte(' ')
			out.WriteRune(r)
			out.WriteByte(' ')
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// pairs returns the phrases to look for in the place of a word, one a line:
// the word itself, or if its script has no spaces, each two neighbours.
func pairs(word string) string {
	if strings.IndexFunc(word, unspaced) < 0 {
		return word
	}
	tokens := strings.Fields(spaced(word))
	if len(tokens) == 1 {
		return tokens[0]
	}
	out := make([]string, len(tokens)-1)
	for i := range out {
		out[i] = tokens[i] + " " + tokens[i+1]
	}
	return strings.Join(out, "\n")
}

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// stop reports whether a word in lower case carries nothing of what a query is
// about: besides the words that never do, those that only ask.
func stop(word string) bool { return text.Stop(word) || asking[word] }

var asking = setOf("happen", "happens", "mean", "means", "same", "true", "use", "used", "using", "yes")

package reader

import (
	"slices"
	"strings"
	"unicode"
)

// keywords returns up to n key words of a question, without those that say how to
// look, unless there are no others.
func (q question) keywords(n int) []string {
	var out []string
	for _, w := range q.words {
		if !framing[termOf(strings.ToLower(w))] {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		out = q.words
	}
	return out[:min(n, len(out))]
}

// anchor returns up to three words that tie a query to the question: its names,
// else its first key words.
func (q question) anchor() []string {
	var out []string
	for _, e := range q.entities() {
		for _, w := range strings.Fields(e) {
			if !function(strings.ToLower(w)) && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	if len(out) == 0 {
		out = q.keywords(3)
	}
	return out[:min(3, len(out))]
}

// subject names what the question is about, for a sentence: its first name, else
// its first key word.
func (q question) subject() string {
	if names := q.entities(); len(names) > 0 {
		return names[0]
	}
	return strings.Join(q.keywords(1), "")
}

// named makes a label of two to five words: of the first key words, filled up
// from the question's.
func named(words []string, q question) string {
	out := words[:min(4, len(words)):min(4, len(words))]
	if len(out) < 2 {
		out = append(out, q.anchor()...)
	}
	for len(out) < 2 {
		out = append(out, "in detail")
	}
	return headed(strings.Join(out[:min(5, len(out))], " "))
}

// headed returns s with a capital, unless its first word is a name in lower case.
func headed(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first == "" || strings.ContainsAny(first, "._()0123456789") || first[0] >= 0x80 {
		return s
	}
	return capital(s)
}

// sameQuery returns what two queries have in common if they ask an engine for
// the same: their words, whatever their case and order.
func sameQuery(s string) string {
	words := strings.Fields(strings.ToLower(s))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// unquoted returns what stands in quotation marks in s, or s.
func unquoted(s string) string {
	if m := inQuotes.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return s
}

// enumerated returns what a question lists ("A, B and C") and the rest of it.
func enumerated(text string) (things []string, rest string) {
	m := enumeration.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, ""
	}
	for _, s := range listSeparator.Split(text[m[2]:m[3]], -1) {
		if s = strings.TrimSpace(s); s != "" {
			things = append(things, s)
		}
	}
	things[0] = lastWords(things[0])
	if things[0] == "" {
		return nil, ""
	}
	start := m[2] + strings.Index(text[m[2]:m[3]], things[0])
	return things, text[:start] + " " + text[m[3]:]
}

// lastWords returns the words at the end of s after the last function word.
func lastWords(s string) string {
	words := strings.Fields(s)
	i := len(words)
	for i > 0 && !function(strings.ToLower(words[i-1])) && len(words)-i < 3 {
		i--
	}
	return strings.TrimFunc(strings.Join(words[i:], " "), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

var (
	inQuotes = re(`[“"]([^”"]{12,})[”"]`)
	// enumeration matches a list of three things or more, the first with what
	// stands before it.
	enumeration   = re(`((?:[\w-]+ ){0,3}[\w-]+(?:, (?:[\w-]+ ?){1,3})+,? (?:and|or) [\w-]+)`)
	listSeparator = re(`,? (?:and|or) |, `)
)

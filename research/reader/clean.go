package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean returns a sentence as a person would write it alone: without Markdown,
// reference marks, list bullets and linking words at its start, on one line,
// with a capital and a full stop.
func clean(s string) string {
	if strings.ContainsAny(s, "[¶*`") { // most sentences have no markup, and the patterns are slow
		s = markdownLink.ReplaceAllString(s, "$1")
		s = reference.ReplaceAllString(s, "")
		s = emphasis.ReplaceAllString(s, "$1")
	}
	if s != "" && strings.IndexByte("-*+>#0123456789 \t", s[0]) >= 0 || strings.HasPrefix(s, "•") {
		s = bullet.ReplaceAllString(s, "")
	}
	s = strings.Join(strings.Fields(s), " ")
	s = spacing.Replace(s)
	s = balance(strings.TrimSpace(s))
	if strings.Contains(s, ": ") {
		s = label.ReplaceAllString(s, "$1")
	}
	for opens(s) {
		cut := opening.ReplaceAllString(s, "")
		if cut == s || len(strings.Fields(cut)) < 4 {
			break
		}
		s = cut
	}
	return finish(s)
}

// finish gives s a capital and a full stop.
func finish(s string) string {
	s = strings.TrimRight(s, " ;:,–—-")
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	if first, _, _ := strings.Cut(s, " "); unicode.IsLower(r) && !strings.ContainsAny(first, "._()0123456789") {
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, `"'”’)`))
	if !isStop(last) {
		s += "."
	}
	return s
}

// balance drops a lone quotation mark or bracket at an end of s.
func balance(s string) string {
	if strings.Count(s, `"`)%2 == 1 {
		s = strings.TrimPrefix(strings.TrimSuffix(s, `"`), `"`)
	}
	if strings.HasPrefix(s, "“") && !strings.Contains(s, "”") {
		s = strings.TrimPrefix(s, "“")
	}
	if strings.HasSuffix(s, "”") && !strings.Contains(s, "“") {
		s = strings.TrimSuffix(s, "”")
	}
	if strings.Count(s, "(") < strings.Count(s, ")") {
		s = strings.TrimSuffix(s, ")")
	}
	return s
}

// opens reports whether the first word of s may belong to an opening.
func opens(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return openers[strings.ToLower(strings.TrimRight(first, ","))]
}

var openers = set(`however in for indeed moreover furthermore therefore thus hence additionally nevertheless nonetheless of as on by
	similarly likewise consequently finally also still instead meanwhile overall actually so yes no second third first lastly accordingly
	unfortunately fortunately note remember keep we the but and yet or`)

var spacing = strings.NewReplacer(" ,", ",", " .", ".", " ;", ";", "( ", "(", " )", ")")

var (
	markdownLink = re(`!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)`)
	reference    = re(`\[(?:\d+|citation needed|edit|note \d+)\]|¶`)
	bullet       = re(`^\s*(?:[-*+•>]\s+|\d{1,2}[.)]\s+|#+\s+)+`)
	emphasis     = re("[*`]{1,3}([^*`]+)[*`]{1,3}")
	// label matches a label before a sentence: "Answer 1: Python ...".
	label = re(`^(?:[A-Z]\w*(?: \w+){0,3}): ([A-Z])`)
	// opening matches linking words at the start of a sentence. All but the
	// last kinds need their comma: "No trial" and "So much" are not openings.
	opening = re(`^(?i:however|in fact|for example|for instance|indeed|moreover|furthermore|therefore|thus|hence|in addition|additionally|` +
		`nevertheless|nonetheless|of course|as a result|in short|in other words|on the other hand|by contrast|in contrast|similarly|likewise|consequently|` +
		`finally|also|still|instead|meanwhile|overall|in summary|in conclusion|in particular|as a consequence|accordingly|unfortunately|fortunately|actually|so|yes|no|second|third|first|lastly),\s+|` +
		`^(?i:note that|remember that|keep in mind that|(?:we|the authors) (?:also )?(?:found|show|showed|conclude|concluded|report|observed) that),?\s+|` +
		`^(?:But|And|So|Yet|Or),?\s+`)
)

package reader

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean returns a sentence as a person would write it alone: without Markdown,
// reference marks, list bullets and linking words at its start, on one line,
// with a capital and a full stop.
func clean(s string) string {
	s = markdownLink.ReplaceAllString(s, "$1")
	s = reference.ReplaceAllString(s, "")
	s = bullet.ReplaceAllString(s, "")
	s = emphasis.ReplaceAllString(s, "$1")
	s = strings.Join(strings.Fields(s), " ")
	s = strings.NewReplacer(" ,", ",", " .", ".", " ;", ";", "( ", "(", " )", ")").Replace(s)
	s = balance(strings.TrimSpace(s))
	s = label.ReplaceAllString(s, "$1")
	for {
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

var (
	markdownLink = regexp.MustCompile(`!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)`)
	reference    = regexp.MustCompile(`\[(?:\d+|citation needed|edit|note \d+)\]|¶`)
	bullet       = regexp.MustCompile(`^\s*(?:[-*+•>]\s+|\d{1,2}[.)]\s+|#+\s+)+`)
	emphasis     = regexp.MustCompile("[*`]{1,3}([^*`]+)[*`]{1,3}")
	// label matches a label before a sentence: "Answer 1: Python ...".
	label = regexp.MustCompile(`^(?:[A-Z]\w*(?: \w+){0,3}): ([A-Z])`)
	// opening matches linking words at the start of a sentence. All but the
	// last kinds need their comma: "No trial" and "So much" are not openings.
	opening = regexp.MustCompile(`^(?i:however|in fact|for example|for instance|indeed|moreover|furthermore|therefore|thus|hence|in addition|additionally|` +
		`nevertheless|nonetheless|of course|as a result|in short|in other words|on the other hand|by contrast|in contrast|similarly|likewise|consequently|` +
		`finally|also|still|instead|meanwhile|overall|in summary|in conclusion|in particular|as a consequence|accordingly|unfortunately|fortunately|actually|so|yes|no|second|third|first|lastly),\s+|` +
		`^(?i:note that|remember that|keep in mind that|(?:we|the authors) (?:also )?(?:found|show|showed|conclude|concluded|report|observed) that),?\s+|` +
		`^(?:But|And|So|Yet|Or),?\s+`)
)

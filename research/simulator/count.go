package simulator

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// How many of a thing a prompt asks for, and which round it is about.

var (
	amount = regexp.MustCompile(`(?i)(?:\b(exactly|up to|at most|no more than|at least|give|take|name|plan|list|write|ask|make|choose|into) )?` +
		`\b(\d{1,2})(?:(?: to |–| or | and )(\d{1,2}))? ([\pL-]+)([^.;:\n]*)`)
	notThings = regexp.MustCompile(`(?i)^(?:words?|sentences?|paragraphs?|characters?|letters?|years?|months?|rounds?|times|percent|of|to)$`)
	typical   = regexp.MustCompile(`(?i)\b(\w+) is typical`)
	roundLine = regexp.MustCompile(`(?i)\bround (\d+)(?:\s*(?:of|/)\s*(?:up to |at most )?(\d+))?`)

	numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
)

// A request for a number of things. Zero means that nothing is said.
type count struct{ least, most, typical int }

// of returns n, or otherwise if n is 0, within the bounds.
func (c count) of(n, otherwise int) int {
	n = max(cmp.Or(n, c.typical, otherwise), c.least)
	if c.most > 0 {
		n = min(n, c.most)
	}
	return n
}

// countIn returns how many things, whose name matches, the instructions of a
// prompt ask for: "Give 3 to 5 queries", "up to 4 tasks", "exactly 8
// sub-questions"; and, for things of any name, "five is typical".
func countIn(prompt string, name *regexp.Regexp) count {
	text := instructions(prompt)
	for _, m := range amount.FindAllStringSubmatch(text, -1) {
		c := bounds(strings.ToLower(m[1]), m[2], m[3])
		if c == (count{}) || notThings.MatchString(m[4]) || !name.MatchString(m[4]+m[5]) {
			continue
		}
		if t := typical.FindStringSubmatch(text); t != nil {
			c.typical = number10(t[1])
		}
		return c
	}
	return count{}
}

// bounds reads "up to 4", "3 to 5" or "give 4". A number without any such word
// asks for nothing.
func bounds(word, first, second string) (c count) {
	c.least, _ = strconv.Atoi(first)
	c.most = c.least
	switch {
	case second != "":
		c.most, _ = strconv.Atoi(second)
	case word == "":
		return count{}
	case slices.Contains([]string{"up to", "at most", "no more than"}, word):
		c.least = 0
	case word == "at least":
		c.most = 0
	}
	return c
}

// number10 reads a number written in digits or, up to ten, as a word.
func number10(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return max(0, slices.Index(numerals, strings.ToLower(s)))
}

// instructions returns the prompt's own lines before the question: what it asks
// for, without what it is about.
func instructions(prompt string) string {
	var all []string
	for _, p := range partsOf(prompt) {
		if p.block == "" && strings.HasPrefix(p.text, "Question:") {
			break
		}
		if p.block == "" {
			all = append(all, p.text)
		}
	}
	return strings.Join(all, "\n")
}

// own returns all of the prompt's own lines but the question.
func own(prompt string) string {
	var all []string
	for _, p := range partsOf(prompt) {
		if p.block == "" && !strings.HasPrefix(p.text, "Question:") {
			all = append(all, p.text)
		}
	}
	return strings.Join(all, "\n")
}

// roundOf returns which round a prompt says it is, and of how many: 0 where it
// does not say.
func roundOf(prompt string) (round, of int) {
	if m := roundLine.FindStringSubmatch(own(prompt)); m != nil {
		round, _ = strconv.Atoi(m[1])
		of, _ = strconv.Atoi(m[2])
	}
	return round, of
}

package views

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"assay/research"
)

// wordsPerMinute is how fast a report is read.
const wordsPerMinute = 250

// readingMinutes returns how long it takes to read what r says, at least a
// minute; 0 of no report.
func readingMinutes(r *research.Report) int {
	if r == nil {
		return 0
	}
	n := wordsIn(r.Summary)
	for _, f := range r.Findings {
		n += wordsIn(f.Claim) + wordsIn(f.Evidence)
	}
	for _, s := range r.Sections {
		for _, p := range s.Points {
			n += wordsIn(p.Text)
		}
	}
	return max(1, (n+wordsPerMinute/2)/wordsPerMinute)
}

// wordsIn counts the words of text in any script (Unicode, UAX #29).
func wordsIn(text string) (n int) {
	for state := -1; text != ""; {
		var word string
		word, text, state = uniseg.FirstWordInString(text, state)
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			n++
		}
	}
	return n
}

// paragraphs splits prose where there are blank lines. None is empty to a reader.
func paragraphs(prose string) []string {
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(prose, "\r\n", "\n"), "\r", "\n"), "\n\n") {
		if line(p) != "" {
			out = append(out, strings.TrimSpace(p))
		}
	}
	return out
}

package simulator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What the simulated model finds in a prompt that methods write: sources with
// their passages, findings with the evidence they cite, the parts of a report.

var (
	evidenceLine = regexp.MustCompile(`^#\d+ (?:\[?E\d+\b|(?i:evidence\b))`)
	reportPart   = regexp.MustCompile(`^Part ([^\s:]+):(.*)`)
	taskLine     = regexp.MustCompile(`^Task (\d+)\b(.*)`)
)

const passageBlock = "passage"

// A source is a numbered page of a prompt.
type source struct {
	n    int
	text string // of its passages
}

// sourcesOf returns the numbered sources of a prompt that have passages.
func sourcesOf(prompt string) []source {
	var all []source
	open := 0 // the number of the last numbered line
	for _, p := range partsOf(prompt) {
		if m := resultLine.FindStringSubmatch(p.text); m != nil && p.block == "" {
			open, _ = strconv.Atoi(m[1])
		}
		if open == 0 || p.block != passageBlock {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].n == open {
			all[last].text += "\n" + p.text
			continue
		}
		all = append(all, source{open, p.text})
	}
	return all
}

// quotes returns the sentences of a source that may be quoted.
func (s source) quotes() []string { return quotable(sentencesIn(s.text, quoteWords)) }

// claimsOf returns the claims of a prompt, each in one line.
func claimsOf(prompt string) []numbered { return claimsIn(partsOf(prompt)) }

func claimsIn(parts []part) []numbered {
	claims := numberedParts(parts, claimLine, claimBlock)
	for i, c := range claims {
		claims[i].text = firstLine(c.text)
	}
	return claims
}

// findingsOf returns the findings that a prompt wants judged: the numbered lines
// that are not the evidence they cite, each number once.
func findingsOf(prompt string) []numbered {
	evidence := false // the blocks of evidence go with its line
	parts := slices.DeleteFunc(partsOf(prompt), func(p part) bool {
		if p.block == "" {
			evidence = evidenceLine.MatchString(p.text)
		}
		return evidence
	})
	var all []numbered
	for _, f := range claimsIn(parts) {
		if !slices.ContainsFunc(all, func(o numbered) bool { return o.n == f.n }) {
			all = append(all, f)
		}
	}
	return all
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

// A wanted part is one that a prompt asks a report to have.
type wantedPart struct{ key, guide string }

func wantedParts(prompt string) []wantedPart {
	var all []wantedPart
	for _, p := range partsOf(prompt) {
		if m := reportPart.FindStringSubmatch(p.text); m != nil && p.block == "" {
			all = append(all, wantedPart{m[1], strings.TrimSpace(m[2])})
		}
	}
	return all
}

// tasksOf returns the tasks that a prompt says were carried out.
func tasksOf(prompt string) []numbered { return numberedIn(prompt, taskLine, "") }

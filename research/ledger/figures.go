package ledger

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A figure in a writer's prose that it was not shown may be a count of things,
// or a day or century that its source spells out: "fifteenth".
const (
	maxCount   = 12
	maxOrdinal = 31
)

// figure matches a number, with marks between its digits, as 1,200 or 4.5, and
// what makes an ordinal of it in some languages.
var figure = regexp.MustCompile(`(\d+(?:[.,’'\x{a0}\x{202f}]\d+)*)(?:(st|nd|rd|th|er?|ème)\b|[ºª])?`)

// figuresIn returns the figures of a text, sorted, each once, without the marks
// between their digits, which differ by language.
func figuresIn(text string) []string {
	var out []string
	for _, m := range figure.FindAllStringSubmatch(text, -1) {
		out = append(out, bare(m[1]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bare returns the digits of a figure.
func bare(figure string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, figure)
}

// invented says which figure of a writer's prose is not in what it was shown.
func invented(prose, shown string) error {
	known := figuresIn(shown)
	for _, m := range figure.FindAllStringSubmatch(prose, -1) {
		n, err := strconv.Atoi(m[1])
		switch {
		case slices.Contains(known, bare(m[1])):
		case err == nil && (n <= maxCount || n <= maxOrdinal && m[2] != ""):
		default:
			return fmt.Errorf("the figure %s is in none of the findings, disputes or gaps", m[1])
		}
	}
	return nil
}

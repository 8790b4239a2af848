package ledger

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/research/text"
)

// A figure in a writer's prose that it was not shown may be a count of things,
// or a day or century that its source spells out: "fifteenth".
const (
	maxCount   = 12
	maxOrdinal = 31
)

// ordinal matches what makes an ordinal of a number in some languages.
var ordinal = regexp.MustCompile(`^(?:(?:st|nd|rd|th|er?|ème)\b|[ºª])`)

// figuresIn returns the digits of the numbers of a text: of what stands with
// spaces between, which may be one number, as one and each for itself.
func figuresIn(s string) []string {
	var out []string
	for _, n := range text.Numbers(s) {
		out = append(out, n.Digits())
		for part := range strings.FieldsSeq(string(n)) {
			out = append(out, text.Number(part).Digits())
		}
	}
	return out
}

// invented says which figure of a writer's prose is not in what it was shown.
func invented(prose, shown string) error {
	known := figuresIn(shown)
	for _, at := range text.NumberSpans(prose) {
		n, most := prose[at.Start:at.End], maxCount
		if ordinal.MatchString(prose[at.End:]) {
			most = maxOrdinal
		}
		strange := func(n string) bool {
			v, err := strconv.Atoi(n)
			return !slices.Contains(known, text.Number(n).Digits()) && (err != nil || v > most)
		}
		if strange(n) && slices.ContainsFunc(strings.Fields(n), strange) {
			return fmt.Errorf("the figure %s is in none of the findings, disputes or gaps", n)
		}
	}
	return nil
}

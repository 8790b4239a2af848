package ledger

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/research/draft"
	"assay/research/gather"
)

var (
	// group matches numbers of evidence in brackets: [E12], (#3, #4), [12; 14].
	group = regexp.MustCompile(`\s?(?:\[(?:(?:#|E)?\d+(?:\s*(?:,|;|and|–|-)\s*)?)+\]|\((?:(?:#|E)\d+(?:\s*(?:,|;|and|–|-)\s*)?)+\))`)
	// lone matches a number of evidence by itself: E12, #12.
	lone = regexp.MustCompile(`(^|[\s“"(])(?:#|E)(\d+)\b`)
)

// plain makes one line of a model's sentence, for those who do not see the
// evidence by numbers: numbers in brackets are left out, and one that the
// sentence cannot do without becomes the title of its source.
func plain(s string, evidence []gather.Claim) string {
	s = group.ReplaceAllString(s, "")
	s = lone.ReplaceAllStringFunc(s, func(m string) string {
		parts := lone.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[2])
		i := slices.IndexFunc(evidence, func(c gather.Claim) bool { return c.ID == n })
		if i < 0 {
			return m
		}
		return parts[1] + "“" + evidence[i].Page.Name() + "”"
	})
	return gather.Clean(strings.TrimSpace(s))
}

// prose is [plain] for what may have paragraphs.
func prose(s string) string { return draft.Prose(group.ReplaceAllString(s, "")) }

package views

import (
	"fmt"
	"slices"
)

// fates counts what became of the claims of all its reports.
func (t Topic) fates() []fate {
	var upheld, refuted, open int
	for _, c := range t.Reports {
		upheld, refuted, open = upheld+c.Upheld, refuted+c.Refuted, open+c.Open
	}
	tried := func(c RunCard) bool { return verifies(c.Method) }
	told := func(c RunCard) bool { return !verifies(c.Method) }
	if !slices.ContainsFunc(t.Reports, told) {
		return fates(upheld, refuted, 0, open, 0)
	}
	all := standings(upheld, refuted, open, 0, "")
	for i, f := range all {
		if f.Class == "u" && slices.ContainsFunc(t.Reports, tried) {
			all[i].Words = fmt.Sprintf("%d upheld or supported", f.N)
		}
	}
	return all
}

// research returns the path that asks an open question, building on the
// newest report.
func (t Topic) research(question string) string {
	if len(t.Reports) == 0 {
		return askPath(question, "")
	}
	return askPath(question, t.Reports[0].ID)
}

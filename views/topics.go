package views

// fates counts what became of the claims of all its reports.
func (t Topic) fates() []fate {
	var upheld, refuted, open int
	for _, c := range t.Reports {
		upheld, refuted, open = upheld+c.Upheld, refuted+c.Refuted, open+c.Open
	}
	return fates(upheld, refuted, 0, open, 0)
}

// research returns the path that asks an open question, building on the
// newest report.
func (t Topic) research(question string) string {
	if len(t.Reports) == 0 {
		return askPath(question, "")
	}
	return askPath(question, t.Reports[0].ID)
}

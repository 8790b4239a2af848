package tree

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/research"
)

// Two rules about time. A page is recent in the 12 months before the run: recent
// pages are read first, none is left out for its age. A finding is dated if the
// newest of its sources whose date is known is more than two years old: it is
// labelled with that year. A date without a day or month counts as the latest
// that it may be.
const (
	recentMonths = 12
	staleYears   = 2
)

// recency tells those who search and read what to prefer.
func (t *tree) recency() string {
	return fmt.Sprintf("Prefer sources of the last %d months, since %s, where age matters; say the year of older figures.", recentMonths, before(t.run.Today(), 0, recentMonths))
}

// before returns the day some years and months before another, or "".
func before(day string, years, months int) string {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return d.AddDate(-years, -months, 0).Format(time.DateOnly)
}

// older reports whether something of a date, as YYYY, YYYY-MM or YYYY-MM-DD, is
// certainly from before a day. Nothing is without a date.
func older(date, day string) bool {
	return date != "" && date < day[:min(len(day), len(date))]
}

// newerFirst returns the hits with those after the others that their engine
// dates to more than 12 months ago, and their ranks by that order. Hits without
// a date keep their place.
func newerFirst(hits []research.HitFound, today string) []research.HitFound {
	day := before(today, 0, recentMonths)
	out := slices.Clone(hits)
	slices.SortStableFunc(out, func(a, b research.HitFound) int {
		return truth(older(a.Hit.Published, day)) - truth(older(b.Hit.Published, day))
	})
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// dated returns the year of the newest of the claims' sources, if that is more
// than two years ago; else "".
func dated(claims []*research.ClaimState, today string) string {
	newest := ""
	for _, c := range claims {
		if c.Source != nil && c.Source.Read != nil {
			newest = max(newest, c.Source.Read.Published)
		}
	}
	if older(newest, before(today, staleYears, 0)) {
		return newest[:min(4, len(newest))]
	}
	return ""
}

// scholarly matches words of questions that are for the scholarly literature.
var scholarly = regexp.MustCompile(`(?i)\b(?:stud(?:y|ies)|trials?|meta-?analys[ei]s|systematic reviews?|peer[- ]review(?:ed)?|scientific|scientists?|` +
	`clinical|randomi[sz]ed|placebo|epidemiolog\w*|efficacy|genes?|genetic\w*|proteins?|pathogens?|vaccines?|theorems?|arxiv|pubmed|` +
	`academic|scholarly|literature review|journal articles?|research papers?)\b`)

// academic reports whether a question is one for scholarly search engines too,
// by its words.
func academic(question string) bool { return scholarly.MatchString(strings.ToLower(question)) }

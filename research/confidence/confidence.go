// Package confidence has the rule that says how sure a finding is, and what it
// rests on.
package confidence

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/text"
)

// Of says how sure a finding is that rests on the given upheld claims,
// the strongest first, and why it is not surer. It is a rule over three things:
// the vote margin of the strongest claim, the best source grade, and how many
// independent sources there are (sources of one registrable domain, or of
// near-same text, are one source).
//
//	high    three voters upheld it and none refuted, qualified or abstained, and
//	        either a primary source or two independent sources with a secondary
//	        one among them
//	low     a voter refuted and there is one source only; or blogs, forums and
//	        unreliable sources are all there is
//	medium  the rest; so is 2-0 where the third vote was spared: it would have
//	        changed nothing about the outcome, but it might have been against
func Of(claims []*research.ClaimState) (research.Confidence, string) {
	if len(claims) == 0 {
		return research.Low, "no claim supports it"
	}
	tally := claims[0].Tally()
	grade := BestGrade(claims)
	sources := Independent(claims)
	weak := grade != research.Primary && grade != research.Secondary
	unanimous := tally == research.Tally{Upheld: tally.Upheld} && tally.Upheld >= panel
	var why []string
	why = append(why, marginWords(tally))
	why = append(why, fmt.Sprintf("best source %s", grade))
	why = append(why, sourceWords(sources))
	reason := strings.Join(why, ", ")
	switch {
	case weak || tally.Refuted > 0 && sources == 1:
		return research.Low, reason
	case unanimous && (grade == research.Primary || sources >= 2):
		return research.High, reason
	}
	return research.Medium, reason
}

// panel is how many voters a claim has, unless the third is spared.
const panel = 3

func marginWords(t research.Tally) string {
	switch {
	case t.Refuted > 0:
		return fmt.Sprintf("the vote was split %s", t)
	case t.Qualified > 0:
		return "a voter attached a caveat"
	case t.Abstained > 0:
		return fmt.Sprintf("%d of its votes could not be cast", t.Abstained)
	case t.Votes() < panel:
		return fmt.Sprintf("two voters could not refute it and the third was not needed (%s)", t)
	}
	return fmt.Sprintf("no voter could refute it (%s)", t)
}

func sourceWords(n int) string {
	if n == 1 {
		return "one independent source"
	}
	return fmt.Sprintf("%d independent sources", n)
}

// BestGrade returns the best grade among the claims' own sources.
func BestGrade(claims []*research.ClaimState) research.SourceGrade {
	best := len(research.SourceGrades) - 1
	for _, c := range claims {
		if c.Source != nil && c.Source.Read != nil {
			if i := slices.Index(research.SourceGrades, c.Source.Read.Grade); i >= 0 {
				best = min(best, i)
			}
		}
	}
	return research.SourceGrades[best]
}

// Independent counts the independent sources behind claims: their own, and
// those pages the run has read that voters named when they upheld them. What
// only a search engine says of a page counts for nothing here.
func Independent(claims []*research.ClaimState) int {
	var sites []string
	var prints []uint64
	add := func(url string, print uint64) {
		near := slices.ContainsFunc(prints, func(p uint64) bool { return print != 0 && text.NearSame(p, print) })
		if site := text.Site(url); !near && !slices.Contains(sites, site) {
			sites = append(sites, site)
			prints = append(prints, print)
		}
	}
	for _, c := range claims {
		if c.Source != nil && c.Source.Read != nil {
			add(c.Source.Read.FinalURL, c.Source.Read.Simhash)
		}
		for _, v := range c.Votes {
			if v.Source != nil && v.Source.Read && v.Source.ID != "S" && (v.Verdict == research.UpheldVote || v.Verdict == research.QualifiedVote) {
				add(v.Source.URL, v.Source.Simhash)
			}
		}
	}
	return max(len(sites), 1)
}

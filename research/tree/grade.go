package tree

import (
	"fmt"
	"slices"

	"assay/research"
	"assay/research/confidence"
	"assay/research/draft"
)

// crossed is how many independent sources a finding needs not to be labelled
// unverified.
const crossed = 2

// independent counts the independent sources of claims. A source that says it in
// the very words of another counts for nothing beside it.
func independent(claims []*research.ClaimState) int {
	var own []*research.ClaimState
	for _, c := range claims {
		if !slices.ContainsFunc(own, func(o *research.ClaimState) bool { return quoteSame(o.Quote, c.Quote) }) {
			own = append(own, c)
		}
	}
	return confidence.Independent(own)
}

// sourceWords says how many independent sources there are.
func sourceWords(n int) string {
	if n < crossed {
		return "one source"
	}
	return fmt.Sprintf("%d independent sources", n)
}

// grade says how sure a finding is that rests on the given claims.
//
//	low     only blogs, forums and unreliable sources say so, or only opinions do,
//	        or it rests on one source that is not a primary one
//	high    two or more independent sources, a primary or secondary one among
//	        them, state it as a fact, and it is not dated
//	medium  the rest
func (t *tree) grade(claims []*research.ClaimState) draft.Grade {
	sources, best, kind := independent(claims), confidence.BestGrade(claims), kindOf(claims)
	year := dated(claims, t.run.Today())
	weak := best != research.Primary && best != research.Secondary
	g := draft.Grade{Confidence: research.Medium, Labels: labels(sources, kind, year)}
	switch {
	case weak, kind == research.OpinionClaim, sources < crossed && best != research.Primary:
		g.Confidence = research.Low
	case sources >= crossed && kind == research.FactClaim && year == "":
		g.Confidence = research.High
	}
	g.Why = fmt.Sprintf("%s, best source %s", sourceWords(sources), best)
	if kind != research.FactClaim {
		g.Why += ", " + string(kind) + " only"
	}
	if year != "" {
		g.Why += ", no source newer than " + year
	}
	return g
}

// labels are what a finding is marked with.
func labels(sources int, kind research.ClaimKind, year string) []string {
	var out []string
	if sources < crossed {
		out = append(out, "unverified: one source")
	}
	if kind != research.FactClaim {
		out = append(out, string(kind))
	}
	if year != "" {
		out = append(out, "dated "+year)
	}
	return out
}

// kindOf returns what kind of statement claims make together: a fact if one of
// them does, else an estimate if one of them does, else an opinion.
func kindOf(claims []*research.ClaimState) research.ClaimKind {
	kind := research.OpinionClaim
	for _, c := range claims {
		switch {
		case c.Sort == "", c.Sort == research.FactClaim:
			return research.FactClaim
		case c.Sort == research.EstimateClaim:
			kind = research.EstimateClaim
		}
	}
	return kind
}

// overall says how sure the report is as a whole: high if more than half of its
// findings are, low if there are none or half of them or more are low and fewer
// are high, else medium. A report with gaps is never high.
func overall(findings []research.Finding, gaps int) (research.Confidence, string) {
	high, low := 0, 0
	for _, f := range findings {
		switch f.Confidence {
		case research.High:
			high++
		case research.Low:
			low++
		}
	}
	why := fmt.Sprintf("of %s %d are of high and %d of low confidence", count(len(findings), "finding"), high, low)
	switch n := len(findings); {
	case n == 0:
		return research.Low, "nothing was established"
	case 2*low >= n && low > high:
		return research.Low, why
	case 2*high > n && gaps == 0:
		return research.High, why
	case 2*high > n:
		return research.Medium, why + ", but not every search found something"
	}
	return research.Medium, why
}

package views

import (
	"slices"

	"assay/research"
)

// quoteOf returns the quote behind c, which stands in src; src may be nil.
func quoteOf(c *research.ClaimState, src *Source) Quote {
	if src == nil {
		return Quote{Text: c.Quote, Claim: c.ID}
	}
	return Quote{Text: c.Quote, URL: src.URL, Title: src.Title, Grade: src.Grade, N: src.N, Claim: c.ID}
}

// votesOn returns the votes on c in the order of the seats.
func votesOn(c *research.ClaimState) []Vote {
	votes := []Vote{}
	for _, v := range c.Votes {
		votes = append(votes, Vote{v.Voter, v.Lens, v.Verdict, v.Evidence, v.Source, v.CounterSource, v.Caveat, v.Confidence, v.Model})
	}
	return votes
}

// voteOf returns a tally as "3-0", or "" if nobody was asked to vote.
func voteOf(t research.Tally) string {
	if t == (research.Tally{}) {
		return ""
	}
	return t.String()
}

func (v Vote) qualifies() bool { return v.Verdict == research.QualifiedVote }

// caveatsOf returns what voters who qualified c attached to it.
func caveatsOf(c *research.ClaimState) []string {
	caveats := []string{}
	for _, v := range c.Votes {
		if v.Verdict == research.QualifiedVote && v.Caveat != "" {
			caveats = append(caveats, v.Caveat)
		}
	}
	return caveats
}

// objection returns the strongest thing said against claims: the reason of the
// surest voter who would have refuted one, else the first caveat, else "".
func objection(claims []*research.ClaimState) string {
	best, said, caveat := 0, "", ""
	for _, c := range claims {
		for _, v := range c.Votes {
			if sure := max(1, v.Confidence.Rank()); v.Verdict == research.RefutedVote && sure > best {
				best, said = sure, v.Evidence
			}
		}
		if list := caveatsOf(c); caveat == "" && len(list) > 0 {
			caveat = list[0]
		}
	}
	if said != "" {
		return said
	}
	return caveat
}

// corroboration returns what confirming voters named beside the claims' own
// sources, each page once. These are the sources that
// [confidence.Of] counts besides the claims' own.
func corroboration(claims []*research.ClaimState) []research.Witness {
	out := []research.Witness{}
	for _, c := range claims {
		for _, v := range c.Votes {
			confirms := v.Verdict == research.UpheldVote || v.Verdict == research.QualifiedVote
			if w := v.Source; confirms && w != nil && w.ID != "S" &&
				!slices.ContainsFunc(out, func(o research.Witness) bool { return o.URL == w.URL }) {
				out = append(out, *w)
			}
		}
	}
	return out
}

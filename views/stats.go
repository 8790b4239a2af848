package views

import (
	"fmt"
	"math"

	"assay/research"
)

// Stats count what went into a report.
type Stats struct {
	Angles     int     `json:"angles"`
	Fetched    int     `json:"fetched"`    // pages read
	MaxFetch   int     `json:"maxFetch"`   // the most that would have been read
	Verified   int     `json:"verified"`   // claims that the voters decided on
	Unverified int     `json:"unverified"` // claims that too few votes could be cast on
	Confirmed  int     `json:"confirmed"`  // of them, upheld
	Killed     int     `json:"killed"`     // of them, refuted
	Findings   int     `json:"findings"`
	Votes      int     `json:"votes"` // cast; abstentions are none
	Abstained  int     `json:"abstained"`
	Calls      int     `json:"calls"` // of models
	TokensIn   int     `json:"tokensIn"`
	TokensOut  int     `json:"tokensOut"`
	Cost       float64 `json:"cost"`     // US dollars
	Unpriced   int     `json:"unpriced"` // calls whose price is not known; not in Cost
	Seconds    float64 `json:"seconds"`  // worked, to a tenth
}

func statsOf(s *research.State, findings int) Stats {
	st := Stats{
		Angles: len(s.Angles), MaxFetch: len(s.Pages), Findings: findings,
		Calls: s.Usage.Calls, TokensIn: s.Usage.TokensIn, TokensOut: s.Usage.TokensOut,
		Cost: s.Usage.Cost.Dollars(), Unpriced: s.Usage.Unpriced,
		Seconds: math.Round(s.Elapsed.Seconds()*10) / 10,
	}
	if s.Report != nil && s.Report.MaxPages > 0 {
		st.MaxFetch = s.Report.MaxPages
	}
	for _, p := range s.Pages {
		if p.Read != nil {
			st.Fetched++
		}
	}
	for _, c := range s.Claims {
		st.count(c)
	}
	return st
}

func (st *Stats) count(c *research.ClaimState) {
	tally := c.Tally()
	st.Votes += tally.Votes()
	st.Abstained += tally.Abstained
	if c.Judged == nil {
		return
	}
	switch c.Judged.Outcome {
	case research.Upheld:
		st.Verified++
		st.Confirmed++
	case research.Refuted:
		st.Verified++
		st.Killed++
	default:
		st.Unverified++
	}
}

// Line returns the counts as one sentence.
func (st Stats) Line() string {
	unverified := ""
	if st.Unverified > 0 {
		unverified = fmt.Sprintf(", %d unverified", st.Unverified)
	}
	return fmt.Sprintf("Searched %s · fetched %d/%s · verified %s · %d confirmed, %d killed%s (after semantic dedup: %s).",
		count(st.Angles, "angle"), st.Fetched, count(st.MaxFetch, "source"), count(st.Verified, "claim"),
		st.Confirmed, st.Killed, unverified, count(st.Findings, "finding"))
}

// count returns n with the noun in the number that goes with it: "1 page", "2 pages".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

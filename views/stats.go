package views

import (
	"fmt"
	"math"

	"assay/research"
)

// Stats count what went into a report.
type Stats struct {
	Angles     int     `json:"angles"`
	Rounds     int     `json:"rounds"`     // of work, or levels of a tree; 0 if the lines of research are of none
	Queries    int     `json:"queries"`    // that search engines answered
	Claims     int     `json:"claims"`     // taken from pages
	Fetched    int     `json:"fetched"`    // pages read
	MaxFetch   int     `json:"maxFetch"`   // the most that would have been read
	Verified   int     `json:"verified"`   // claims that were decided: by voters, or by the method's own test
	Unverified int     `json:"unverified"` // claims that were tested too little to say
	Confirmed  int     `json:"confirmed"`  // of them, upheld
	Killed     int     `json:"killed"`     // of them, refuted
	Findings   int     `json:"findings"`
	Votes      int     `json:"votes"` // cast; abstentions are none
	Abstained  int     `json:"abstained"`
	Calls      int     `json:"calls"` // of models
	TokensIn   int     `json:"tokensIn"`
	TokensOut  int     `json:"tokensOut"`
	Cost       float64 `json:"cost"`       // US dollars
	Unpriced   int     `json:"unpriced"`   // calls whose price is not known; not in Cost
	AskedTwice int     `json:"askedTwice"` // calls that were late and made a second time
	Unheard    int     `json:"unheard"`    // of them, one try cut off: what that cost is not known, and in no other count
	Seconds    float64 `json:"seconds"`    // worked, to a tenth
}

func statsOf(s *research.State, findings int) Stats {
	st := Stats{
		Angles: len(s.Angles), Claims: len(s.Claims), MaxFetch: len(s.Pages), Findings: findings,
		Calls: s.Usage.Calls, TokensIn: s.Usage.TokensIn, TokensOut: s.Usage.TokensOut,
		Cost: s.Usage.Cost.Dollars(), Unpriced: s.Usage.Unpriced,
		Seconds: math.Round(s.Elapsed.Seconds()*10) / 10,
	}
	if s.Report != nil && s.Report.MaxPages > 0 {
		st.MaxFetch = s.Report.MaxPages
	}
	for _, a := range s.Angles {
		st.Rounds = max(st.Rounds, a.Round)
	}
	for _, c := range s.Calls {
		st.countCall(c)
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

func (st *Stats) countCall(c *research.CallState) {
	if c.Kind == research.Searched {
		st.Queries++
	}
	if c.Hedge != "" {
		st.AskedTwice++
	}
	if c.Unheard() {
		st.Unheard++
	}
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

// plainLine returns the counts of a run without voters as one sentence;
// standings say what became of its claims.
func (st Stats) plainLine(nouns lineNouns, standings string) string {
	return join(" · ",
		"Followed "+nouns.count(st.Angles), "made "+quantity(st.Queries, "query", "queries"), "read "+count(st.Fetched, "source"),
		"took "+count(st.Claims, "claim"), standings, count(st.Findings, "finding")) + "."
}

// quantity returns n with one noun or the other.
func quantity(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, either(n == 1, one, many))
}

// count returns n with the noun in the number that goes with it: "1 page", "2 pages".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

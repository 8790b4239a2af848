package views

import (
	"testing"

	"assay/research"
)

// In economy mode a claim has two voters until they do not settle it: the third
// is no vote that is waited for, and none that failed.
func TestAVoteThatIsSparedHasNoSeat(t *testing.T) {
	up, down, but, none := research.UpheldVote, research.RefutedVote, research.QualifiedVote, research.Abstained
	for _, c := range []struct {
		votes   []research.Verdict
		judged  bool
		economy string // what a screen reader says of the seats
		usual   string
	}{
		{nil, false, "waiting, waiting", "waiting, waiting, waiting"},
		{[]research.Verdict{up}, false, "upheld, judging", "upheld, judging, waiting"},
		{[]research.Verdict{up, down}, false, "upheld, refuted, judging", "upheld, refuted, judging"},
		{[]research.Verdict{up, none}, false, "upheld, abstained, judging", "upheld, abstained, judging"},
		{[]research.Verdict{up, but}, true, "upheld, upheld with a caveat", ""},
		{[]research.Verdict{down, down}, true, "refuted, refuted", ""},
		{[]research.Verdict{up, down, up}, true, "upheld, refuted, upheld", "upheld, refuted, upheld"},
	} {
		claim := &research.ClaimState{}
		for i, v := range c.votes {
			claim.Votes = append(claim.Votes, research.VoteCast{Voter: i + 1, Verdict: v})
		}
		if c.judged {
			tally := (&research.ClaimState{Votes: claim.Votes}).Tally()
			claim.Judged = &research.ClaimJudged{Outcome: tally.Outcome(), Tally: tally}
		}
		s := new(research.State)
		if got := spoken(rowOf(s, claim, false).Seats); c.usual != "" && got != "Votes: "+c.usual {
			t.Errorf("%v: %s, want %s", c.votes, got, c.usual)
		}
		s.Options.Params = map[string]string{research.VotesParam: research.EconomyVotes}
		row := rowOf(s, claim, false)
		if got := spoken(row.Seats); got != "Votes: "+c.economy {
			t.Errorf("%v in economy mode: %s, want %s", c.votes, got, c.economy)
		}
		if spared(s, claim) != (c.judged && len(c.votes) == 2) {
			t.Errorf("%v: the third vote was spared: %t", c.votes, spared(s, claim))
		}
		if c.judged && len(c.votes) == 2 && row.Rest != "" && row.Rest != ", with a caveat" {
			t.Errorf("%v reads %q", c.votes, row.verdict)
		}
	}
}

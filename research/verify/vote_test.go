package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

func long(n int) string { return strings.Repeat("evidence ", n/9+1)[:n] }

// witnesses are those that a voter hears of twenty with titles and addresses of
// so many bytes.
func witnesses(t *testing.T, size int) []research.Witness {
	t.Helper()
	b := bench{claim: "evidence", seen: make(map[string]bool)}
	for i := range 20 {
		w := research.Witness{URL: fmt.Sprintf("https://%d.example/%s", i, long(size)), Title: long(size), Grade: research.Unreliable, Published: "2026-11-21", Read: i%2 == 0}
		b.hear(w, text.Cut(long(4000)), nil)
	}
	all, err := b.best(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// largest is a vote on a claim of which everything is as long as it may be.
func largest(t *testing.T) *task.VoteTask {
	t.Helper()
	return &task.VoteTask{
		Question: long(5000), Claim: gather.Clean(long(5000)), Quote: long(5000), Context: long(6000), Today: "2026-11-21",
		Source:   research.Witness{ID: "S", URL: "https://a.example/" + long(2000), Title: long(2000), Grade: research.Unreliable, Published: "2026-11-21"},
		Evidence: witnesses(t, 2000), Unheard: "yes", Lens: research.InScope,
	}
}

// An English token has about four bytes. Witnesses with short titles and
// addresses leave room for more of them, each with its own head.
func TestTheLargestVoteTakesAboutTwoThousandTokens(t *testing.T) {
	short := largest(t)
	short.Evidence = witnesses(t, 1)
	for _, v := range []*task.VoteTask{largest(t), short} {
		size := len(prompts.Task("skeptic 3", task.NameVote, v).Prompt)
		t.Logf("%d bytes with %d witnesses: %d tokens", size, len(v.Evidence), size/4)
		if size > 8200 || len(v.Evidence) < 4 {
			t.Errorf("%d bytes with %d witnesses, want at most 8,200 with four or more", size, len(v.Evidence))
		}
	}
}

// All that the votes of a claim have in common comes before what they differ
// in, and what all votes have in common before that, so that a provider that
// has answered one has most of the next.
func TestVotesOfAClaimShareAllButTheLens(t *testing.T) {
	var all []string
	for _, lens := range lenses {
		in := largest(t)
		in.Lens = lens
		all = append(all, prompts.Task("skeptic", task.NameVote, in).Prompt)
	}
	other := largest(t)
	other.Claim = "Another claim."
	if n := common(all[0], all[1], all[2]); len(all[0])-n > 400 {
		t.Errorf("votes of one claim differ from byte %d of %d on", n, len(all[0]))
	}
	if n := common(all[0], prompts.Task("skeptic", task.NameVote, other).Prompt); !strings.Contains(all[0][:n], "qualified: it is true") || !strings.Contains(all[0][:n], "Question:") {
		t.Errorf("votes of two claims differ from byte %d on: %q", n, all[0][:n])
	}
}

// common returns how many bytes texts have in common at their beginning.
func common(texts ...string) int {
	n := 0
	for n < len(texts[0]) && !slices.ContainsFunc(texts, func(s string) bool { return n >= len(s) || s[n] != texts[0][n] }) {
		n++
	}
	return n
}

// Whatever three voters would say: in economy mode what becomes of the claim is
// the same, and a vote that was spared is none.
func TestEconomyDecidesAsThreeVotesDo(t *testing.T) {
	said := []research.Verdict{research.UpheldVote, research.QualifiedVote, research.RefutedVote, research.Abstained}
	for _, one := range said {
		for _, two := range said {
			for _, three := range said {
				panel := []research.Verdict{one, two, three}
				whole, thrifty := counted(t, nil, panel), counted(t, map[string]string{research.VotesParam: research.EconomyVotes}, panel)
				if whole.Outcome() != thrifty.Outcome() {
					t.Errorf("%v: %s with three votes, %s in economy", panel, whole.Outcome(), thrifty.Outcome())
				}
				settled := one != research.Abstained && two != research.Abstained && (one == research.RefutedVote) == (two == research.RefutedVote)
				if asked := thrifty.Votes() + thrifty.Abstained; settled != (asked == 2) || !settled && thrifty != whole {
					t.Errorf("%v: %d voters were asked: %+v", panel, asked, thrifty)
				}
			}
		}
	}
}

// counted has a panel vote and returns its tally.
func counted(t *testing.T, params map[string]string, panel []research.Verdict) research.Tally {
	t.Helper()
	var votes []research.VoteCast
	m := &engine.Method{Name: "test", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		var seats []engine.Task
		for i := range panel {
			seats = append(seats, engine.Task{Role: fmt.Sprint(i), Name: task.NameVote, Prompt: "vote"})
		}
		ballots, err := cast(ctx, r, seats, func(task.Ballot) error { return nil })
		for _, b := range ballots {
			votes = append(votes, voteOf(b, task.VoteTask{}))
		}
		return new(research.Report), err
	}}
	info := research.Info{ID: "run", Options: research.Options{Params: params}}
	if _, err := (engine.Desk{Model: voters(panel)}).Do(t.Context(), m, new(engine.MemStore), info); err != nil {
		t.Fatal(err)
	}
	return (&research.ClaimState{Votes: votes}).Tally()
}

// voters is a model that votes as it is told, by the number of the seat.
type voters []research.Verdict

func (v voters) Generate(_ context.Context, req port.Request) (port.Response, error) {
	verdict := v[req.Role[0]-'0']
	if verdict == research.Abstained {
		return port.Response{}, port.Fail(port.Refused, "no answer")
	}
	text := fmt.Sprintf(`{"evidence": "e", "source": "S", "verdict": %q, "counterSource": "", "caveat": "c", "confidence": "low"}`, verdict)
	return port.Response{Text: text, Finish: port.Complete, Model: "voters"}, nil
}

package research_test

import (
	"fmt"
	"testing"
	"time"

	"assay/research"
)

// What an event costs a page that follows a run, by how long the run is already.
func BenchmarkFold(b *testing.B) {
	for _, n := range []int{200, 2000} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			events := journal(b, n)
			state := research.NewState(research.Info{ID: "run", Created: events[0].Time})
			state.Add(events...)
			next := events[len(events)-1]
			b.ReportAllocs()
			for b.Loop() {
				next.Seq++
				state.Add(next)
			}
		})
	}
}

// journal makes up n events of a run: claims and their votes.
func journal(b *testing.B, n int) (events []research.Event) {
	b.Helper()
	add := func(f research.Fact) {
		e, err := research.EventOf(f)
		if err != nil {
			b.Fatal(err)
		}
		e.Seq = int64(len(events) + 1)
		e.Time, e.Key = time.Unix(e.Seq, 0), fmt.Sprint(e.Seq)
		events = append(events, e)
	}
	for claim := 1; len(events) < n; claim++ {
		add(research.ClaimFound{ID: claim, Page: claim, Text: fmt.Sprintf("The wall was %d metres long.", claim), Quote: "The wall was long."})
		for voter := range 3 {
			add(research.VoteCast{Claim: claim, Voter: voter + 1, Verdict: research.UpheldVote, Evidence: "The page says so plainly."})
		}
	}
	return events
}

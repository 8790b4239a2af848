package verify

import (
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/task"
)

// Whatever a voter answers: it is refused, or it is the vote it says it is, by
// a source that was before the voter, and no id is left in its words.
func FuzzBallot(f *testing.F) {
	f.Add("upheld", "The quote [S] says so, and E1 agrees (E2).", "S", "E1", "", "high")
	f.Add("qualified", "E1", "E1", "", "only in E2, [E2] (E9) E", "low")
	f.Add("refuted", " ", "E3", "s", "", "")
	f.Add("abstained", "x", "S", "S", "x", "sure")
	in := task.VoteTask{
		Claim: "Tea is old.", Quote: "Tea was found in a tomb.", Source: research.Witness{ID: "S", URL: "https://a.example/", Title: "A tomb, opened"},
		Evidence: []research.Witness{{ID: "E1", URL: "https://b.example/", Title: "[E2] (S)", Text: "E1"}, {ID: "E2", URL: "https://c.example/", Title: "\xff"}},
	}
	f.Fuzz(func(t *testing.T, verdict, evidence, source, counter, caveat, confidence string) {
		b := task.Ballot{
			Verdict: research.Verdict(verdict), Evidence: evidence, Source: source, CounterSource: counter, Caveat: caveat, Confidence: research.Confidence(confidence),
		}
		if valid(b, in) != nil {
			return
		}
		v := voteOf(engine.Answer[task.Ballot]{Value: b, Model: "m"}, in)
		if v.Verdict != b.Verdict || v.Source == nil || v.Source.ID != source || counter != "" && v.CounterSource.ID != counter {
			t.Errorf("%+v became %+v", b, v)
		}
		if v.Verdict != research.QualifiedVote && v.Caveat != "" {
			t.Errorf("a vote %q has the caveat %q", v.Verdict, v.Caveat)
		}
		if strings.TrimSpace(v.Evidence) != v.Evidence {
			t.Errorf("evidence %q", v.Evidence)
		}
	})
}

package web

import (
	"net/http"
	"testing"

	"assay/research"
)

// What a run takes in economy mode is told by such runs, here or in the simulator.
func TestEconomyVotesHaveAnEstimateOfTheirOwn(t *testing.T) {
	s := newSite(t, teaWorld)
	s.get(t, "/").want(t, http.StatusOK, "under 1 min, free", "Estimated from the built-in reader, which calls nobody.")
	s.NoKey = false
	s.get(t, "/").want(t, http.StatusOK, "1–7 min, about 175,000 tokens", "With economy votes: 1–6 min, about 125,000 tokens")
	for range enoughRuns {
		s.done(t, "depth", "standard", "param.verify.votes", research.EconomyVotes)
	}
	s.get(t, "/").want(t, http.StatusOK, "1–7 min, about 175,000 tokens", "With economy votes:", "s, $0.00–0.01",
		"Estimated from the simulator, for a model that answers in 5 to 20 s; the last 3 economy runs here.")
	s.get(t, "/method").want(t, http.StatusOK, "with economy votes", "s, $0.00–0.01")
}

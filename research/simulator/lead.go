package simulator

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"

	"assay/research"
	"assay/research/task"
)

// How the simulated model leads: it triages rounds.

var (
	followUpTask = regexp.MustCompile(`(?i)\btasks?\b|\bfollow-?up`)
	verifying    = regexp.MustCompile(`(?i)\bverif`)
	noVerifying  = regexp.MustCompile(`(?i)\bno verif`)
)

// lastRound is the round after which the lead is content, if the prompt does
// not say how many there are.
const lastRound = 3

// triage groups all claims into points. It gives out tasks of every kind until
// the last round.
func (s *ModelServer) triage(prompt string, r *rand.Rand) any {
	claims := claimsOf(prompt)
	t := &task.Triage{
		Summary: "The claims agree in the main.", Points: []research.Triaged{}, Gaps: []string{}, Conflicts: s.disputes(claims),
		FollowUps: []research.FollowUp{}, Converged: true, Why: "Another round would not change the conclusions.",
	}
	for i, g := range mixed(r, claims) {
		t.Points = append(t.Points, research.Triaged{Text: g[0].text, Claims: ids(g), Impact: i%2 == 0})
	}
	round, of := roundOf(prompt)
	if round >= cmp.Or(of, lastRound) || len(claims) == 0 {
		return t
	}
	t.Converged, t.Why = false, "Some points rest on one source."
	t.Gaps = append(t.Gaps, "What has changed since the sources were written")
	t.FollowUps = s.followUps(prompt, t)
	return t
}

// followUps gives out one task of each kind that the prompt allows and that
// there is cause for, beginning with another kind every round.
func (s *ModelServer) followUps(prompt string, t *task.Triage) []research.FollowUp {
	topic := keywords(questionOf(prompt))
	round, _ := roundOf(prompt)
	job := 0
	if done := tasksOf(prompt); len(done) > 0 {
		job = done[round%len(done)].n
	}
	again := fmt.Sprintf("round %d", round)
	all := []research.FollowUp{
		{Kind: research.GapFill, Label: "What has changed, " + again, Brief: "Find what has changed since the first reports.", Query: topic + " changes since " + mark(random(s.Seed, prompt)), Task: job},
		{Kind: research.DeepDive, Label: "How it was counted, " + again, Brief: "Find how the figures were counted.", Query: topic + " method of counting " + again, Task: job},
	}
	if len(t.Conflicts) > 0 {
		side := t.Conflicts[0].Sides[0].Claims[0]
		all = append(all, research.FollowUp{Kind: research.ConflictResolution, Label: "Which count holds, " + again, Brief: "Find which of the counts is the later one.", Query: topic + " later count " + again, Task: job, Claim: side})
	}
	if p := weakest(t.Points, round); p != nil && verifying.MatchString(own(prompt)) && !noVerifying.MatchString(own(prompt)) {
		all = append(all, research.FollowUp{Kind: research.Verification, Label: "Check of one claim, " + again, Brief: "Find what other sources say.", Query: keywords(p.Text) + " " + again, Claim: p.Claims[0]})
	}
	first := max(round-1, 0) % len(all)
	all = slices.Concat(all[first:], all[:first])
	return all[:min(len(all), countIn(prompt, followUpTask).of(0, len(all)))]
}

// weakest returns a point that rests on one claim, another in every round, or nil.
func weakest(points []research.Triaged, round int) *research.Triaged {
	var weak []research.Triaged
	for _, p := range points {
		if len(p.Claims) == 1 {
			weak = append(weak, p)
		}
	}
	if len(weak) == 0 {
		return nil
	}
	return &weak[round%len(weak)]
}

package simulator

import (
	"math/rand/v2"

	"assay/research"
	"assay/research/task"
)

// How the simulated model weighs evidence and judges what is made of it.

// fault says whether fault is found with a text and, if so, draws which: a
// number from 0 to 1. It depends on the text and the judge alone, so that the
// same finding fares the same in another prompt.
func (s *ModelServer) fault(judge, text string) (which float64, found bool) {
	share := s.Doubt
	if share == 0 {
		share = 0.25
	}
	r := random(s.Seed, judge+": "+text)
	return r.Float64(), r.Float64() < share
}

// assess finds one thing open in the first round, and nothing later; without a
// round it decides by chance.
func (s *ModelServer) assess(prompt string, r *rand.Rand) any {
	claims := claimsOf(prompt)
	a := &research.Assessment{Coverage: research.Covered, Open: []string{}, Conflicts: s.disputes(claims)}
	if len(claims) > 0 {
		a.Answered = claims[0].text
	}
	round, _ := roundOf(prompt)
	switch {
	case len(claims) == 0:
		a.Coverage = research.NotCovered
		a.Open = append(a.Open, "Anything at all on "+keywords(questionOf(prompt)))
	case round == 1 || round == 0 && r.IntN(2) == 0:
		a.Coverage = research.PartlyCovered
		a.Open = append(a.Open, "What explains that "+mention(claims[len(claims)-1].text))
	}
	return a
}

// synthesize makes findings of one to three pieces of evidence, every piece in one.
func (s *ModelServer) synthesize(prompt string, r *rand.Rand) any {
	claims := claimsOf(prompt)
	v := &task.Synthesis{Findings: []task.Synthesized{}, Contradictions: s.disputes(claims), Unsupported: []string{}}
	stakes := []research.Stake{research.Ordinary, research.Critical, research.Ordinary, research.Surprising}
	for i, g := range mixed(r, claims) {
		v.Findings = append(v.Findings, task.Synthesized{
			Claim: g[0].text, Evidence: ids(g), Confidence: float64(50+r.IntN(46)) / 100, Stake: stakes[i%len(stakes)],
		})
	}
	if len(claims) > 0 {
		v.Unsupported = append(v.Unsupported, "That the same holds everywhere.")
	}
	return v
}

func (s *ModelServer) review(prompt string, r *rand.Rand) any {
	v := &task.Reviews{Reviews: []task.Review{}}
	for _, f := range findingsOf(prompt) {
		w := task.Review{Finding: f.n, Reason: "The evidence says what the finding says.", Verdict: task.Supported, Confidence: confidence(r)}
		if which, found := s.fault("reviewer", f.text); found {
			switch {
			case which < 0.5:
				w.Verdict, w.Reason = task.Overstated, "The evidence says it of one place only."
			case which < 0.75:
				w.Verdict, w.Reason = task.Unsupported, "The evidence is about something else."
			default:
				w.Verdict, w.Reason = task.Contradicted, "The evidence says the opposite."
			}
		}
		v.Reviews = append(v.Reviews, w)
	}
	return v
}

func (s *ModelServer) challenge(prompt string, r *rand.Rand) any {
	v := &task.Challenges{Rulings: []task.Challenge{}}
	for _, f := range findingsOf(prompt) {
		w := task.Challenge{Finding: f.n, Reasoning: "It stands up to every objection that the evidence allows.", Verdict: task.Survives, Confidence: confidence(r)}
		if which, found := s.fault("critic", f.text); found {
			w.Verdict, w.Reasoning = task.Downgrade, "It rests on a count that was made only once."
			if which > 0.6 {
				w.Verdict, w.Reasoning = task.Reject, "The evidence cannot bear so much weight."
			}
		}
		v.Rulings = append(v.Rulings, w)
	}
	return v
}

// check decides by the claim alone; each source says something on it.
func (s *ModelServer) check(prompt string, r *rand.Rand) any {
	sources := sourcesOf(prompt)
	c := &task.Check{Reason: "The sources say the same.", Verdict: research.CheckSupported, Quotes: []task.CheckQuote{}}
	which, found := s.fault("check", claimOf(prompt))
	switch {
	case len(sources) == 0 || found && which >= 0.8:
		c.Verdict, c.Reason = research.CheckUnchanged, "The sources say neither."
		return c
	case found && which < 0.4:
		c.Verdict, c.Nuance = research.CheckNuanced, "It holds only for the period that the sources cover."
	case found:
		c.Verdict, c.Reason = research.CheckContested, "The sources give other figures."
	}
	for _, q := range quotesInTurn(r, sources, 2) {
		c.Quotes = append(c.Quotes, task.CheckQuote{
			Source: q.n, Quote: q.text, Says: q.text, Against: c.Verdict == research.CheckContested, Quality: research.SourceGrades[r.IntN(3)],
		})
	}
	return c
}

// disputes sets the first claim against the last, one time in three.
func (s *ModelServer) disputes(claims []numbered) []research.Dispute {
	if len(claims) < 2 {
		return []research.Dispute{}
	}
	a, b := claims[0], claims[len(claims)-1]
	if random(s.Seed, a.text+b.text).IntN(3) > 0 {
		return []research.Dispute{}
	}
	return []research.Dispute{{
		About: "How to count " + keywords(a.text),
		Why:   "They may have been counted at different times.",
		Sides: []research.Side{{Says: a.text, Claims: []int{a.n}}, {Says: b.text, Claims: []int{b.n}}},
	}}
}

// mixed puts every claim into one group of one to three. A group begins with
// the next claim; the others come from the second half, as claims that follow
// one another are often from one source.
func mixed(r *rand.Rand, claims []numbered) [][]numbered {
	var all [][]numbered
	near, far := claims[:(len(claims)+1)/2], claims[(len(claims)+1)/2:]
	for len(near)+len(far) > 0 {
		if len(near) == 0 {
			near, far = far, nil
		}
		n := min(r.IntN(3), len(far))
		all = append(all, append([]numbered{near[0]}, far[:n]...))
		near, far = near[1:], far[n:]
	}
	return all
}

func ids(claims []numbered) []int {
	all := []int{}
	for _, c := range claims {
		all = append(all, c.n)
	}
	return all
}

func confidence(r *rand.Rand) research.Confidence {
	return []research.Confidence{research.High, research.High, research.Medium, research.Low}[r.IntN(4)]
}

package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
)

const (
	maxFacts    = 8 // findings of a worker
	maxCritical = 2 // of these that are given as critical

	maxUnsupported = 2 // statements that nobody but an unreliable source makes
)

// synthesize states each fact of the evidence once, in the words of the best
// claim for it, with all evidence that says so.
func synthesize(t *task.SynthesizeTask) task.Synthesis {
	topic := subtopic(t.Question, t.Subtopic)
	table := lay(topic.question, t.Evidence)
	out := task.Synthesis{Findings: []task.Synthesized{}, Contradictions: table.disputes(), Unsupported: []string{}}
	critical := 0
	var kept []group
	for _, g := range table.groups {
		switch {
		case g.isWorthless() && len(out.Unsupported) == maxUnsupported:
			continue
		case g.isWorthless():
			out.Unsupported = append(out.Unsupported, fmt.Sprintf("Only an unreliable source says this: “%s”", g.says()))
			continue
		case len(out.Findings) == maxFacts || len(out.Findings) >= 4 && g.best().Importance == research.Tangential:
			continue
		}
		stake := stakeOf(g, critical)
		if stake == research.Critical {
			critical++
		}
		kept = append(kept, g)
		out.Findings = append(out.Findings, task.Synthesized{Claim: g.says(), Evidence: g.ids(), Confidence: g.sure(), Stake: stake})
	}
	if missing := unanswered(topic.words(), kept); len(missing) > 0 {
		out.Unsupported = append(out.Unsupported, fmt.Sprintf("Nothing in the evidence speaks of %s.", list(missing)))
	}
	return out
}

// stakeOf says why a finding deserves a critic, given how many critical ones there are.
func stakeOf(g group, critical int) research.Stake {
	switch {
	case surprising.MatchString(g.best().Claim):
		return research.Surprising
	case g.central() && critical < maxCritical:
		return research.Critical
	}
	return research.Ordinary
}

// surprising matches words of claims that go against what is commonly held.
var surprising = re(`(?i)\b(myth|misconception|contrary to|surpris\w+|unexpected\w*|counter-?intuitive|popular belief|(?:commonly|widely) (?:believed|thought|held|assumed)|fallacy|debunk\w*|turned out to be (?:wrong|false))\b`)

// quantified matches words that make a statement strong.
var quantified = re(`(?i)\b(always|never|all|every|none|only|completely|entirely|impossible|proves?|proven|certain\w*|guarantees?|must|cannot)\b`)

// softened matches words by which a source says less than it would without them.
var softened = re(`(?i)\b(may|might|could|perhaps|possibly|suggests?|seems?|appears?|sometimes|often|some|partly|in part|likely|probably|in some cases|limited evidence|preliminary)\b`)

// weaker reports whether a source puts things less strongly than a claim does.
func weaker(source, claim string) bool {
	if softened.MatchString(source) && !softened.MatchString(claim) {
		return true
	}
	strong := quantified.FindString(claim)
	return strong != "" && !strings.Contains(strings.ToLower(source), strings.ToLower(strong)) && !quantified.MatchString(source)
}

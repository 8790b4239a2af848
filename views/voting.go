package views

import (
	"cmp"
	"fmt"

	"assay/research"
)

// verifies reports whether the method with the given name puts claims before
// voters. Only then do pages speak of skeptics, votes and refutations.
func verifies(method string) bool { return method == "verify" }

// voted reports whether claims of r went before voters.
func (r *Report) voted() bool { return verifies(r.Method) || r.Stats.Votes+r.Stats.Abstained > 0 }

// Counts returns what went into the report, as one sentence.
func (r *Report) Counts() string {
	if r.voted() {
		return r.Stats.Line()
	}
	return r.Stats.plainLine(nounsOf(r.Method), fateWords(standingsIn(r)))
}

// lineNouns are what a method calls its lines of research, and its rounds.
type lineNouns struct{ One, Many, Round string }

func nounsOf(method string) lineNouns {
	switch method {
	case "verify":
		return lineNouns{"angle", "angles", "round"}
	case "ledger":
		return lineNouns{"subtopic", "subtopics", "round"}
	case "tree":
		return lineNouns{"node", "nodes", "level"}
	case "team":
		return lineNouns{"task", "tasks", "round"}
	case "explore":
		return lineNouns{"branch", "branches", "round"}
	}
	return lineNouns{"line of research", "lines of research", "round"}
}

func (n lineNouns) count(lines int) string { return quantity(lines, n.One, n.Many) }

// standing says what became of a claim that no voter saw.
func (c *Claim) standing() verdict {
	if c.Outcome == Untested && c.Finding > 0 {
		return standingOf(c.Outcome, "Not judged")
	}
	return standingOf(c.Outcome, c.Word)
}

// standingOf puts an outcome in words: the method's own, where it has one.
func standingOf(o research.Outcome, word string) verdict {
	switch o {
	case research.Upheld:
		return verdict{Class: "up", Word: cmp.Or(word, "Supported")}
	case research.Refuted:
		return verdict{Class: "re", Word: cmp.Or(word, "Contradicted")}
	case research.Unverified:
		return verdict{Class: "un", Word: cmp.Or(word, "Unverified")}
	}
	return verdict{Class: "wait", Word: cmp.Or(word, "Not used")}
}

// standings counts what became of claims that no voter saw; others says what
// became of the rest.
func standings(supported, contradicted, unverified, rest int, others string) []fate {
	all := fates(supported, contradicted, 0, unverified, rest)
	words := map[string]string{"u": "supported", "r": "contradicted", "n": "unverified", "w": others}
	for i := range all {
		all[i].Words = fmt.Sprintf("%d %s", all[i].N, words[all[i].Class])
	}
	return all
}

// standingsIn counts the claims of a report without voters. Those that no
// finding rests on are not counted by what was made of them.
func standingsIn(r *Report) []fate {
	n := make(map[research.Outcome]int)
	for _, c := range r.Claims {
		switch {
		case c.Outcome == research.Refuted:
			n[research.Refuted]++
		case c.Finding == 0:
			n[""]++
		default:
			n[c.Outcome]++
		}
	}
	return standings(n[research.Upheld], n[research.Refuted], n[research.Unverified]+n[Untested], n[""], "not used")
}

// unused returns the claims that no finding rests on.
func (r *Report) unused() []*Claim {
	var out []*Claim
	for _, c := range r.Claims {
		if c.Finding == 0 && c.Outcome != research.Refuted {
			out = append(out, c)
		}
	}
	return out
}

// votersWords says who tries to refute the claims of a run.
func votersWords(s *research.State) string {
	if s.Options.Economy() {
		return "Two skeptics try to refute each claim, and a third where they do not settle it. Two refutations sink it."
	}
	return "Three skeptics try to refute each claim. Two refutations sink it."
}

// spared reports whether the third vote on c was not cast because two settled it.
func spared(s *research.State, c *research.ClaimState) bool {
	return s.Options.Economy() && c.Judged != nil && len(c.Votes) == panel-1
}

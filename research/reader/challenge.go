package reader

import (
	"fmt"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// challenge says whether the evidence for findings bears the weight that is put
// on them: not if better evidence contradicts it, and less if it is one weak
// source, or if sources as good disagree.
func challenge(t *task.ChallengeTask) task.Challenges {
	out := task.Challenges{Rulings: []task.Challenge{}}
	for _, f := range t.Findings {
		out.Rulings = append(out.Rulings, rulingOn(f))
	}
	return out
}

func rulingOn(f task.Candidate) task.Challenge {
	on, against := parties(f)
	own, other := backing(on), backing(against)
	out := task.Challenge{Finding: f.N, Verdict: task.Survives, Confidence: support(on)}
	switch {
	case len(f.Evidence) == 0:
		out.Verdict, out.Confidence, out.Reasoning = task.Reject, research.Low, "It rests on no evidence."
	case other.best > own.best && other.sum > own.sum:
		out.Verdict, out.Confidence = task.Reject, research.Low
		out.Reasoning = fmt.Sprintf("Better evidence contradicts it: %s, %s, says “%s”", sourceOf(other.from), gradeNames[other.from.Grade], text.ClipWords(clean(other.from.Quote), 200))
	case other.sum > 0 && other.sum >= 0.5*own.sum:
		out.Verdict, out.Confidence = task.Downgrade, research.Low
		out.Reasoning = fmt.Sprintf("Evidence of like weight contradicts it: %s says “%s”", sourceOf(other.from), text.ClipWords(clean(other.from.Quote), 200))
	case own.sites == 1 && !good(own.from.Grade):
		out.Verdict, out.Confidence = task.Downgrade, research.Low
		out.Reasoning = fmt.Sprintf("It rests on one source, %s, which is %s.", sourceOf(own.from), gradeNames[own.from.Grade])
	case other.sum > 0:
		out.Confidence = lower(out.Confidence)
		out.Reasoning = fmt.Sprintf("%s disagrees, but counts for less than the evidence for it.", sourceOf(other.from))
	default:
		out.Reasoning = fmt.Sprintf("Nothing in the evidence speaks against it; the best of it is %s, %s.", sourceOf(own.from), gradeNames[own.from.Grade])
	}
	return out
}

// A weighing is what evidence comes to, once per site.
type weighing struct {
	sum, best float64
	sites     int
	from      task.Material // the best of it
}

func backing(all []task.Material) (w weighing) {
	heaviest := map[string]float64{}
	for _, m := range all {
		v, site := trust(m.Grade), siteOf(m)
		if v > w.best {
			w.best, w.from = v, m
		}
		if _, ok := heaviest[site]; !ok {
			w.sites++
		}
		if v > heaviest[site] {
			w.sum += v - heaviest[site]
			heaviest[site] = v
		}
	}
	return w
}

// parties returns the evidence for a finding and what speaks against it: the other
// side of its disputes, and what it cites itself that contradicts it.
func parties(f task.Candidate) (on, against []task.Material) {
	claim := parse(f.Claim)
	for _, m := range f.Evidence {
		if cite(&claim, m).bearing == contradicts {
			against = append(against, m)
		} else {
			on = append(on, m)
		}
	}
	for _, m := range f.Against {
		if said := parse(clean(m.Quote)); !sameFact(&claim, &said) {
			against = append(against, m)
		}
	}
	return on, against
}

// lower returns the next confidence below.
func lower(c research.Confidence) research.Confidence {
	if c == research.High {
		return research.Medium
	}
	return research.Low
}

package reader

import (
	"fmt"
	"math"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// wellSourced reports whether the claim's own source is a good one.
func (h *hearing) wellSourced() bool {
	return h.task.Source.Grade == research.Primary || h.task.Source.Grade == research.Secondary
}

// enough returns the weight of support that takes a claim out of doubt: any for
// a good source, about one blog that says the same in full for a blog or forum,
// and an edited source for an unreliable one.
func (h *hearing) enough() float64 {
	switch h.task.Source.Grade {
	case research.Primary, research.Secondary:
		return math.SmallestNonzeroFloat64
	case research.Unreliable:
		return 0.75
	}
	return 0.35
}

// corroboration asks what independent sources say. A claim that none speaks
// for is refuted, unless its own source is a good one.
func (h *hearing) corroboration() task.Ballot {
	backing, against := total(h.backing), total(h.against)
	own := 0.5 * trust(h.task.Source.Grade)
	switch {
	case against > 0 && against >= backing+own:
		return h.contradicted()
	case backing >= h.enough():
		return h.supported(against)
	case against > 0 && !h.wellSourced():
		return h.contradicted()
	case against > 0:
		s := strongest(h.against)
		return task.Ballot{
			Evidence: fmt.Sprintf("%s contradicts it, but counts for less than the claim's own source.", name(s.Witness)),
			Source:   "S", Verdict: research.QualifiedVote, CounterSource: s.ID, Confidence: research.Low,
			Caveat: fmt.Sprintf("%s says otherwise: “%s”", name(s.Witness), text.ClipWords(s.sentence, 160)),
		}
	}
	return h.alone()
}

func (h *hearing) contradicted() task.Ballot {
	s := strongest(h.against)
	b := task.Ballot{
		Evidence: fmt.Sprintf("%s contradicts it; %s: “%s”", name(s.Witness), s.why, text.ClipWords(s.sentence, 200)),
		Source:   s.ID, Verdict: research.RefutedVote, CounterSource: s.ID, Confidence: research.Medium,
	}
	if len(h.against) > 1 {
		b.Confidence = research.High
		b.Evidence += fmt.Sprintf(" %s independent sources contradict it in all.", capital(spelled(len(h.against))))
	}
	return b
}

func (h *hearing) supported(against float64) task.Ballot {
	s := strongest(h.backing)
	b := task.Ballot{
		Evidence: fmt.Sprintf("%s says so too: “%s”", name(s.Witness), text.ClipWords(s.sentence, 200)),
		Source:   s.ID, Verdict: research.UpheldVote, Confidence: research.Medium,
	}
	if len(h.backing) > 1 {
		b.Evidence = fmt.Sprintf("%s independent sources say so: %s. The nearest words: “%s”", capital(spelled(len(h.backing))), names(h.backing), text.ClipWords(s.sentence, 160))
		if against == 0 {
			b.Confidence = research.High
		}
	}
	if against > 0 {
		c := strongest(h.against)
		b.CounterSource, b.Confidence = c.ID, research.Low
		b.Evidence += fmt.Sprintf(" %s says otherwise but counts for less.", name(c.Witness))
	}
	return b
}

// alone decides where no independent source speaks for or against.
func (h *hearing) alone() task.Ballot {
	src := h.task.Source
	if h.wellSourced() {
		return task.Ballot{
			Evidence: fmt.Sprintf("No independent source speaks for or against it; its own source is %s and says so in plain words.", gradeNames[src.Grade]),
			Source:   "S", Verdict: research.UpheldVote, Confidence: research.Low,
		}
	}
	return task.Ballot{
		Evidence: fmt.Sprintf("No independent support was found for what %s says; a claim in doubt counts as refuted.", name(src)),
		Source:   "S", Verdict: research.RefutedVote, Confidence: research.Low,
	}
}

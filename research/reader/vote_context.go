package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// context asks whether the source says so, means it, and is worth believing.
func (h *hearing) context() task.Ballot {
	t := h.task
	b := task.Ballot{Source: "S", Verdict: research.RefutedVote, Confidence: research.High}
	quote := parse(clean(t.Quote))
	if coverage(h.claim.terms, in(quote.has)) < 0.5 || opposed(&h.claim, &quote) {
		b.Evidence = fmt.Sprintf("The quoted words of %s do not say what the claim says.", name(t.Source))
		return b
	}
	if s, ok := h.takenBack(); ok {
		b.Evidence = fmt.Sprintf("%s itself takes it back: “%s”", name(t.Source), text.ClipWords(s, 200))
		b.CounterSource = "S"
		return b
	}
	if quote.reported {
		b.Confidence = research.Medium
		b.Evidence = fmt.Sprintf("%s only hands on what is said or believed; it does not say that it is so.", name(t.Source))
		return b
	}
	if b, ok := h.outranked(); ok {
		return b
	}
	return h.bySource()
}

// takenBack returns the sentence after the quote that denies it, if there is one.
// What stands before it is often the mistake that the quote corrects.
func (h *hearing) takenBack() (string, bool) {
	if h.task.Source.Grade == research.Forum {
		return "", false // its next sentence may be somebody else's
	}
	quote := clean(h.task.Quote)
	passed := -1 // sentences since the quote, -1 before it
	for _, s := range sentences(h.task.Context) {
		if s.End-s.Start > longestSentence {
			continue
		}
		text := clean(h.task.Context[s.Start:s.End])
		if strings.Contains(text, quote) || strings.Contains(quote, text) {
			passed = 0
			continue
		}
		if passed < 0 {
			continue
		}
		passed++
		if passed == 1 && rejects(text) {
			return text, true
		}
		said := parse(text)
		if rel := compare(&h.claim, &said, nil); rel.bearing == contradicts && rel.coverage >= 0.7 && len(said.terms) > 0 && opposed(&h.claim, &said) {
			return text, true
		}
	}
	return "", false
}

// rejects reports whether a sentence calls the one before it untrue: "That is a myth."
func rejects(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || !(unresolved[bareWord(words[0])] || len(words) > 1 && opinions[bareWord(words[1])]) {
		return false
	}
	for i, w := range words[:min(12, len(words))] {
		if w = bareWord(w); untruths[w] || fictions[w] {
			return i == 0 || bareWord(words[i-1]) != "not" && bareWord(words[i-1]) != "no"
		}
	}
	return false
}

// outranked refutes a claim that sources of a better grade than its own contradict.
func (h *hearing) outranked() (task.Ballot, bool) {
	var better []reading
	for _, r := range h.against {
		if r.Grade != "" && trust(r.Grade) > trust(h.task.Source.Grade) {
			better = append(better, r)
		}
	}
	if len(better) == 0 || total(better) <= total(h.backing) {
		return task.Ballot{}, false
	}
	s := strongest(better)
	return task.Ballot{
		Evidence: fmt.Sprintf("%s is %s, and better sources contradict it: %s says “%s”",
			name(h.task.Source), gradeNames[h.task.Source.Grade], name(s.Witness), text.ClipWords(s.sentence, 200)),
		Source: s.ID, Verdict: research.RefutedVote, CounterSource: s.ID, Confidence: research.High,
	}, true
}

// bySource decides by the kind of source where the words themselves are in order.
func (h *hearing) bySource() task.Ballot {
	src := h.task.Source
	b := task.Ballot{Source: "S", Verdict: research.UpheldVote, Confidence: research.Medium}
	backed := total(h.backing) > total(h.against) && total(h.backing) >= h.enough()
	switch {
	case src.Grade == research.Primary || src.Grade == research.Secondary:
		if src.Grade == research.Primary {
			b.Confidence = research.High
		}
		b.Evidence = fmt.Sprintf("%s, %s, says so in plain words and its context does not take it back.", name(src), gradeNames[src.Grade])
	case backed:
		s := strongest(h.backing)
		b.Evidence = fmt.Sprintf("%s is only %s, but %s says the same: “%s”", name(src), gradeNames[src.Grade], name(s.Witness), text.ClipWords(s.sentence, 160))
	case src.Grade == research.Blog || src.Grade == "":
		b.Verdict, b.Confidence = research.RefutedVote, research.Low
		b.Evidence = fmt.Sprintf("Only %s says so: %s, and no independent source was found that backs it.", gradeNames[src.Grade], name(src))
	default:
		b.Verdict = research.RefutedVote
		b.Evidence = fmt.Sprintf("Low quality only: %s is %s, and no better source backs it.", name(src), gradeNames[src.Grade])
	}
	return b
}

var gradeNames = map[research.SourceGrade]string{
	research.Primary: "a primary source", research.Secondary: "an edited source", research.Blog: "a blog",
	research.Forum: "a forum", research.Unreliable: "an unreliable source", "": "a page of unknown kind",
}

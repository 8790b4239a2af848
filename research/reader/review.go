package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// review holds findings against the quotes they cite.
func review(t *task.ReviewTask) task.Reviews {
	out := task.Reviews{Reviews: []task.Review{}}
	for _, f := range t.Findings {
		out.Reviews = append(out.Reviews, reviewOf(f))
	}
	return out
}

// A citing is what one cited quote says of a finding.
type citing struct {
	task.Material
	said statement
	has  float64 // share of the finding's terms
	relation
}

// reviewOf says whether the quotes that a finding cites say what it says: they
// have its words and its numbers, deny nothing of it, and put it as strongly.
func reviewOf(f task.Candidate) task.Review {
	claim := parse(f.Claim)
	out := task.Review{Finding: f.N, Verdict: task.Unsupported, Confidence: research.Low, Reason: "It cites no evidence."}
	var best, strongest, against citing
	for _, m := range f.Evidence {
		c := cite(&claim, m)
		switch {
		case c.bearing == contradicts && c.has >= against.has:
			against = c
		case c.bearing != contradicts && c.has > best.has:
			best = c
		}
		if c.bearing != contradicts && c.covers(&claim) && !weaker(c.Quote, f.Claim) && c.has > strongest.has {
			strongest = c
		}
	}
	switch {
	case strongest.has > 0 && against.has < strongest.has:
		out.Verdict, out.Confidence = task.Supported, support(f.Evidence)
		out.Reason = fmt.Sprintf("%s says so: “%s”", sourceOf(strongest.Material), text.ClipWords(clean(strongest.Quote), 200))
	case against.has > 0 && against.has >= best.has:
		out.Verdict = task.Contradicted
		out.Reason = fmt.Sprintf("The cited words of %s say otherwise; %s: “%s”", sourceOf(against.Material), against.why, text.ClipWords(clean(against.Quote), 200))
	case best.has > 0 && best.covers(&claim):
		out.Verdict = task.Overstated
		out.Reason = fmt.Sprintf("%s puts it less strongly: “%s”", sourceOf(best.Material), text.ClipWords(clean(best.Quote), 200))
	case best.has > 0:
		out.Reason = fmt.Sprintf("The cited words do not say this; the nearest are: “%s”", text.ClipWords(clean(best.Quote), 200))
	case len(f.Evidence) > 0:
		out.Reason = "The cited words are about something else."
	}
	return out
}

// cite reads a quote on a finding.
func cite(claim *statement, m task.Material) citing {
	said := parse(clean(m.Quote))
	return citing{m, said, coverage(claim.terms, in(said.has)), compare(claim, &said, index(termsOf(m.Title)))}
}

// covers reports whether the quote has nearly all words of a finding and every
// number.
func (c citing) covers(claim *statement) bool {
	return c.has >= agreeing && numbersFound(claim, &c.said) && !parityDiffers(claim, &c.said)
}

// support says how sure a finding is on sound evidence: by how many sites there
// are and of which kind.
func support(all []task.Material) research.Confidence {
	seen := map[string]bool{}
	sound := false
	for _, m := range all {
		seen[siteOf(m)] = true
		sound = sound || good(m.Grade)
	}
	switch {
	case sound && len(seen) > 1:
		return research.High
	case sound || len(seen) > 2:
		return research.Medium
	}
	return research.Low
}

// sourceOf names the source of material for readers.
func sourceOf(m task.Material) string {
	if strings.TrimSpace(m.Title) == "" {
		return m.URL
	}
	return "“" + text.ClipWords(m.Title, 70) + "”"
}

package simulator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// What the simulated model answers. Every answer is made of the prompt.

// An extraction quotes sentences of at least quoteWords words and at most
// quoteBytes bytes.
const (
	quoteWords = 8
	quoteBytes = 280
)

// answer returns the text of the answer.
func (s *ModelServer) answer(c call) string {
	v := s.typed(c)
	if v == nil {
		return s.generic(c)
	}
	if s.Obey && givesOrders(c.prompt) {
		obey(v, c.prompt, random(s.Seed, c.prompt))
	}
	return strings.TrimSpace(string(encode(v)))
}

// generic fills in the call's schema or, without one, says a few sentences.
func (s *ModelServer) generic(c call) string {
	r := random(s.Seed, c.prompt)
	sentences := sentencesOf(c.prompt, 3)
	if c.schema == nil {
		pick(r, &sentences, 3)
		return cmp.Or(strings.Join(sentences, " "), "OK.")
	}
	var root map[string]any
	if json.Unmarshal(c.schema, &root) != nil {
		root = nil // a schema that is no object allows anything
	}
	f := filler{r, sentences, root}
	return strings.TrimSpace(string(encode(f.fill(root, 0))))
}

func (s *ModelServer) grade(prompt string, r *rand.Rand) any {
	relevance := []research.Relevance{research.HighRelevance, research.HighRelevance, research.MediumRelevance, research.LowRelevance}
	g := &task.Grades{Grades: []task.HitGrade{}}
	for _, hit := range resultsOf(prompt) {
		g.Grades = append(g.Grades, task.HitGrade{Hit: hit.n, Relevance: relevance[r.IntN(len(relevance))]})
	}
	return g
}

var isoDate = regexp.MustCompile(`\b(?:19|20)\d\d-\d\d-\d\d\b`)

func (s *ModelServer) extract(prompt string, r *rand.Rand) any {
	sentences := quotable(sentencesOf(prompt, quoteWords))
	pick(r, &sentences, cmp.Or(s.Claims, 5))
	e := &task.Extraction{
		SourceQuality: research.SourceGrades[r.IntN(3)],
		PublishDate:   isoDate.FindString(prompt),
		Claims:        []task.Extracted{},
	}
	for _, q := range sentences {
		e.Claims = append(e.Claims, task.Extracted{Claim: q, Quote: q, Importance: importance(r)})
	}
	return e
}

// quotable drops the sentences that are too long for a quote.
func quotable(sentences []string) []string {
	return slices.DeleteFunc(sentences, func(s string) bool { return len(s) > quoteBytes })
}

// importance is that of a claim: central, one time in two.
func importance(r *rand.Rand) research.Importance {
	all := []research.Importance{research.Central, research.Central, research.Supporting, research.Tangential}
	return all[r.IntN(len(all))]
}

// vote decides by the claim alone, so that all its voters agree; each names a
// source of its own choice.
func (s *ModelServer) vote(prompt string, r *rand.Rand) any {
	source := "S"
	if _, sources := idsOf(prompt); len(sources) > 0 {
		source = sources[r.IntN(len(sources))]
	}
	b := &task.Ballot{
		Evidence:   "Source " + source + " says the same.",
		Source:     source,
		Verdict:    research.UpheldVote,
		Confidence: []research.Confidence{research.High, research.Medium, research.Low}[r.IntN(3)],
	}
	switch draw := random(s.Seed, cmp.Or(claimOf(prompt), prompt)).Float64(); {
	case draw < s.Refuted:
		b.Verdict, b.CounterSource, b.Evidence = research.RefutedVote, source, "Source "+source+" says otherwise."
	case draw < s.Refuted+s.Qualified:
		b.Verdict, b.Caveat = research.QualifiedVote, "It holds only for the period that source "+source+" covers."
	}
	return b
}

// compose uses every claim of the prompt, in findings of one to three.
func (s *ModelServer) compose(prompt string, r *rand.Rand) any {
	claims, _ := idsOf(prompt)
	c := &task.Composition{
		Summary:       "The sources answer the question: " + questionOf(prompt),
		Findings:      []task.Composed{},
		Omitted:       []research.Omission{},
		Caveats:       "The sources were written at different times.",
		OpenQuestions: []string{"What has changed since the sources were written?"},
	}
	for len(claims) > 0 {
		n := min(1+r.IntN(3), len(claims))
		f := task.Composed{Claim: claims[0].text, Evidence: fmt.Sprintf("%d of the claims say so.", n)}
		for _, claim := range claims[:n] {
			f.Claims = append(f.Claims, claim.n)
		}
		c.Findings = append(c.Findings, f)
		claims = claims[n:]
	}
	return c
}

// pick keeps n of the sentences, chosen at random, in their order.
func pick(r *rand.Rand, sentences *[]string, n int) {
	if len(*sentences) <= n {
		return
	}
	chosen := r.Perm(len(*sentences))[:n]
	slices.Sort(chosen)
	kept := make([]string, n)
	for i, c := range chosen {
		kept[i] = (*sentences)[c]
	}
	*sentences = kept
}

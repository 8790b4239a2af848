package reader

import (
	"strings"

	"assay/research"
	"assay/research/task"
)

// A candidate is a sentence of a page that may become a claim.
type candidate struct {
	quote string  // verbatim
	claim string  // cleaned
	on    float64 // share of the question's terms
}

// extract takes from a page the sentences that bear on the question and can
// stand alone, no two for the same fact.
func extract(t *task.ExtractTask) task.Extraction {
	out := task.Extraction{
		SourceQuality: gradeSource(t.Page),
		PublishDate:   publishDate(t.Page, t.Passages),
		Claims:        []task.Extracted{},
	}
	topic := about(t.Question, t.Goal)
	title := index(termsOf(t.Page.Title + " " + t.Page.URL))
	all, said := candidates(t.Passages)
	vecs, centroid := vectors(said)
	scores := make([]float64, len(all))
	for i := range all {
		all[i].on = topic.bearing(&said[i], title)
		if all[i].on == 0 || !stops(all[i].quote) || !sound(all[i].claim) {
			continue
		}
		scores[i] = 0.25*cosine(said[i].terms, vecs[i], centroid) + topic.worth(&said[i], all[i].on, t.Page.URL)
		scores[i] *= plainness(&said[i])
	}
	for _, i := range diverse(said, vecs, scores, t.Max, func(int) int { return 0 }) {
		out.Claims = append(out.Claims, task.Extracted{
			Claim: all[i].claim, Quote: all[i].quote, Importance: importance(topic.question, &said[i], all[i].on, t.Page.URL),
		})
	}
	return out
}

// plainness is what a claim's score is multiplied with: less than 1 if it hands
// on what others say, or leans on what stands before it.
func plainness(s *statement) float64 {
	out := 1.0
	if s.reported {
		out *= 0.5
	}
	if leaning.MatchString(s.text) {
		out *= 0.8
	}
	return out
}

// leaning matches words that lean on what stands before a sentence. One that
// has them may stand alone; one that has none does so better.
var leaning = re(`(?i)\b(this|these|those|also|therefore|thus|such|from there|(?:was|were|is|are) then)\b`)

// leastTopical is the share of the question's key terms that a claim must have.
const leastTopical = 0.5

// candidates returns the distinct sentences of passages. Those that cannot
// stand alone are among them: they too show what the page is about.
func candidates(passages []string) ([]candidate, []statement) {
	var all []candidate
	var said []statement
	seen, words := map[string]bool{}, memo{}
	for _, text := range passages {
		for _, s := range sentences(text) {
			quote := text[s.Start:s.End]
			if seen[quote] || len(quote) > longestSentence {
				continue
			}
			seen[quote] = true
			c := candidate{quote: quote, claim: clean(quote)}
			all = append(all, c)
			said = append(said, words.parse(c.claim))
		}
	}
	return all, said
}

// stops reports whether a sentence ends with a stop of its own.
func stops(quote string) bool {
	end := strings.TrimRight(quote, "\"'”’)]*_`0123456789[ ")
	return strings.HasSuffix(end, ".") || strings.HasSuffix(end, "!") || strings.HasSuffix(end, "。")
}

// onTopic returns the share of the question's key terms that a sentence has;
// terms that only the page's title has count in part.
func onTopic(q question, s *statement, title map[string]bool) float64 {
	return q.covered(func(t string) float64 {
		switch {
		case s.has[t]:
			return 1
		case title[t]:
			return 0.35
		}
		return 0
	})
}

// unrelatedTo reports whether a sentence itself has fewer than two of the
// question's terms, numbers and empty words left out.
func unrelatedTo(q question, s *statement) bool {
	n, all := 0, 0
	for _, t := range q.said.terms {
		if strings.HasPrefix(t, "#") || weak[t] {
			continue
		}
		all++
		if s.has[t] {
			n++
		}
	}
	return n < min(2, all)
}

// answers says how much a sentence looks like the kind of answer wanted, from 0 to 1.
func answers(q question, s *statement, home string) float64 {
	lower := " " + strings.ToLower(s.text) + " "
	has := func(words ...string) float64 {
		for _, w := range words {
			if strings.Contains(lower, w) {
				return 1
			}
		}
		return 0
	}
	switch q.form {
	case yesno:
		if stanceOn(q, s, home) != 0 {
			return 1
		}
		return 0
	case define:
		return defines(q, s)
	case why:
		return has(" because ", " due to ", " cause", " reason", " so that ", " results from ")
	case how:
		return has(" by ", " when ", " so that ", " which ", " then ", " can ")
	case when:
		for _, n := range s.numbers {
			if n.unit == "year" {
				return 1
			}
		}
		return 0
	case who:
		return has(" by ", " who ", " founded ", " invented ", " wrote ", " was ")
	case amount:
		for _, n := range s.numbers {
			if n.unit != "" && q.said.has[n.unit] {
				return 1
			}
		}
		return min(0.4, float64(len(s.numbers)))
	case compared:
		return has(" than ", " whereas ", " while ", " unlike ", " both ", " but ", " differ")
	}
	return 0.3
}

// defines says how much a sentence looks like "X is the Y" with X or Y asked for.
func defines(q question, s *statement) float64 {
	for i, t := range s.tokens {
		if i == 0 || !copulas[t.word] {
			continue
		}
		for _, next := range s.tokens[i+1 : min(i+5, len(s.tokens))] {
			if q.said.has[next.term] && next.term != "" {
				return 1
			}
		}
		if i <= 6 {
			return 0.5
		}
	}
	return 0
}

var copulas = set(`is are was were means denotes`)

// importance says how much of the answer hangs on a claim with the given share
// of the question's terms.
func importance(q question, s *statement, on float64, home string) research.Importance {
	switch {
	case on >= 0.75, q.form == yesno && stanceOn(q, s, home) != 0:
		return research.Central
	case on >= 0.6:
		return research.Supporting
	}
	return research.Tangential
}

// stanceOn returns +1 if a statement affirms what a yes-or-no question asks,
// -1 if it denies it, 0 if it does neither. To affirm takes nearly all of the
// question's terms. At home, the address of the statement's page, names that
// are part of the address go without saying.
func stanceOn(q question, s *statement, home string) int {
	around := q.namesIn(home)
	had := q.covered(func(t string) float64 {
		if s.has[t] || around[t] {
			return 1
		}
		return 0
	})
	switch rel := compare(&q.said, s, around); {
	case rel.bearing == agrees && had >= 0.8:
		return 1
	case rel.bearing == contradicts && had >= 0.6:
		return -1
	}
	return 0
}

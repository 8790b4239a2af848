package reader

import (
	"math"

	"assay/research"
	"assay/research/task"
)

// grade says how relevant each hit is to its angle: by the share of the
// question's key terms that its title and snippet have, where a term that few
// of the hits have counts more, and by names and phrases found whole.
func grade(t *task.GradeTask) task.Grades {
	q := ask(t.Question)
	texts := make([]map[string]bool, len(t.Hits))
	titles := make([]map[string]bool, len(t.Hits))
	for i, h := range t.Hits {
		texts[i] = index(termsOf(h.Title + "\n" + h.Snippet))
		titles[i] = index(termsOf(h.Title))
	}
	rarity := rarities(q, texts)
	out := task.Grades{Grades: []task.HitGrade{}}
	for i, h := range t.Hits {
		score := 0.85*share(q.said.terms, rarity, texts[i]) + 0.3*share(q.said.terms, rarity, titles[i])
		if q.named(h.Title + " " + h.Snippet) {
			score += 0.1
		}
		out.Grades = append(out.Grades, task.HitGrade{Hit: i + 1, Relevance: relevance(score)})
	}
	return out
}

func relevance(score float64) research.Relevance {
	switch {
	case score >= 0.75:
		return research.HighRelevance
	case score >= 0.4:
		return research.MediumRelevance
	}
	return research.LowRelevance
}

// rarities returns the smoothed inverse document frequency among texts of
// each of the question's terms, times what it counts there.
func rarities(q question, texts []map[string]bool) map[string]float64 {
	out := map[string]float64{}
	for _, t := range q.said.terms {
		n := 0
		for _, have := range texts {
			if have[t] {
				n++
			}
		}
		out[t] = q.heft[t] * (0.5 + math.Log(1+float64(len(texts)+1)/float64(n+1)))
	}
	return out
}

// share returns the share of the rarity of terms that have has.
func share(terms []string, rarity map[string]float64, have map[string]bool) float64 {
	var got, all float64
	for _, t := range terms {
		all += rarity[t]
		if have[t] {
			got += rarity[t]
		}
	}
	if all == 0 {
		return 0
	}
	return got / all
}

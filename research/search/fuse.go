package search

import (
	"cmp"
	"slices"

	"assay/research/port"
	"assay/research/text"
)

// rrfK is the constant of reciprocal rank fusion: Cormack, Clarke and Büttcher,
// "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
// Methods", SIGIR 2009.
const rrfK = 60

// A fused hit is one that one or more engines returned.
type fused struct {
	port.Hit
	key    string
	score  float64 // sum over the engines of 1/(rrfK+rank), ranks from 1
	engine int     // the first engine that returned it
}

// fuse merges the engines' hits, best first. Hits with the same canonical URL
// are one. Ties go to the earlier engine, then to the lesser URL.
func fuse(engines []Engine, answers []answer) []port.Hit {
	byKey := map[string]*fused{}
	var all []*fused
	for i, a := range answers {
		if a.err != nil {
			continue
		}
		for rank, h := range distinct(a.Hits) {
			key := text.Canonical(h.URL)
			f := byKey[key]
			if f == nil {
				f = &fused{Hit: h, key: key, engine: i}
				f.Engines = nil
				byKey[key] = f
				all = append(all, f)
			}
			f.merge(h, engines[i].Name)
			f.score += 1 / float64(rrfK+rank+1)
		}
	}
	slices.SortFunc(all, func(a, b *fused) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.engine, b.engine), cmp.Compare(a.key, b.key))
	})
	hits := make([]port.Hit, len(all))
	for i, f := range all {
		hits[i] = f.Hit
	}
	return hits
}

// merge adds what another engine knows of the same page.
func (f *fused) merge(h port.Hit, engine string) {
	f.Title = cmp.Or(f.Title, h.Title)
	f.Snippet = cmp.Or(f.Snippet, h.Snippet)
	f.Published = cmp.Or(f.Published, h.Published)
	f.Author = cmp.Or(f.Author, h.Author)
	f.DOI = cmp.Or(f.DOI, h.DOI)
	f.Copy = cmp.Or(f.Copy, h.Copy)
	f.Retracted = f.Retracted || h.Retracted
	f.Engines = append(f.Engines, engine)
}

// distinct returns one engine's hits without those it returned before.
func distinct(hits []port.Hit) []port.Hit {
	seen := map[string]bool{}
	var out []port.Hit
	for _, h := range hits {
		if key := text.Canonical(h.URL); !seen[key] {
			seen[key] = true
			out = append(out, h)
		}
	}
	return out
}

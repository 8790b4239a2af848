package tree

import (
	"cmp"
	"context"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
)

// deepen reads the pages that mattered most again and, at the same time, searches
// for what speaks against the key claims.
func (t *tree) deepen(ctx context.Context) error {
	key := t.weightiest()
	nodes, err := t.deepReads(ctx)
	if err != nil {
		return err
	}
	studies, at := t.studies(nodes, 0, deepSize)
	var lessons []gather.Lesson
	err = engine.Both(ctx,
		func(ctx context.Context) error { return t.oppose(ctx, key) },
		func(ctx context.Context) (err error) { lessons, err = t.g.Learn(ctx, studies); return err })
	if err != nil {
		return err
	}
	return t.taught(ctx, nodes, at, lessons)
}

// deepReads are the nodes that each read a page again, by itself and more of it,
// for what the searches did not ask. Each is a line of its own, so that its claims
// have numbers of their own.
func (t *tree) deepReads(ctx context.Context) (nodes []*node, err error) {
	for _, p := range t.important(min(max(t.shape.breadth, minDeep), maxDeep)) {
		n := &node{
			AnglePlanned: research.AnglePlanned{Parent: p.Angle, Angle: research.Angle{
				Label: "Deep read", Rationale: gather.Clean(cmp.Or(p.Name(), p.Hit.URL)),
			}},
			goal:  "What this source says on the question as a whole: figures, conditions, counter-arguments and limits that a first reading misses.",
			pages: []*gather.Page{p},
			again: true,
		}
		n.root = n
		if err := t.add(ctx, n); err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// important returns the most pages: those whose learnings weigh most in all, the
// better graded first, then the first chosen.
func (t *tree) important(most int) []*gather.Page {
	weight := make(map[*gather.Page]int)
	for _, l := range t.learned {
		weight[l.Claim.Page] += l.Importance.Rank()
	}
	pages := slices.DeleteFunc(slices.Clone(t.g.Pages), func(p *gather.Page) bool { return weight[p] == 0 })
	slices.SortStableFunc(pages, func(a, b *gather.Page) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(gradeRank(a), gradeRank(b)), cmp.Compare(a.N, b.N))
	})
	return pages[:min(len(pages), most)]
}

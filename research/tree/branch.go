package tree

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
)

// branch searches level by level. It fails if no search of the first level could
// be made. How many calls are in flight at once is the run's own matter.
func (t *tree) branch(ctx context.Context) error {
	for nodes := t.roots; len(nodes) > 0; {
		t.levels++
		if err := t.follow(ctx, nodes); err != nil {
			return err
		}
		if t.levels == t.shape.depth {
			return nil
		}
		next, err := t.grow(ctx, t.levels+1)
		if err != nil {
			return err
		}
		nodes = next
	}
	return nil
}

// follow makes the searches of some nodes and learns from what they find.
func (t *tree) follow(ctx context.Context, nodes []*node) error {
	if err := t.search(ctx, nodes); err != nil {
		return err
	}
	for _, n := range nodes {
		if err := t.choose(ctx, n); err != nil {
			return err
		}
	}
	return t.learn(ctx, nodes, followUps, pageSize)
}

// search makes the searches of some nodes side by side. Every engine that is set
// up hears every query; what they find is merged.
func (t *tree) search(ctx context.Context, nodes []*node) error {
	_, err := engine.Each(ctx, nodes, func(ctx context.Context, n *node) (struct{}, error) {
		query := port.Query{Text: n.Query, Filter: port.Filter{Academic: t.academic}}
		if n.hits, n.err = t.g.Search(ctx, n.AnglePlanned, maxHits, query); n.err == nil {
			n.hits = newerFirst(n.hits, t.run.Today())
			n.err = t.g.Note(ctx, n.hits)
		}
		return struct{}{}, n.err
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && t.levels == 1 && len(t.learned) == 0 {
		return fmt.Errorf("no search could be made: %w", gather.OneLine(err))
	}
	return nil
}

// choose decides which pages a node reads: none that its branch has read, and
// none that could not be read before.
func (t *tree) choose(ctx context.Context, n *node) error {
	if n.err != nil {
		return nil
	}
	pages, err := t.g.ChooseEach(ctx, [][]research.HitFound{n.hits}, maxPages, func(_ int, p *gather.Page) bool {
		return p.Why != nil && p.Text == "" || t.hasRead(n.root, p)
	})
	if err != nil {
		return err
	}
	switch n.pages = pages[0]; {
	case len(n.hits) == 0:
		n.err = insufficient("the search found no pages")
	case len(n.pages) == 0:
		n.err = insufficient("the search found no pages that had not been tried before on this branch")
	}
	return nil
}

// hasRead reports whether a page was read, or is about to be, for a branch.
func (t *tree) hasRead(root *node, p *gather.Page) bool {
	return slices.ContainsFunc(t.nodes, func(n *node) bool {
		return n.root == root && n.err == nil && slices.Contains(n.pages, p)
	})
}

// learn has some nodes learn from their pages, and notes what that taught. What
// one of them could not learn is a gap; the others go on.
func (t *tree) learn(ctx context.Context, nodes []*node, questions, size int) error {
	studies, at := t.studies(nodes, questions, size)
	lessons, err := t.g.Learn(ctx, studies)
	if err != nil {
		return err
	}
	return t.taught(ctx, nodes, at, lessons)
}

// studies are what nodes are to learn from their pages. Who has none is left
// out: at has the nodes of the studies.
func (t *tree) studies(nodes []*node, questions, size int) (studies []gather.Study, at []*node) {
	for _, n := range nodes {
		if n.err == nil {
			s := gather.Study{Line: n.AnglePlanned, Goal: n.goal, Prefer: t.recency(), Pages: n.pages, Max: maxLearned, FollowUps: questions, PerPage: size}
			if questions > 0 {
				s.Min = minLearned
			}
			studies, at = append(studies, s), append(at, n)
		}
	}
	return studies, at
}

// taught takes in what nodes learned: lessons are those of the nodes at.
func (t *tree) taught(ctx context.Context, nodes, at []*node, lessons []gather.Lesson) error {
	for i, l := range lessons {
		if err := t.take(ctx, at[i], l); err != nil {
			return err
		}
	}
	return t.studied(ctx, nodes)
}

// take keeps what a node learned. Follow-up questions become text of prompts
// and pages: one line each.
func (t *tree) take(ctx context.Context, n *node, l gather.Lesson) error {
	n.err, n.summary, n.taken = l.Err, gather.Clean(l.Summary), len(l.Claims)
	for _, q := range l.FollowUps {
		if q = gather.Clean(q); q != "" && len(n.followUps) < followUps {
			n.followUps = append(n.followUps, q)
		}
	}
	for _, c := range l.Claims {
		if err := t.keep(ctx, n, c); err != nil {
			return err
		}
	}
	if n.err == nil && n.taken == 0 && !n.again {
		n.err = insufficient("the pages say nothing on it that could be quoted")
	}
	return nil
}

// studied notes what nodes taught, and why some taught nothing.
func (t *tree) studied(ctx context.Context, nodes []*node) error {
	var facts []research.Fact
	for _, n := range nodes {
		facts = append(facts, research.AngleStudied{Angle: n.N, Summary: n.summary, FollowUps: n.followUps, Failed: n.why()})
	}
	return t.run.Note(ctx, facts...)
}

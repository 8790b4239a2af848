package tree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// A growth is what a branch could search for next.
type growth struct {
	root  *node
	above []*node // its nodes of the level above
	from  []*node // of each direction: the node that asks it
	in    *task.QueriesTask
	steps []step
	err   error // why they could not be planned, or nil
}

// A step is a search that grows out of an earlier one.
type step struct {
	Query string `json:"query"`
	Goal  string `json:"goal"`
	From  string `json:"from"` // the query of the earlier one
}

// grow plans the searches of a level, side by side for all branches, and returns
// its nodes in the order of branches. What was planned stands even after a retry
// that knows more, so that the searches below need not be made anew.
func (t *tree) grow(ctx context.Context, level int) ([]*node, error) {
	var all []*growth
	for _, root := range t.roots {
		if g := t.growth(root, level); len(g.above) > 0 {
			all = append(all, g)
		}
	}
	engine.Each(ctx, all, func(ctx context.Context, g *growth) (struct{}, error) {
		g.steps, g.err = engine.Keep(ctx, t.run, fmt.Sprintf("searches of level %d under %q", level, g.root.Query), func() ([]step, error) {
			planned, err := t.queries(ctx, g.in)
			return g.stepsOf(planned), err
		})
		return struct{}{}, nil
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var nodes []*node
	for _, g := range all {
		below, err := t.extend(ctx, g, level)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, below...)
	}
	return nodes, nil
}

// growth says what a branch goes on from: the goals of its searches one level up
// and the questions that they raised.
func (t *tree) growth(root *node, level int) *growth {
	g := &growth{root: root}
	var goals []string
	for _, n := range t.nodes {
		if n.root != root || n.Round != level-1 {
			continue
		}
		g.above, goals = append(g.above, n), append(goals, n.goal)
		for range n.followUps {
			g.from = append(g.from, n)
		}
	}
	n := t.shape.perBranch(level)
	g.in = &task.QueriesTask{
		Question: t.run.Question, Today: t.run.Today(), Line: root.Angle, Goal: "Previous goal: " + strings.Join(goals, " "),
		Prefer: t.recency(), Known: t.known(), Asked: slices.Clone(t.asked), Min: n, Max: n,
	}
	for _, n := range g.above {
		g.in.Directions = append(g.in.Directions, n.followUps...)
	}
	return g
}

// queries has searches planned. A planner that names none that is new is asked
// once more.
func (t *tree) queries(ctx context.Context, in *task.QueriesTask) ([]task.PlannedQuery, error) {
	ask := prompts.Task("planner", task.NameQueries, in)
	ask.Mend = true
	got, err := engine.Ask(ctx, t.run, ask, func(q task.Queries) error {
		if len(tidy(q.Queries, in.Asked)) == 0 {
			return errors.New("there is no query that was not made before")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return tidy(got.Queries, in.Asked), nil
}

// tidy returns the queries that are new, each once, in one line each.
func tidy(queries []task.PlannedQuery, asked []string) []task.PlannedQuery {
	var out []task.PlannedQuery
	for _, q := range queries {
		q.Query, q.Goal = strings.Join(strings.Fields(q.Query), " "), gather.Clean(q.Goal)
		known := func(o task.PlannedQuery) bool { return strings.EqualFold(o.Query, q.Query) }
		if q.Query != "" && !contains(asked, q.Query) && !slices.ContainsFunc(out, known) {
			out = append(out, q)
		}
	}
	return out
}

// contains reports whether texts has s, in whatever case.
func contains(texts []string, s string) bool {
	return slices.ContainsFunc(texts, func(o string) bool { return strings.EqualFold(o, s) })
}

// extend adds the nodes of a branch. Where too few searches could be planned the
// follow-up questions are searched for as they are; where the run may plan no
// more it may not read more either, and the branch ends.
func (t *tree) extend(ctx context.Context, g *growth, level int) (nodes []*node, err error) {
	if limited(g.err) {
		t.note("The branch “%s” ends at level %d: %v.", g.root.name(), level-1, g.err)
		return nil, nil
	}
	steps := slices.Clone(g.steps)
	for i, q := range g.in.Directions {
		steps = append(steps, step{q, q, g.from[i].Query})
	}
	for _, q := range steps {
		if len(nodes) == g.in.Max || contains(t.asked, q.Query) {
			continue
		}
		n := g.node(q, level)
		if err := t.add(ctx, n); err != nil {
			return nil, err
		}
		t.asked = append(t.asked, q.Query)
		nodes = append(nodes, n)
	}
	t.noteGrowth(g, level, len(nodes))
	return nodes, nil
}

// noteGrowth notes what was amiss with the searches of a branch.
func (t *tree) noteGrowth(g *growth, level, made int) {
	switch {
	case g.err != nil && made > 0:
		t.note("The searches of level %d of the branch “%s” could not be planned (%v): its follow-up questions were searched for as they are.", level, g.root.name(), g.err)
	case g.err != nil:
		t.note("The branch “%s” ends at level %d: its searches could not be planned (%v).", g.root.name(), level-1, g.err)
	case made < g.in.Max:
		t.note("The branch “%s” has %d of %d searches at level %d: the planner knew no more.", g.root.name(), made, g.in.Max, level)
	}
}

// stepsOf returns the steps of planned queries. A query grows out of the node
// whose question it follows or, if it follows none, the first one above.
func (g *growth) stepsOf(planned []task.PlannedQuery) []step {
	var out []step
	for _, q := range planned {
		from := g.above[0]
		if q.Direction >= 1 && q.Direction <= len(g.from) {
			from = g.from[q.Direction-1]
		}
		out = append(out, step{q.Query, q.Goal, from.Query})
	}
	return out
}

// node returns the node that a step leads to.
func (g *growth) node(s step, level int) *node {
	parent := g.above[max(0, slices.IndexFunc(g.above, func(n *node) bool { return n.Query == s.From }))]
	a := research.Angle{Label: s.Query, Query: s.Query, Rationale: s.Goal}
	return &node{
		AnglePlanned: research.AnglePlanned{Angle: a, Parent: parent.N, Round: level},
		root:         g.root, goal: cmp.Or(s.Goal, s.Query),
	}
}

// limited reports whether a call was not made because the run may make no more.
func limited(err error) bool {
	return errors.Is(err, engine.ErrBudget) || errors.Is(err, engine.ErrHurry)
}

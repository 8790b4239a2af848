package tree

import (
	"cmp"
	"context"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// opposing is what the search for opposing views is called.
const opposing = "Opposing views"

// oppose makes one search for what speaks against the key claims, as a node that
// is of no level.
func (t *tree) oppose(ctx context.Context, key []*learning) error {
	if len(key) == 0 {
		return nil
	}
	query, err := engine.Keep(ctx, t.run, "search for opposing views", func() (string, error) { return t.against(ctx, key) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if limited(err) {
		t.note("No search for opposing views was made: %v.", err)
		return nil
	}
	if err != nil {
		query = "evidence against: " + key[0].Text
		t.note("The search for opposing views could not be planned (%v): the leading claim's opposite was searched for in its own words.", err)
	}
	goal := "Views and evidence that speak against what was found, at their strongest, and who holds them."
	n := &node{AnglePlanned: research.AnglePlanned{Angle: research.Angle{Label: opposing, Query: query, Rationale: goal}}, goal: goal}
	n.root = n
	if err := t.add(ctx, n); err != nil {
		return err
	}
	t.asked = append(t.asked, query)
	return t.follow(ctx, []*node{n})
}

// against has a search planned for what speaks against claims.
func (t *tree) against(ctx context.Context, key []*learning) (string, error) {
	in := &task.QueriesTask{
		Question: t.run.Question, Today: t.run.Today(), Line: research.Angle{Label: opposing},
		Goal:  "Find credible opposing views on the claims below, and evidence against them.",
		Asked: slices.Clone(t.asked), Min: 1, Max: 1,
	}
	for _, l := range key {
		in.Directions = append(in.Directions, l.Text)
	}
	planned, err := t.queries(ctx, in)
	if err != nil {
		return "", err
	}
	return planned[0].Query, nil
}

// weightiest returns the claims whose opposites are searched for: central ones of
// good sources first, then those that more sources make.
func (t *tree) weightiest() []*learning {
	all := t.kept()
	slices.SortStableFunc(all, t.byWeight)
	return all[:min(len(all), keyClaims)]
}

// byWeight orders learnings by importance, by how many claims say the same and by
// grade.
func (t *tree) byWeight(a, b *learning) int {
	return cmp.Or(
		cmp.Compare(b.Importance.Rank(), a.Importance.Rank()),
		cmp.Compare(len(t.group(b)), len(t.group(a))),
		cmp.Compare(gradeRank(a.Page), gradeRank(b.Page)))
}

func gradeRank(p *gather.Page) int { return slices.Index(research.SourceGrades, p.Grade) }

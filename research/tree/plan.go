package tree

import (
	"context"
	"strings"

	"assay/research"
	"assay/research/gather"
)

// plan splits the question into sub-questions, as many as the tree is broad. A
// plan of fewer is sent back once, then followed as it is.
func (t *tree) plan(ctx context.Context) (err error) {
	if t.brief, err = gather.Brief(ctx, t.run); err != nil {
		return err
	}
	split := gather.Split{
		Into: "sub-questions", Min: t.shape.breadth, Max: t.shape.breadth, Prompts: prompts, Offer: t.run.Options.Plan,
		About: capital(t.shape.words()) + ".",
	}
	lines, notes, err := split.Lines(ctx, t.run, t.brief)
	if err != nil {
		return err
	}
	t.notes = notes
	for _, a := range lines {
		n := &node{AnglePlanned: research.AnglePlanned{Angle: a, Round: 1}, goal: gather.Clean(strings.TrimSpace(a.Label + ". " + a.Rationale))}
		n.root = n
		if err := t.add(ctx, n); err != nil {
			return err
		}
		t.roots = append(t.roots, n)
		t.asked = append(t.asked, a.Query)
	}
	return nil
}

// add gives a node its number, and notes it.
func (t *tree) add(ctx context.Context, n *node) error {
	n.N = len(t.nodes) + 1
	t.nodes = append(t.nodes, n)
	return t.run.Note(ctx, n.AnglePlanned)
}

// capital returns a sentence with its first letter in upper case.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

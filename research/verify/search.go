package verify

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/gather"
)

// search runs every angle's query side by side, has the hits graded and
// returns the pages to read, best first.
func search(ctx context.Context, g *gather.Gatherer, angles []research.AnglePlanned) ([]*gather.Page, error) {
	found, err := research.Each(ctx, angles, func(ctx context.Context, a research.AnglePlanned) ([]research.HitFound, error) {
		hits, err := g.Search(ctx, a, maxHits, gather.Texts(a.Query)...)
		if err != nil {
			return nil, err
		}
		return g.Grade(ctx, a, hits)
	})
	if err != nil {
		return nil, fmt.Errorf("no search could be made: %w", gather.OneLine(err))
	}
	return g.Choose(ctx, slices.Concat(found...), maxPages)
}

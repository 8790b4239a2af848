package verify

import (
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
)

// taking is how claims are taken from pages.
var taking = gather.Extractor{Most: maxTaken}

// search runs every angle's query side by side, has the hits graded and
// returns the pages to read, best first. Pages that are certain to be read are
// read at once.
func search(ctx context.Context, g *gather.Gatherer, angles []research.AnglePlanned) ([]*gather.Page, error) {
	ahead := &gather.Ahead{Gatherer: g, Lines: angles, PerLine: maxHits, Most: maxPages, Extractor: taking}
	found, err := engine.Each(ctx, angles, func(ctx context.Context, a research.AnglePlanned) (hits []research.HitFound, err error) {
		defer func() { ahead.Back(a.N, hits) }()
		if hits, err = g.Search(ctx, a, maxHits, gather.Texts(a.Query)...); err != nil {
			return nil, err
		}
		return g.Grade(ctx, a, hits)
	})
	if err != nil {
		return nil, fmt.Errorf("no search could be made: %w", gather.OneLine(err))
	}
	return g.Choose(ctx, slices.Concat(found...), maxPages)
}

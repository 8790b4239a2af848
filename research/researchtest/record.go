package researchtest

import (
	"context"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// Journal runs m step by step in the world of a file and returns what was run,
// its journal and, by URL, the pages it read.
func Journal(ctx context.Context, m *engine.Method, file string) (research.Info, []research.Event, map[string]port.Page, error) {
	tr, err := newTrial(ctx, file)
	if err != nil {
		return research.Info{}, nil, nil, err
	}
	desk := tr.world.Desk()
	desk.InSteps = true
	if _, err := tr.do(ctx, m, desk); err != nil {
		return research.Info{}, nil, nil, err
	}
	events, err := tr.store.Events(ctx, "run", 0)
	pages := make(map[string]port.Page)
	for _, e := range events {
		if page, err := tr.store.Page(ctx, "run", e.Label); err == nil && e.Kind == research.Fetched {
			pages[e.Label] = page
		}
	}
	return tr.world.Info(), events, pages, err
}

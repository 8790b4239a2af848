package researchtest

import (
	"context"
	"fmt"

	"assay/research"
	"assay/research/engine"
)

// offersNothingAlone checks that a run with nobody there to choose waits for
// nobody. How it ends is not looked at: a world need not know what is asked of
// it on the ways that its choices do not lead to.
func offersNothingAlone(ctx context.Context, m *engine.Method, file string) error {
	tr, err := newTrial(ctx, file)
	if err != nil {
		return err
	}
	tr.world.Options.Alone = true
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	w := &wary{MemStore: tr.store, leave: leave}
	_, err = tr.world.Desk().Do(ctx, m, w, tr.world.Info())
	if w.offered != "" {
		return fmt.Errorf("it offers %q though nobody is there", w.offered)
	}
	return err
}

// wary ends a run that offers something, as it might wait forever.
type wary struct {
	*engine.MemStore
	leave   func()
	offered string
}

func (w *wary) Append(ctx context.Context, run string, events ...research.Event) error {
	for _, e := range events {
		if e.Kind == research.Offered && w.offered == "" {
			w.offered = e.Label
			w.leave()
		}
	}
	return w.MemStore.Append(ctx, run, events...)
}

package engine

import (
	"context"
	"errors"
	"sync"
)

// InOrder is [Each] for work that may run out of budget on the way: fn is
// called for the items in their order, for at most window of them at a time, so
// that what comes first is done first.
func InOrder[T, R any](ctx context.Context, window int, items []T, fn func(context.Context, T) (R, error)) ([]R, error) {
	type job struct {
		item T
		turn <-chan struct{} // closed when the item before has begun
		next chan struct{}
	}
	room := make(chan struct{}, max(window, 1))
	turn := make(chan struct{})
	close(turn)
	jobs := make([]job, len(items))
	for i, item := range items {
		jobs[i] = job{item, turn, make(chan struct{})}
		turn = jobs[i].next
	}
	return Each(ctx, jobs, func(ctx context.Context, j job) (R, error) {
		<-j.turn
		room <- struct{}{}
		defer func() { <-room }()
		close(j.next)
		return fn(ctx, j.item)
	})
}

// Each calls fn for every item side by side and returns the results of those
// that succeeded, in item order. A failed item is left out: its call is
// already in the journal. Each fails only if every item does or ctx ends.
//
// Each sets no limit of its own: calls queue for the run's slots, so Each may
// nest.
func Each[T, R any](ctx context.Context, items []T, fn func(context.Context, T) (R, error)) ([]R, error) {
	results := make([]R, len(items))
	errs := make([]error, len(items))
	var wg sync.WaitGroup
	for i, item := range items {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[i] = recovered("a part of it", p)
				}
			}()
			results[i], errs[i] = fn(ctx, item)
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var ok []R
	for i, err := range errs {
		if err == nil {
			ok = append(ok, results[i])
		}
	}
	if len(ok) == 0 && len(items) > 0 {
		return nil, errors.Join(errs...)
	}
	return ok, nil
}

// Both does two things side by side, and returns what went wrong with either.
func Both(ctx context.Context, one, other func(context.Context) error) error {
	errs := make([]error, 2)
	_, _ = Each(ctx, []int{0, 1}, func(ctx context.Context, i int) (struct{}, error) {
		errs[i] = errors.New("it panicked") // unless it comes back
		errs[i] = []func(context.Context) error{one, other}[i](ctx)
		return struct{}{}, errs[i]
	})
	return errors.Join(errs...)
}

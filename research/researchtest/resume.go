package researchtest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// resumes checks that a run which crashes at any call and is resumed comes to
// what it would have come to, and pays for nothing twice.
func resumes(ctx context.Context, m *engine.Method, file string) error {
	whole, want, err := try(ctx, m, file)
	if err != nil {
		return err
	}
	for crash := range whole.world.Calls() {
		tr, err := newTrial(ctx, file)
		if err != nil {
			return err
		}
		limited := tr.world.limited()
		if err := tr.crash(ctx, m, crash); err != nil && !limited { // which may make fewer calls the next time
			return fmt.Errorf("crash at call %d: %w", crash, err)
		}
		got, err := tr.do(ctx, m, tr.world.Desk())
		if err != nil {
			return fmt.Errorf("resume after a crash at call %d: %w", crash, err)
		}
		if err := tr.resumed(got, whole, want); err != nil {
			return fmt.Errorf("crash at call %d: %w", crash, err)
		}
	}
	return nil
}

// resumed checks a run that crashed and was resumed against one that was not.
// One with a budget has less of it after a crash, as the call that was cut off
// counts as spent: it must end cleanly, but need not come to the same.
func (tr *trial) resumed(got *research.State, whole *trial, want *research.State) error {
	if again := tr.world.twice(); again != nil {
		return fmt.Errorf("paid again for:\n%s", strings.Join(again, "\n"))
	}
	if tr.world.limited() {
		return cleanEnd(got, cmp.Or(tr.world.Options.Budget.Tokens, math.MaxInt))
	}
	if a, b := Outline(got), Outline(want); a != b {
		return fmt.Errorf("the report differs:\n%s\nwant:\n%s", a, b)
	}
	if a, b := tr.world.Calls(), whole.world.Calls(); a != b {
		return fmt.Errorf("%d calls in all, want %d", a, b)
	}
	return nil
}

// crash runs m and ends the run at call number n instead of answering it.
func (tr *trial) crash(ctx context.Context, m *engine.Method, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := tr.world.Desk()
	c := &crashing{World: tr.world, stop: cancel}
	c.left.Store(int64(n))
	d.Model, d.Searcher, d.Fetcher, d.Parallel = c, c, c, 1
	if _, err := tr.do(ctx, m, d); err == nil {
		return fmt.Errorf("the run ended though it was interrupted")
	}
	return nil
}

// crashing ends the run instead of answering a call once none are left.
type crashing struct {
	*World
	left atomic.Int64
	stop context.CancelFunc
}

func (c *crashing) hit(ctx context.Context) bool {
	if c.left.Add(-1) >= 0 {
		return false
	}
	c.stop()
	<-ctx.Done()
	return true
}

func (c *crashing) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	if c.hit(ctx) {
		return port.Response{}, ctx.Err()
	}
	return c.World.Generate(ctx, req)
}

func (c *crashing) Search(ctx context.Context, q port.Query) (port.Results, error) {
	if c.hit(ctx) {
		return port.Results{}, ctx.Err()
	}
	return c.World.Search(ctx, q)
}

func (c *crashing) Fetch(ctx context.Context, url string) (port.Page, error) {
	if c.hit(ctx) {
		return port.Page{}, ctx.Err()
	}
	return c.World.Fetch(ctx, url)
}

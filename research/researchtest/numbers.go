package researchtest

import (
	"context"
	"errors"
	"fmt"

	"assay/research"
)

// numbersOnce checks that no number stands for two claims or two pages, and
// that no page has two numbers.
func numbersOnce(events []research.Event) (err error) {
	claims, pages, numbers := map[int]string{}, map[int]string{}, map[string]int{}
	for _, e := range events {
		page := func(n int, url string) {
			err = errors.Join(err, once(pages, n, url, "page"))
			if other, seen := numbers[url]; seen && other != n {
				err = errors.Join(err, fmt.Errorf("%s is page %d and page %d", url, other, n))
			}
			numbers[url] = n
		}
		switch f := research.FactOf(e).(type) {
		case *research.ClaimFound:
			err = errors.Join(err, once(claims, f.ID, string(e.Data), "claim"))
		case *research.PageRead:
			page(f.N, f.URL)
		case *research.PageBlocked:
			page(f.N, f.URL)
		}
	}
	return err
}

// once notes what a number stands for.
func once(names map[int]string, n int, name, what string) error {
	if old, seen := names[n]; seen && old != name {
		return fmt.Errorf("two are %s %d: %s and %s", what, n, old, name)
	}
	names[n] = name
	return nil
}

// premises checks that the claims a run starts from are those of the runs they
// are said to be from.
func (tr *trial) premises(ctx context.Context, s *research.State) (amiss, err error) {
	for _, p := range s.Premises {
		events, err := tr.store.Events(ctx, p.Run, 0)
		if err != nil {
			return nil, err
		}
		old := research.NewState(research.Info{ID: p.Run})
		old.Add(events...)
		if c := (book{old}).claim(p.Claim); c == nil || c.Text != p.Text {
			amiss = errors.Join(amiss, fmt.Errorf("premise %d is claim %d of %s, which does not say %q", p.N, p.Claim, p.Run, p.Text))
		}
	}
	return amiss, nil
}

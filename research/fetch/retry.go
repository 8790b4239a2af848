package fetch

import (
	"context"
	"errors"
	"time"

	"assay/research/retry"
)

// retry calls get until it answers with something that asking again would not
// better, at most limits.attempts times. It waits as long as the server asks
// for, and otherwise a little longer every time. A wait beyond limits.patience
// or the deadline of ctx is not begun: the last answer stands.
func (f *Fetcher) retry(ctx context.Context, get func(context.Context) (*answer, error)) (*answer, error) {
	return retry.Policy[*answer]{
		Attempts: f.limits.attempts, First: f.limits.backoff, Last: f.limits.patience, Patience: f.limits.patience,
		Again: func(a *answer, err error) bool { return errors.Is(err, errReset) || err == nil && a.busy() },
		Asked: func(a *answer, _ error) time.Duration {
			if a == nil {
				return 0
			}
			return retry.After(a.header, f.now())
		},
	}.Do(ctx, get)
}

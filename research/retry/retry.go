// Package retry makes a request again where that is worth while, and reads how
// long a server asks to wait before the next one.
package retry

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

// A Policy says how often something is tried and how long the waits between are.
type Policy[R any] struct {
	Attempts int                          // the most, the first included
	First    time.Duration                // the wait before the second attempt; it doubles for each further one
	Last     time.Duration                // the longest that it grows to
	Patience time.Duration                // the longest wait that is begun
	Again    func(R, error) bool          // reports whether another attempt may do better
	Asked    func(R, error) time.Duration // how long the other side asks to wait; 0 if it does not say
}

// Do calls try until it returns something that another attempt would not
// better, and returns what it returned last. A wait that would go beyond
// Patience or the deadline of ctx is not begun. If ctx ends while it waits, the
// error is that of ctx.
func (p Policy[R]) Do(ctx context.Context, try func(context.Context) (R, error)) (R, error) {
	var last R
	var err error
	var wait time.Duration
	n := 0
	policy := retrypolicy.NewBuilder[R]().
		WithMaxAttempts(p.Attempts).
		ReturnLastFailure().
		HandleIf(p.Again).
		AbortIf(func(r R, err error) bool {
			var ok bool
			wait, ok = p.wait(ctx, n, p.Asked(r, err))
			return !ok
		}).
		WithDelayFunc(func(failsafe.ExecutionAttempt[R]) time.Duration { return wait }).
		Build()
	_, _ = failsafe.With[R](policy).WithContext(ctx).Get(func() (R, error) {
		n++
		last, err = try(ctx)
		return last, err
	})
	if ctx.Err() != nil && p.Again(last, err) { // it ended during a wait; what came home in time counts
		return last, ctx.Err()
	}
	return last, err
}

// wait returns how long to wait after the nth attempt, of which asked is asked
// for, and whether that wait may be begun. Those who were told the same time do
// not all return at once.
func (p Policy[R]) wait(ctx context.Context, n int, asked time.Duration) (wait time.Duration, ok bool) {
	wait = min(p.First<<(n-1), p.Last)
	spread := wait / 4
	if asked > 0 {
		wait, spread = asked, min(asked/10, 5*time.Second)+100*time.Millisecond
	}
	if wait > p.Patience {
		return 0, false
	}
	wait += rand.N(spread + 1)
	deadline, bounded := ctx.Deadline()
	return wait, ctx.Err() == nil && (!bounded || wait <= time.Until(deadline))
}

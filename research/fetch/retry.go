package fetch

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// retry calls get until it answers with something that asking again would not
// better, at most limits.attempts times. It waits as long as the server asks
// for (RFC 9110, section 10.2.3), and otherwise a little longer every time. A
// wait beyond limits.patience or the deadline of ctx is not begun: the last
// answer stands.
func (f *Fetcher) retry(ctx context.Context, get func(context.Context) (*answer, error)) (*answer, error) {
	for attempt := 1; ; attempt++ {
		a, err := get(ctx)
		again := errors.Is(err, errReset) || err == nil && a.busy()
		if !again || attempt == f.limits.attempts {
			return a, err
		}
		wait := f.limits.backoff << (attempt - 1)
		wait += rand.N(wait/2 + 1)
		if a != nil {
			wait = max(wait, retryAfter(a.header, f.now()))
		}
		if deadline, ok := ctx.Deadline(); wait > f.limits.patience || ok && time.Until(deadline) < wait {
			return a, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// retryAfter returns how long the server asks to wait from now, 0 if it does
// not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if s, err := strconv.Atoi(v); err == nil {
		return time.Duration(min(max(s, 0), 1<<30)) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(t.Sub(now), 0)
	}
	return 0
}

package llm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/sashabaranov/go-openai"

	"assay/research/port"
)

const (
	attempts = 3
	// Figures of OpenAI's own clients (openai-go): waits double from half a
	// second to eight, and a server that asks for more than two minutes is not
	// waited for.
	firstWait = 500 * time.Millisecond
	lastWait  = 8 * time.Second
	maxWait   = 120 * time.Second
)

// persist makes a request until it is answered, at most three times, and a spare
// one once: the call that it is to outrun is tried again already. It returns what
// all attempts cost, as far as it is known, also beside an error.
func (c *Client) persist(ctx context.Context, turn port.Turn, chat openai.ChatCompletionRequest) (answer, port.Usage, error) {
	var spent port.Usage
	for n := 1; ; n++ {
		a, usage, err := c.attempt(ctx, turn, chat)
		spent = spent.Add(usage)
		if err == nil || errors.Is(err, context.Canceled) {
			return a, spent, err
		}
		f := classify(err)
		if !f.retry || n == attempts || turn.Spare {
			return a, spent, f
		}
		if err := pause(ctx, f, n); err != nil {
			return a, spent, err
		}
	}
}

// attempt makes a request once, when the limiter lets it. The time allowed
// runs from then on, not while the call is queued.
func (c *Client) attempt(ctx context.Context, turn port.Turn, chat openai.ChatCompletionRequest) (answer, port.Usage, error) {
	p, err := c.limiter.acquire(ctx, turn, weight(chat))
	if err != nil {
		return answer{}, port.Usage{}, err
	}
	bounded, cancel := context.WithTimeoutCause(ctx, c.timeout, errTimeout)
	defer cancel()
	r, err := c.exchange(bounded, chat)
	c.limiter.release(p, err)
	usage := c.usageOf(chat, r)
	switch {
	case err == nil:
		a, err := r.judge()
		return a, usage, err
	case ctx.Err() != nil: // the caller's doing, however it shows in err
		err = ctx.Err()
	case context.Cause(bounded) == errTimeout:
		err = errTimeout
	}
	return answer{model: r.model}, usage, err
}

// pause waits until attempt n+1 may be made. If the server wants more patience
// than is sensible, or than ctx has, it returns the failure at once.
func pause(ctx context.Context, f *fault, n int) error {
	wait := min(firstWait<<(n-1), lastWait)
	wait -= rand.N(wait / 4)
	if f.after > 0 {
		wait = f.after + rand.N(f.after/10+100*time.Millisecond) // callers told the same time should not return at once
	}
	deadline, bounded := ctx.Deadline()
	if f.after > maxWait || bounded && time.Until(deadline) < wait {
		reason := f.reason
		if f.after > 0 {
			reason += "; try again in " + spell(f.after)
		}
		return &fault{class: f.class, reason: reason, cause: f.cause}
	}
	timer := time.NewTimer(min(wait, maxWait))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// spell says a time in words, rounded up.
func spell(d time.Duration) string {
	n, unit := (d+time.Second-1)/time.Second, "second"
	switch {
	case d > 48*time.Hour:
		n, unit = (d+24*time.Hour-1)/(24*time.Hour), "day"
	case d > 2*time.Hour:
		n, unit = (d+time.Hour-1)/time.Hour, "hour"
	case d > 2*time.Minute:
		n, unit = (d+time.Minute-1)/time.Minute, "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// Gemini says in the body how long to wait: "retryDelay": "47s".
var retryDelay = regexp.MustCompile(`"retryDelay"\s*:\s*"([0-9.]+)s"`)

// retryAfter returns how long the server asks to wait before the next attempt,
// or 0 if it does not say, or says nonsense. The order is openai-go's.
func retryAfter(h http.Header, body []byte, now time.Time) time.Duration {
	if d := duration(h.Get("Retry-After-Ms"), time.Millisecond); d > 0 {
		return d
	}
	after := h.Get("Retry-After")
	if d := duration(after, time.Second); d > 0 {
		return d
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(0, at.Sub(now))
	}
	if m := retryDelay.FindSubmatch(body); m != nil {
		return duration(string(m[1]), time.Second)
	}
	return 0
}

// duration reads a number of units. Not-numbers, negative numbers and those
// beyond a year are 0.
func duration(s string, unit time.Duration) time.Duration {
	n, err := strconv.ParseFloat(s, 64)
	if d := n * float64(unit); err == nil && d > 0 && d < float64(365*24*time.Hour) {
		return time.Duration(d)
	}
	return 0
}

// failure returns err as callers know it.
func (c *Client) failure(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	f := classify(err)
	return port.Fail(f.class, "%s", c.hide(f.reason))
}

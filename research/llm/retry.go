package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/sashabaranov/go-openai"

	"assay/research/port"
	"assay/research/retry"
)

// maxWait is how long a server that asks for a pause is waited for.
const maxWait = 120 * time.Second

// retries are how requests are made again: the figures are those of OpenAI's
// own clients (openai-go), whose waits double from half a second to eight.
var retries = retry.Policy[answer]{
	Attempts: 3, First: 500 * time.Millisecond, Last: 8 * time.Second, Patience: maxWait,
	Again: func(_ answer, err error) bool {
		return err != nil && !errors.Is(err, context.Canceled) && classify(err).retry
	},
	Asked: func(_ answer, err error) time.Duration { return classify(err).after },
}

// persist makes a request until it is answered, at most three times, and a spare
// one once: the call that it is to outrun is tried again already. It returns what
// all attempts cost, as far as it is known, also beside an error.
func (c *Client) persist(ctx context.Context, turn port.Turn, chat openai.ChatCompletionRequest) (answer, port.Usage, error) {
	var spent port.Usage
	p := retries
	if turn.Spare {
		p.Attempts = 1
	}
	a, err := p.Do(ctx, func(ctx context.Context) (answer, error) {
		a, usage, err := c.attempt(ctx, turn, chat)
		spent = spent.Add(usage)
		return a, err
	})
	if err == nil || errors.Is(err, context.Canceled) {
		return a, spent, err
	}
	return a, spent, classify(err).told()
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

// told returns the fault with the time from which another request may be made,
// if the server said it.
func (f *fault) told() *fault {
	told := *f
	switch {
	case f.after >= retry.Far:
		told.reason += "; try again later"
	case f.after > 0:
		told.reason += "; try again in " + spell(f.after)
	}
	return &told
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
// or 0 if it does not say, or says nonsense.
func retryAfter(h http.Header, body []byte, now time.Time) time.Duration {
	if d := retry.After(h, now); d > 0 {
		return d
	}
	if m := retryDelay.FindSubmatch(body); m != nil {
		return retry.Seconds(string(m[1]))
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

package llm

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/sashabaranov/go-openai"
	"golang.org/x/time/rate"

	"assay/research/port"
)

// A limiter decides when a call may be made. It bounds the calls under way,
// adapting as TCP does (additive increase, multiplicative decrease): a refusal
// for load halves the bound, a run of successes raises it by one.
// It also bounds requests and tokens per minute, and holds everyone back while
// the provider asks for a pause. Who is served next is the queue's to say; only
// one caller at a time waits for the rates and the pause, so that even then one
// run's calls do not all stand before another's.
type limiter struct {
	fixed Limits

	mu               sync.Mutex
	bound            int // on busy, now
	busy             int
	passing          bool // one of the busy waits for the rates
	successes        int  // since bound last changed
	cuts             int  // how often bound was halved
	queue            queue
	until            time.Time // no call before
	requests, tokens *rate.Limiter
}

// patience is how many successes beyond one for each call under way raise the
// bound: enough that trying for more costs a tight provider's users few refusals.
const patience = 10

// A permit is for one attempt.
type permit struct{ cuts int }

func newLimiter(fixed Limits) *limiter {
	return &limiter{
		fixed:    fixed,
		bound:    fixed.Parallel,
		requests: perMinute(fixed.Requests),
		tokens:   perMinute(fixed.Tokens),
	}
}

func perMinute(n int) *rate.Limiter {
	if n <= 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(float64(n)/60), n)
}

// errBusy is the failure of a spare call that would have to wait.
var errBusy = &fault{class: port.Unavailable, reason: "the model has no room to spare"}

// acquire waits until a call of that many tokens may be made. Each permit must be released.
func (l *limiter) acquire(ctx context.Context, turn port.Turn, tokens int) (permit, error) {
	if turn.Spare && !l.free(tokens) {
		return permit{}, errBusy
	}
	if err := l.enter(ctx, turn); err != nil {
		return permit{}, err
	}
	err := l.wait(ctx, tokens)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.passing = false
	if err != nil {
		l.busy--
	}
	l.admit()
	return permit{l.cuts}, err
}

// free reports whether a call of that many tokens would not have to wait.
func (l *limiter) free(tokens int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.busy < l.bound && !l.passing && len(l.queue.lines) == 0 && time.Until(l.until) <= 0 &&
		has(l.requests, 1) && has(l.tokens, tokens)
}

// has reports whether n can be had at once.
func has(r *rate.Limiter, n int) bool {
	return r.Limit() == rate.Inf || r.Tokens() >= float64(min(n, r.Burst()))
}

// enter waits for a place among the calls under way.
func (l *limiter) enter(ctx context.Context, turn port.Turn) error {
	l.mu.Lock()
	w := l.queue.add(turn)
	l.admit()
	l.mu.Unlock()
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.queue.remove(turn.Run, w) { // admitted meanwhile
		l.busy, l.passing = l.busy-1, false
		l.admit()
	}
	return ctx.Err()
}

// admit lets in the next of the queue. l.mu is held.
func (l *limiter) admit() {
	if l.busy < l.bound && !l.passing && len(l.queue.lines) > 0 {
		close(l.queue.next().turn)
		l.busy, l.passing = l.busy+1, true
	}
}

func (l *limiter) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy--
	l.admit()
}

// wait waits out a pause and the rates per minute.
func (l *limiter) wait(ctx context.Context, tokens int) error {
	for pause := l.pause(); pause > 0; pause = l.pause() {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	requests, budget := l.rates()
	err := requests.Wait(ctx)
	if err == nil && budget.Limit() != rate.Inf {
		err = budget.WaitN(ctx, min(tokens, budget.Burst()))
	}
	if err != nil && ctx.Err() == nil { // rate sees that ctx will end first
		return &fault{class: port.Unavailable, reason: "the provider's rate limit leaves no room for this call in its time", cause: err}
	}
	return err
}

func (l *limiter) pause() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until)
}

func (l *limiter) rates() (requests, tokens *rate.Limiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.requests, l.tokens
}

// release gives the permit back and learns from the attempt's outcome.
func (l *limiter) release(p permit, err error) {
	defer l.leave()
	l.mu.Lock()
	defer l.mu.Unlock()
	var s *statusError
	switch {
	case err == nil:
		if l.successes++; l.successes >= l.bound+patience && l.bound < l.fixed.Parallel {
			l.bound, l.successes = l.bound+1, 0
		}
	case errors.As(err, &s) && overloaded(s.status):
		if after := retryAfter(s.header, s.body, time.Now()); after <= maxWait && time.Now().Add(after).After(l.until) {
			l.until = time.Now().Add(after)
		}
		if p.cuts == l.cuts { // one cut for a burst that was refused together
			l.bound, l.successes, l.cuts = max(1, l.bound/2), 0, l.cuts+1
		}
	}
}

func overloaded(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == 529
}

// learn takes the provider's limits from the headers of a response, unless
// they were configured. Where it counts less as remaining than we do (others
// use the key too), its count holds. Some providers mean requests per day: read
// as per minute that bounds nothing, and their 429 does the rest.
func (l *limiter) learn(h http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fixed.Requests == 0 {
		l.requests = follow(l.requests, h, "Requests")
	}
	if l.fixed.Tokens == 0 {
		l.tokens = follow(l.tokens, h, "Tokens")
	}
}

func follow(r *rate.Limiter, h http.Header, what string) *rate.Limiter {
	limit, err := strconv.Atoi(h.Get("X-Ratelimit-Limit-" + what))
	if err != nil || limit <= 0 {
		return r
	}
	if r.Burst() != limit {
		r = perMinute(limit)
	}
	left, err := strconv.Atoi(h.Get("X-Ratelimit-Remaining-" + what))
	if over := int(r.Tokens()) - left; err == nil && left >= 0 && over > 0 {
		r.AllowN(time.Now(), over)
	}
	return r
}

// weight is what a request counts for against tokens per minute: the larger of
// the answer's bound and a quarter of the prompt's bytes, as OpenAI counts it.
func weight(chat openai.ChatCompletionRequest) int {
	//lint:ignore SA1019 it is what most servers are sent
	return max(chat.MaxTokens, chat.MaxCompletionTokens, len(chat.Messages[0].Content)/4)
}

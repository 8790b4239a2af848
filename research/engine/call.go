package engine

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/research"
	"assay/research/port"
)

// pending is how long one call may take unless the budget says otherwise.
const pending = 120 * time.Second

// A call is one journaled call, perhaps still in flight.
type call struct {
	done chan struct{}
	data json.RawMessage
	err  error
}

// settled returns a call of an earlier attempt.
func settled(data json.RawMessage, err error) *call {
	c := &call{done: make(chan struct{}), data: data, err: err}
	close(c.done)
	return c
}

// An errand is a call to be made unless the journal holds its result.
type errand struct {
	kind   research.Kind // of its event once it succeeds
	label  string
	key    string
	asked  string // the prompt, of a model call
	task   string // its name, of a model call
	worst  port.Usage
	writer bool // may use the share of the budget that is kept for the report
	do     func(context.Context) (result, error)
	again  func(context.Context) (result, error) // of a model call: a second try while the first is late
	use    func(json.RawMessage) error           // of a model call: what makes the answer useless, or nil
}

// A result is what an errand brings home.
type result struct {
	value any // becomes the event's Data
	usage port.Usage
	page  *port.Page
}

// once returns the journaled result of an errand, running it first if no
// attempt at this run has. Concurrent callers with one key share one call.
func (r *Run) once(ctx context.Context, e errand) (json.RawMessage, error) {
	r.mu.Lock()
	c, ok := r.calls[e.key]
	if !ok {
		c = &call{done: make(chan struct{})}
		r.calls[e.key] = c
		// The call has a goroutine of its own, because it outlives a caller
		// who stops waiting: what was sent is paid for, and recorded.
		r.flight.Go(func() {
			defer close(c.done)
			defer func() {
				if p := recover(); p != nil {
					c.err = recovered(e.label, p)
				}
			}()
			c.data, c.err = r.attempt(ctx, e)
		})
	}
	r.mu.Unlock()
	select {
	case <-c.done:
		return c.data, c.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// attempt makes a call and journals its outcome.
func (r *Run) attempt(ctx context.Context, e errand) (json.RawMessage, error) {
	slots := r.slots[e.kind]
	if !slots.take(ctx.Done(), ranks[e.task]) {
		return nil, r.forget(e, context.Cause(ctx))
	}
	defer slots.leave()
	grant, err := r.purse.reserve(ctx, e)
	if err != nil {
		return nil, r.forget(e, err)
	}
	var o outcome
	defer func() { r.purse.account(e, o.cost(e.worst)) }()
	if err := r.start(ctx, e); err != nil {
		return nil, err
	}
	if o = r.run(ctx, e, grant); o.err != nil {
		return nil, r.failed(ctx, e, grant, o)
	}
	data, err := json.Marshal(o.res.value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.label, err)
	}
	err = r.append(ctx, research.Event{Kind: e.kind, Key: r.answerKey(e.key), Label: e.label, Data: data, Usage: o.res.usage, Page: o.res.page})
	if e.use != nil && err == nil {
		r.strike(e.use(data)) // while the next call still waits for this one's place
	}
	return data, err
}

// answerKey returns the key to journal an answer under: the call's own, or, if
// an earlier answer turned out to be of no use and the user had it asked for
// again, the call's with the number of the retry.
func (r *Run) answerKey(call string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[call] {
		return fmt.Sprintf("%s#%d", call, r.retries)
	}
	return call
}

// start journals that a call begins.
func (r *Run) start(ctx context.Context, e errand) error {
	c := research.StartedCall{Call: e.key, Worst: e.worst}
	if e.asked != "" {
		c.Prompt = fmt.Sprintf("%.16x", sha256.Sum256([]byte(e.asked)))
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("start/%d/%s", r.attempts, e.key)
	return r.append(ctx, research.Event{Kind: research.Started, Key: key, Label: e.label, Data: data})
}

// failed journals a failed call and returns its failure. A call that was
// interrupted has not failed: the next attempt makes it again.
func (r *Run) failed(ctx context.Context, e errand, g grant, o outcome) error {
	if r.cut.Err() != nil && o.cut != nil {
		return r.forget(e, context.Cause(r.cut))
	}
	f := o.failure()
	data, err := json.Marshal(research.FailedCall{Failure: *f, Call: e.key, Stack: stackOf(o.err)})
	if err != nil {
		return err
	}
	key := fmt.Sprintf("failed/%d/%s", r.retries, e.key)
	if err := r.append(ctx, research.Event{Kind: research.Failed, Key: key, Label: e.label, Data: data, Usage: o.res.usage}); err != nil {
		return err
	}
	if e.use != nil {
		r.strike(f)
	}
	if g.runOut && errors.Is(o.cut, context.DeadlineExceeded) {
		return r.purse.refuse(outOfTime, ErrBudget)
	}
	return f
}

// reject journals that the answers to calls are of no use, so that a retry asks
// for them again.
func (r *Run) reject(ctx context.Context, role string, f *port.Failure, calls []string) error {
	for _, call := range calls {
		data, err := json.Marshal(research.FailedCall{Failure: *f, Call: call})
		if err != nil {
			return err
		}
		key := fmt.Sprintf("rejected/%d/%s", r.retries, call)
		if err := r.append(ctx, research.Event{Kind: research.Failed, Key: key, Label: role, Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// forget drops an errand that was not run, so that it may be run later.
func (r *Run) forget(e errand, err error) error {
	r.mu.Lock()
	delete(r.calls, e.key)
	r.mu.Unlock()
	return err
}

// Search finds pages for a query, best first, within the run's filter.
func (r *Run) Search(ctx context.Context, q port.Query) (port.Results, error) {
	q.Filter = r.Options.Search.With(q.Filter)
	id, _ := json.Marshal(q)
	return fetch[port.Results](ctx, r, errand{
		kind: research.Searched, label: q.Text, key: digest("search", string(id)),
		do: func(ctx context.Context) (result, error) {
			res, err := r.desk.Searcher.Search(ctx, q)
			return result{value: res}, err
		},
	})
}

// Read fetches a page. Its text is kept, so that a replay reads the same.
func (r *Run) Read(ctx context.Context, url string) (port.Page, error) {
	page, err := fetch[port.Page](ctx, r, errand{
		kind: research.Fetched, label: url, key: digest("read", url),
		do: func(ctx context.Context) (result, error) {
			page, err := r.desk.Fetcher.Fetch(ctx, url)
			page.URL = url
			return result{value: page, page: &page}, err
		},
	})
	if err != nil {
		return port.Page{}, err
	}
	return r.journal.Page(ctx, r.ID, page.URL)
}

// Reread takes a page as another run read it. Its text is kept with this run too.
func (r *Run) Reread(ctx context.Context, run, url string) (port.Page, error) {
	_, err := fetch[port.Page](ctx, r, errand{
		kind: research.Fetched, label: url, key: digest("reread", run, url),
		do: func(ctx context.Context) (result, error) {
			page, err := r.journal.Page(ctx, run, url)
			return result{value: page, page: &page}, err
		},
	})
	if err != nil {
		return port.Page{}, err
	}
	return r.journal.Page(ctx, r.ID, url)
}

// fetch runs an errand and decodes its result.
func fetch[T any](ctx context.Context, r *Run, e errand) (v T, err error) {
	data, err := r.once(ctx, e)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(data, &v)
}

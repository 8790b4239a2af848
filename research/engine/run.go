package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"assay/research"
	"assay/research/port"
)

// A Desk is what a run works with.
type Desk struct {
	Model    port.Model
	Searcher port.Searcher
	Fetcher  port.Fetcher
	Past     func(ctx context.Context, question string) ([]research.PastReport, error) // reports on the same topic; nil means none
	Worst    func(port.Request) port.Usage                                             // the most that a request may cost; nil means [worstCase]
	Parallel int                                                                       // model calls in flight per run, and as many searches and as many page reads; 0 means 8
	place    *place                                                                    // among the runs at work, or nil
	pace     *pace                                                                     // of model calls; nil means one of the run's own
	Grace    time.Duration                                                             // how long calls in flight may take to come home when the run is stopped; 0 means 30 s
	Version  string                                                                    // of the program, for the journal
	InSteps  bool                                                                      // nothing is begun before its time; the answer is the same
}

// A Run is one question being researched. Methods reach the world only
// through it. Its methods may be called concurrently, except Enter.
type Run struct {
	research.Info

	desk    Desk
	journal research.Journal
	purse   *purse
	slots   map[research.Kind]*slots // of calls that end in an event of the kind
	flight  sync.WaitGroup           // calls in flight, and what was begun early
	early   context.Context          // ends with the method
	cut     context.Context          // when it ends, calls in flight are cut
	abort   context.CancelCauseFunc  // ends the method's context

	mu      sync.Mutex
	phase   string
	calls   map[string]*call // by key, from this and earlier attempts
	known   map[string]bool  // keys of all events in the journal
	kept    map[string]json.RawMessage
	keeps   singleflight.Group // of Keep
	breaker breaker

	// Set before the method runs.
	attempts int                   // earlier ones
	retries  int                   // how often the user had failures tried again
	stopped  bool                  // the user wants no more of it
	open     map[string]port.Usage // calls that an earlier attempt began and did not end, and the most they cost
}

// stand returns a Run that stands where its journal leaves off.
func (d Desk) stand(cut context.Context, abort context.CancelCauseFunc, j research.Journal, info research.Info, events []research.Event) *Run {
	r := &Run{
		Info:    info,
		desk:    d,
		journal: j,
		purse:   newPurse(info.Options.Budget),
		slots:   make(map[research.Kind]*slots),
		cut:     cut,
		abort:   abort,
		calls:   make(map[string]*call),
		known:   make(map[string]bool),
		kept:    make(map[string]json.RawMessage),
		open:    make(map[string]port.Usage),
	}
	for _, k := range []research.Kind{research.Answered, research.Searched, research.Fetched} {
		r.slots[k] = newSlots(cmp.Or(d.Parallel, 8))
	}
	if r.desk.Worst == nil {
		r.desk.Worst = worstCase
	}
	if r.desk.pace == nil {
		r.desk.pace = new(pace)
	}
	for _, e := range events {
		r.replay(e)
	}
	r.purse.used = worked(info, events)
	r.lose()
	return r
}

// lose counts the calls that the end of an attempt cut off as spent, at their
// worst: they may have been paid for, and will be made again.
func (r *Run) lose() {
	for call, worst := range r.open {
		r.purse.settle(port.Usage{}, worst)
		delete(r.open, call)
	}
}

// replay takes in an event of an earlier attempt.
func (r *Run) replay(e research.Event) {
	r.known[e.Key] = true
	r.purse.settle(port.Usage{}, e.Usage)
	switch e.Kind {
	case research.Began:
		r.attempts++
		r.lose()
	case research.Started:
		c := research.DataOf[research.StartedCall](e)
		r.open[c.Call] = c.Worst
	case research.Answered, research.Searched, research.Fetched:
		r.calls[research.CallOf(e.Key)] = settled(e.Data, nil)
		delete(r.open, research.CallOf(e.Key))
	case research.Failed, research.Outrun:
		f := research.DataOf[research.FailedCall](e)
		if e.Kind == research.Failed {
			r.calls[f.Call] = settled(nil, &f.Failure)
		}
		if f.Lost(e.Usage) {
			r.purse.settle(port.Usage{}, r.open[f.Call])
		}
		delete(r.open, f.Call)
	case research.Kept:
		r.kept[e.Label] = e.Data
	case research.Hurried:
		r.purse.hurry()
	case research.Stopped:
		r.stopped = true
	case research.Retried:
		r.retries++
		r.stopped = false
		r.purse.renew(research.DataOf[research.Retry](e).Budget)
		for key, c := range r.calls {
			if c.err != nil {
				delete(r.calls, key)
			}
		}
	}
}

// Today returns the date the run was accepted, as YYYY-MM-DD. It is the only
// date a method may know: a resumed run must ask what it asked before.
func (r *Run) Today() string { return r.Created.UTC().Format("2006-01-02") }

// Slots returns how many of the run's model calls may be in flight at once. As
// many searches and as many page reads may be beside them.
func (r *Run) Slots() int { return r.slots[research.Answered].size }

// Searches reports whether there is anything to search with.
func (r *Run) Searches() bool { return r.desk.Searcher != nil }

// Limited says why calls were not made (budget, time, asked to write up), or "".
func (r *Run) Limited() string { return r.purse.reason() }

// Enter marks the start of a phase. Only the method's own goroutine calls it.
func (r *Run) Enter(ctx context.Context, phase string) error {
	r.mu.Lock()
	r.phase = phase
	r.mu.Unlock()
	return r.append(ctx, research.Event{Kind: research.Entered, Key: r.key("phase", phase), Label: phase})
}

// Note records facts. A fact that is in the journal already, word for word, is
// not recorded again, so a replayed method may note all it knows.
func (r *Run) Note(ctx context.Context, facts ...research.Fact) error {
	var events []research.Event
	for _, f := range facts {
		e, err := research.EventOf(f)
		if err != nil {
			return fmt.Errorf("note: %w", err)
		}
		e.Key = r.key(string(e.Kind), string(e.Data))
		events = append(events, e)
	}
	return r.append(ctx, events...)
}

// append writes those of the events to the journal that are not there. It
// finishes even if ctx has ended: what happened is recorded.
func (r *Run) append(ctx context.Context, events ...research.Event) error {
	r.mu.Lock()
	var unknown []research.Event
	for _, e := range events {
		if !r.known[e.Key] {
			r.known[e.Key] = true
			e.Phase = r.phase
			unknown = append(unknown, e)
		}
	}
	r.mu.Unlock()
	if len(unknown) == 0 {
		return nil
	}
	if err := r.journal.Append(context.WithoutCancel(ctx), r.ID, unknown...); err != nil {
		err = fmt.Errorf("journal: %w", err)
		r.abort(err) // without its journal a run cannot go on
		return err
	}
	return nil
}

// key identifies an event of this try: after a retry a phase is entered anew
// and facts are told anew, over the old ones.
func (r *Run) key(kind string, parts ...string) string {
	return digest(kind, append(parts, fmt.Sprint(r.retries))...)
}

// Keep returns what make makes, and from then on returns the same: the value is
// journaled under what. It is for decisions that rest on everything the run
// knows at one moment, so that a retry, which may know more, does not take them
// anew and ask again what follows from them.
//
// Those who keep the same at once share one making.
func Keep[T any](ctx context.Context, r *Run, what string, make func() (T, error)) (v T, err error) {
	data, err, _ := r.keeps.Do(what, func() (any, error) { return r.keep(ctx, what, func() (any, error) { return make() }) })
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(data.(json.RawMessage), &v)
}

func (r *Run) keep(ctx context.Context, what string, make func() (any, error)) (json.RawMessage, error) {
	r.mu.Lock()
	data, ok := r.kept[what]
	r.mu.Unlock()
	if ok {
		return data, nil
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	if data, err = json.Marshal(v); err != nil {
		return nil, fmt.Errorf("keep %s: %w", what, err)
	}
	r.mu.Lock()
	r.kept[what] = data
	r.mu.Unlock()
	return data, r.append(ctx, research.Event{Kind: research.Kept, Key: digest("kept", what), Label: what, Data: data})
}

// Early begins, in the background, what the method will certainly do later: the
// same calls, whose results then wait for it. Whatever comes of it, the method
// does it all again at its own time and takes those results; so only the time
// is another. What is begun early ends with the method.
func (r *Run) Early(begin func(context.Context)) {
	if r.desk.InSteps {
		return
	}
	r.flight.Go(func() {
		defer func() { _ = recover() }() // the method will come upon it too
		begin(r.early)
	})
}

// digest identifies a call or fact by everything that decides it.
func digest(kind string, parts ...string) string {
	data, _ := json.Marshal(parts)
	return fmt.Sprintf("%s/%.10x", kind, sha256.Sum256(data))
}

// worked returns how long a run has worked according to its journal.
func worked(info research.Info, events []research.Event) time.Duration {
	s := research.NewState(info)
	s.Add(events...)
	return s.Elapsed
}

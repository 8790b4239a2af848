package research

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// A model call that takes far longer than others of its kind holds up all that
// waits for it. It is made a second time, once, if there is room for that (see
// [Run.straggles]); the first good answer counts and the other try is cut off.
// To the journal they are one call with one answer. The second try has a started
// event under the call's key with twin added, and an outrun event for whichever
// of the two is not wanted, so that both are paid for, whatever happens between.

// twin is added to a call's key for its second try.
const twin = "/hedge"

// isTwin reports whether a call is the second try at another.
func isTwin(call string) bool { return strings.HasSuffix(call, twin) }

// A Twin says what became of one of two tries at a call: the one that does not
// count.
type Twin string

const (
	TwinFlying  Twin = "in flight" // which of the two will count is not known yet
	TwinPaid    Twin = "paid"      // it was answered too, or half answered; what it cost is in the run's usage
	TwinUnheard Twin = "unheard"   // it was cut off; it may have been paid for, but what it cost nobody knows
	TwinFree    Twin = "free"      // it cost nothing: most likely it failed
)

// twinned takes in how far a second try is.
func (s *State) twinned(second string, t Twin) {
	if c := s.calls[strings.TrimSuffix(second, twin)]; c != nil {
		c.Twin = t
	}
}

// outrun takes in what became of the try that does not count.
func (s *State) outrun(e Event) {
	f := into[FailedCall](e)
	switch {
	case f.lost(e.Usage):
		s.twinned(f.Call, TwinUnheard)
	case e.Usage != (Usage{}):
		s.twinned(f.Call, TwinPaid)
	default:
		s.twinned(f.Call, TwinFree)
	}
}

// Unheard reports whether c was made twice and what one try cost is not known,
// because it was cut off.
func (c *CallState) Unheard() bool {
	return c.Twin == TwinUnheard || c.Twin == TwinFlying && c.Kind != Started // the run was killed before it knew
}

// twin returns the errand's second try.
func (e errand) twin() errand {
	e.key, e.do, e.again = e.key+twin, e.again, nil
	return e
}

// An outcome is how one try at an errand came out.
type outcome struct {
	res result
	err error
	cut error // why the context had ended by the time of err, or nil
}

// failure returns what went wrong.
func (o outcome) failure() *Failure {
	f := failureOf(o.err)
	if f.Class == Unknown && o.cut != nil {
		return &Failure{TimedOut, "no answer in time"}
	}
	return f
}

// cost returns what the try cost: the worst if nobody heard the end of it.
func (o outcome) cost(worst Usage) Usage {
	if o.err != nil && o.failure().lost(o.res.usage) {
		return worst
	}
	return o.res.usage
}

// A try is an errand on its way.
type try struct {
	done chan struct{} // closed when it is back
	outcome
}

// send runs an errand for as long as g allows.
func send(ctx context.Context, e errand, g grant) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o.err = Fail(Unknown, "%s: panic: %v", e.label, p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, g.Duration)
	defer cancel()
	if o.res, o.err = e.do(ctx); o.err != nil {
		o.cut = ctx.Err()
	}
	return o
}

// dispatch is send on a goroutine of its own.
func dispatch(ctx context.Context, e errand, g grant) *try {
	t := &try{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		t.outcome = send(ctx, e, g)
	}()
	return t
}

// run runs an errand, a model call twice if it is a straggler. A call in flight
// ends with its deadline or when the run is cut, not with ctx: stopping a run
// lets it come home.
func (r *Run) run(ctx context.Context, e errand, g grant) outcome {
	calls, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel() // of the try that is not wanted
	defer context.AfterFunc(r.cut, cancel)()
	if e.again == nil {
		return send(calls, e, g)
	}
	sent := time.Now()
	o := r.race(ctx, calls, e, g)
	if o.err == nil {
		r.desk.pace.note(r.kindred(e), time.Since(sent))
	}
	return o
}

func (r *Run) kindred(e errand) kindred { return kindred{r.Options.Model, e.task} }

// race runs a model call within calls, and once more if it is a straggler.
func (r *Run) race(ctx, calls context.Context, e errand, g grant) outcome {
	first := dispatch(calls, e, g)
	g, ok := r.straggles(ctx, e, first)
	if !ok {
		return first.outcome
	}
	e = e.twin()
	if r.start(ctx, e) != nil { // which ended the run
		r.spared(e, Usage{})
		<-first.done
		return first.outcome
	}
	won, lost := faster(first, dispatch(calls, e, g))
	r.flight.Go(func() { r.outrun(ctx, e, lost) })
	return won.outcome
}

// straggles waits until a call is a straggler that may be made again now: a slot
// is free that nobody else waits for, the budget has room for a second worst
// case, neither the run is ending nor in doubt whether calls succeed, and not too
// many of the kind are made twice. The slot and the worst case are then taken,
// until spared is called. It returns false once the call is back.
func (r *Run) straggles(ctx context.Context, e errand, first *try) (g grant, ok bool) {
	p, k, slots := r.desk.pace, r.kindred(e), r.slots[e.kind]
	for since := time.Now(); p.overdue(k, since, first.done); since = time.Now() {
		if !slots.take(first.done, rankSpare) {
			break
		}
		if ctx.Err() == nil && p.again(k, func() bool { g, ok = r.purse.spare(e); return ok }) {
			return g, true
		}
		slots.leave()
	}
	return g, false
}

// spared gives back what straggles took.
func (r *Run) spared(e errand, spent Usage) {
	r.purse.account(e, spent)
	r.slots[e.kind].leave()
}

// faster waits for the first good answer, or for both to fail: then the first
// try's failure is the call's.
func faster(first, second *try) (won, lost *try) {
	select {
	case <-first.done:
		if first.err == nil {
			return first, second
		}
	case <-second.done:
		if second.err == nil {
			return second, first
		}
	}
	<-first.done
	if first.err == nil {
		return first, second
	}
	<-second.done
	if second.err == nil {
		return second, first
	}
	return first, second
}

// outrun journals the end of the try at a call that is not wanted, and accounts
// for it: e is the second try, whichever of the two was lost.
func (r *Run) outrun(ctx context.Context, e errand, lost *try) {
	<-lost.done
	defer func() { r.spared(e, lost.cost(e.worst)) }()
	f := &Failure{Unknown, "another answer came first"}
	if lost.err != nil {
		f = lost.failure()
	}
	if data, err := json.Marshal(FailedCall{*f, e.key}); err == nil {
		key := fmt.Sprintf("outrun/%d/%s", r.attempts, e.key)
		r.append(ctx, Event{Kind: Outrun, Key: key, Label: e.label, Data: data, Usage: lost.res.usage}) // its failure ends the run
	}
}

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/research"
	"assay/research/port"
)

// A model call that takes far longer than others of its kind holds up all that
// waits for it. It is made a second time, once, if there is room for that (see
// [Run.straggles]); the first good answer counts and the other try is cut off.
// To the journal they are one call with one answer. The second try has a started
// event under the call's key with twin added, and an outrun event for whichever
// of the two is not wanted, so that both are paid for, whatever happens between.

// twin returns the errand's second try.
func (e errand) twin() errand {
	e.key, e.do, e.again = research.HedgeOf(e.key), e.again, nil
	return e
}

// An outcome is how one try at an errand came out.
type outcome struct {
	res result
	err error
	cut error // why the context had ended by the time of err, or nil
}

// failure returns what went wrong.
func (o outcome) failure() *port.Failure {
	f := failureOf(o.err)
	if f.Class == port.Unknown && o.cut != nil {
		return &port.Failure{Class: port.TimedOut, Reason: "no answer in time"}
	}
	return f
}

// cost returns what the try cost: the worst if nobody heard the end of it.
func (o outcome) cost(worst port.Usage) port.Usage {
	if o.err != nil && o.failure().Lost(o.res.usage) {
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
			o.err = recovered(e.label, p)
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
		r.spared(e, port.Usage{})
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
func (r *Run) spared(e errand, spent port.Usage) {
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
	f := &port.Failure{Class: port.Unknown, Reason: "another answer came first"}
	if lost.err != nil {
		f = lost.failure()
	}
	if data, err := json.Marshal(research.FailedCall{Failure: *f, Call: e.key}); err == nil {
		key := fmt.Sprintf("outrun/%d/%s", r.attempts, e.key)
		r.append(ctx, research.Event{Kind: research.Outrun, Key: key, Label: e.label, Data: data, Usage: lost.res.usage}) // its failure ends the run
	}
}

// failureOf returns err as a Failure.
func failureOf(err error) *port.Failure {
	var f *port.Failure
	if errors.As(err, &f) {
		return f
	}
	return &port.Failure{Class: port.Unknown, Reason: err.Error()}
}

package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/research"
)

// grace is how long calls in flight may take to come home when a run is
// stopped. They are paid for; what arrives in time is kept.
const grace = 30 * time.Second

// errStopped is the cause of a run's end when the user stopped it.
var errStopped = errors.New("stopped by the user")

// Do runs m on info until it ends, and journals how. If the journal holds
// earlier attempts at the run, Do carries on where they left off. It returns
// an error, and journals no ending, only if ctx ends or the journal fails.
func (d Desk) Do(ctx context.Context, m *Method, j research.Journal, info research.Info) (research.Ending, error) {
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	cut, cutNow := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cutNow(nil)
	defer context.AfterFunc(ctx, func() { d.cutLater(ctx, cut, cutNow) })()

	events, err := j.Events(ctx, info.ID, 0)
	if err != nil {
		return research.Ending{}, fmt.Errorf("resume %s: %w", info.ID, err)
	}
	r := d.stand(cut, abort, j, info, events)
	if r.stopped {
		abort(errStopped) // before a crash kept it from ending
	}
	if err := r.begin(ctx, m, len(events)); err != nil {
		return research.Ending{}, err
	}
	go r.obey(ctx, int64(len(events)))

	early, enough := context.WithCancel(ctx)
	r.early = early
	report, err := run(ctx, m, r)
	enough()
	r.flight.Wait()
	cause := context.Cause(ctx)
	if cause != nil && !errors.Is(cause, errStopped) {
		return research.Ending{}, cause
	}
	end := r.ending(report, err, cause)
	data, err := json.Marshal(end)
	if err != nil {
		return end, fmt.Errorf("end run %s: %w", r.ID, err)
	}
	return end, r.append(ctx, research.Event{Kind: research.Ended, Key: fmt.Sprintf("ended/%d", r.retries), Data: data})
}

// begin journals that an attempt begins, after so many events, and by whom.
func (r *Run) begin(ctx context.Context, m *Method, events int) error {
	data, err := json.Marshal(research.Release{Program: r.desk.Version, Keys: m.Keys})
	if err != nil {
		return err
	}
	return r.append(ctx, research.Event{Kind: research.Began, Key: fmt.Sprintf("began/%d", events), Data: data})
}

// cutLater cuts the calls in flight: at once if the user stopped the run, else
// after the grace period or when cut ends by itself.
func (d Desk) cutLater(ctx, cut context.Context, cutNow context.CancelCauseFunc) {
	cause := context.Cause(ctx)
	if errors.Is(cause, errStopped) {
		cutNow(cause)
		return
	}
	t := time.NewTimer(cmp.Or(d.Grace, grace))
	defer t.Stop()
	select {
	case <-t.C:
		cutNow(cause)
	case <-cut.Done():
	}
}

// heed is how often a run looks for requests at most: its own events, which
// come in bursts, wake it too.
const heed = 50 * time.Millisecond

// obey does what the user asks of the run while it runs. Requests are events,
// so they reach the run whichever process they were made in.
func (r *Run) obey(ctx context.Context, seq int64) {
	again := time.NewTicker(heed)
	defer again.Stop()
	for r.journal.Wait(ctx, r.ID, seq) == nil {
		events, err := r.journal.Events(ctx, r.ID, seq)
		if err != nil {
			r.abort(fmt.Errorf("journal: %w", err)) // unless ctx ended, which comes to the same
			return
		}
		for _, e := range events {
			seq = e.Seq
			switch e.Kind {
			case research.Hurried:
				r.purse.hurry()
			case research.Stopped:
				r.abort(errStopped)
			}
		}
		select {
		case <-again.C: // there already, after a while without events
		case <-ctx.Done():
		}
	}
}

// ending says how the run ended, given what its method returned.
func (r *Run) ending(report *research.Report, err, cause error) research.Ending {
	why := r.Limited()
	switch {
	case cause != nil:
		return research.Ending{State: research.Cancelled, Reason: cause.Error()}
	case err != nil:
		reason := err.Error()
		if limited(err) {
			reason = fmt.Sprintf("%s before anything could be reported", cmp.Or(why, reason))
		}
		return research.Ending{State: research.FailedRun, Reason: reason, Stack: stackOf(err)}
	case report.Partial != "" || why != "":
		return research.Ending{State: research.Partial, Reason: cmp.Or(why, report.Partial), Report: report}
	}
	return research.Ending{State: research.Done, Report: report}
}

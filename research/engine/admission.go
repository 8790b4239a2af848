package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"assay/research"
)

// An Admission is a request to spend: a question to be researched, or a run that
// has ended to be tried again. All that spends passes one.
type Admission struct {
	Info  research.Info   // the run
	Retry *research.Retry // of a run that has ended; nil for a new one

	Asker
	Form string // what the request came with, so that one that is sent twice is one run; "" for nothing
}

// Asked returns when the request was made.
func (a Admission) Asked() time.Time {
	if a.Retry != nil {
		return time.Now()
	}
	return a.Info.Created
}

// RetriedEvent returns the event by which a run is tried again that was tried
// again before times already.
func (a Admission) RetriedEvent(before int) (research.Event, error) {
	data, err := json.Marshal(a.Retry)
	return research.Event{Kind: research.Retried, Key: fmt.Sprintf("%s/%d", research.Retried, before), Data: data}, err
}

// An Asker is who asks, and how much they may ask for.
type Asker struct {
	Client []byte // identifies them; nil is for nobody in particular, whom no limit holds
	Limits Limits
}

// Limits keep one client, or all of them, from taking all there is. Zero fields
// do not limit.
type Limits struct {
	Client    int // runs of one client that are not over
	ClientDay int // runs that one client may ask for in 24 hours
	All       int // runs that are not over
	AllDay    int // runs in 24 hours
}

// Day is the time over which runs are counted that were asked for lately.
const Day = 24 * time.Hour

// A Load is what a client, or all of them, have asked for.
type Load struct {
	Unfinished int // runs
	Lately     int // runs asked for within a [Day]
}

// Check returns a [*BusyError] if one more run of a client would be beyond a limit.
func (l Limits) Check(own, all Load) error {
	met := func(n, limit int) bool { return limit > 0 && n >= limit }
	switch {
	case met(own.Unfinished, l.Client):
		return &BusyError{fmt.Sprintf("%d of your questions are still being researched; wait for one of them, or stop it", own.Unfinished)}
	case met(all.Unfinished, l.All):
		return &BusyError{fmt.Sprintf("the server has its hands full with %d questions; try again later", all.Unfinished)}
	case met(own.Lately, l.ClientDay):
		return &BusyError{fmt.Sprintf("you have asked %d questions within a day, which is the limit here; try again tomorrow", own.Lately)}
	case met(all.Lately, l.AllDay):
		return &BusyError{fmt.Sprintf("this server has been asked %d questions within a day, which is its limit; try again tomorrow", all.Lately)}
	}
	return nil
}

// A BusyError says which limit is met, and when to try again.
type BusyError struct{ Reason string }

// Error returns the reason.
func (e *BusyError) Error() string { return e.Reason }

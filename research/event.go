package research

import (
	"encoding/json"
	"time"

	"assay/research/port"
)

// An Event is one line of a run's journal.
type Event struct {
	Seq   int64 // position in the run, from 1
	Time  time.Time
	Kind  Kind
	Phase string          // the phase the run was in
	Key   string          // identifies the event within its run
	Label string          // what to show: a role, a query, a URL
	Data  json.RawMessage // a call's result, or a fact
	Usage port.Usage      // what the call cost

	Page *port.Page // of a fetched event on its way into the journal; nil on the way out
}

// A Kind says what an [Event] records. These are the run's own doings; the
// kinds of facts stand in a table (see [EventOf]).
type Kind string

const (
	Began    Kind = "began"    // the run was started or resumed; Data is the Release that did
	Entered  Kind = "entered"  // it entered Phase
	Started  Kind = "started"  // a call began; Data is the StartedCall
	Answered Kind = "answered" // a model answered; Data is the Response
	Searched Kind = "searched" // a search returned; Data is the Results
	Fetched  Kind = "fetched"  // a page was read; Data is the Page without its text
	Failed   Kind = "failed"   // a call failed, or its answer was of no use; Data is the FailedCall
	Outrun   Kind = "outrun"   // of a call that was made twice, the try whose answer is not wanted came to an end; Data is the FailedCall
	Kept     Kind = "kept"     // a decision that stands, under its Label; Data is what was decided
	Offered  Kind = "offered"  // the run waits for the user to choose; Data is the Offer
	Chosen   Kind = "chosen"   // the user chose; Data is the choice, in the form the offer calls for
	Hurried  Kind = "hurried"  // the user wants the report now
	Stopped  Kind = "stopped"  // the user wants no more of it
	Retried  Kind = "retried"  // the user wants what failed tried again; Data is the Retry
	Ended    Kind = "ended"    // Data is the Ending
)

// A Release is a program that works on a run, and the way in which it tells one
// call of the run's method from another. It is the Data of a began event; those
// of the first release have none.
type Release struct {
	Program string `json:"program"` // its version
	Keys    int    `json:"keys"`    // see [engine.Method]
}

// An Ending says how a run ended. It is the Data of an ended event.
type Ending struct {
	State  Status  `json:"state"`            // done, partial, failed or cancelled
	Reason string  `json:"reason,omitempty"` // why it is not done
	Report *Report `json:"report,omitempty"` // if done or partial
	Stack  string  `json:"stack,omitempty"`  // of the panic that it failed with, if it did
}

// A Retry is the Data of a retried event: what failed is forgotten.
type Retry struct {
	Budget Budget `json:"budget"` // raises the limits that there are
}

// DataOf decodes an event's data; what does not decode is the zero value, so
// that a journal of another version still shows what it can.
func DataOf[T any](e Event) *T {
	v := new(T)
	json.Unmarshal(e.Data, v)
	return v
}

// Package research runs deep-research methods.
//
// A [Method] is an ordinary Go function: it asks a model, searches and reads
// pages through its [Run], and returns a [Report]. The Run writes every such
// call to a [Journal] before handing the result back, so the journal is at
// once the memory that lets a run survive a restart, the feed behind the
// progress page, the account of what was paid, and the record a test compares
// against.
//
// To resume a run, its method is called again from the top. Calls the journal
// has seen return their recorded result; the first new call carries on where
// the run stopped. Methods must therefore be deterministic between calls: no
// clock, no randomness, no map order in prompts.
package research

import (
	"context"
	"time"
)

// A Method is one way of answering a question.
type Method struct {
	Name    string   // short and stable: stored with runs and used in URLs
	Title   string   // for people
	Summary string   // one sentence for the start page
	Phases  []string // the phases it enters, in order
	PickFor string   // what kind of question it suits, in a few words
	Depths  []Depth  // the first is the default
	Params  []Param  // what else may be set
	Run     func(context.Context, *Run) (*Report, error)
}

// A Depth is how far a method goes.
type Depth struct {
	Name  string // stored with runs
	Title string // for people
	Buys  string // what it buys, in a line
}

// An Info is what is known of a run when it is accepted. It never changes:
// everything later is in the run's journal.
type Info struct {
	ID       string
	Question string
	Method   string // a Method's Name
	Options  Options
	Created  time.Time
}

// Options are the choices made for a run before it starts.
type Options struct {
	Depth  string            `json:"depth,omitempty"` // the method's own word, such as "standard"
	Budget Budget            `json:"budget"`
	Search Filter            `json:"search"`
	Plan   bool              `json:"plan,omitempty"`   // show the plan and wait before spending on it
	Model  string            `json:"model,omitempty"`  // answers instead of the usual one
	Lang   string            `json:"lang,omitempty"`   // BCP 47: of the report; "" means the question's
	From   string            `json:"from,omitempty"`   // id of the run whose report this one builds on
	Claim  int               `json:"claim,omitempty"`  // of From: the one claim to verify
	Alone  bool              `json:"alone,omitempty"`  // nobody is there to choose: every offer is answered as the method would
	Params map[string]string `json:"params,omitempty"` // by the name of a Param
}

// A Budget limits what a run may spend. Zero fields do not limit.
type Budget struct {
	Tokens  int           `json:"tokens,omitempty"`  // tokens in and out together
	Cost    Money         `json:"cost,omitempty"`    // at the price table's prices
	Time    time.Duration `json:"time,omitempty"`    // of work; time while stopped does not count
	Pending time.Duration `json:"pending,omitempty"` // longest one call may take; 0 means 120 s
}

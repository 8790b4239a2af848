// Package research is what is said of research: the questions that are asked
// and how ([Info], [Options]), what a run asks of the world ([port.Model], [port.Searcher],
// [port.Fetcher], [Journal]), what it finds out ([Fact]), what its journal adds up to
// ([State]) and what it reports ([Report]), in one set of words.
//
// What happens is in package engine, what a model is asked to do in package
// task.
package research

import (
	"strconv"
	"time"

	"assay/research/port"
)

// An Info is what is known of a run when it is accepted. It never changes:
// everything later is in the run's journal.
type Info struct {
	ID       string
	Question string
	Method   string // a Method's Name
	Options  Options
	Created  time.Time
	Owner    string // whose run it is; "" for nobody's in particular
}

// Options are the choices made for a run before it starts.
type Options struct {
	Depth  string            `json:"depth,omitempty"` // the method's own word, such as "standard"
	Budget Budget            `json:"budget"`
	Search port.Filter       `json:"search"`
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
	Cost    port.Money    `json:"cost,omitempty"`    // at the price table's prices
	Time    time.Duration `json:"time,omitempty"`    // of work; time while stopped does not count
	Pending time.Duration `json:"pending,omitempty"` // longest one call may take; 0 means 120 s
}

// Number returns the option's parameter with the given name, or otherwise if
// it is not set.
func (o Options) Number(name string, otherwise int) int {
	if n, err := strconv.Atoi(o.Params[name]); err == nil {
		return n
	}
	return otherwise
}

// Word returns the option's parameter with the given name, or otherwise if it
// is not set.
func (o Options) Word(name, otherwise string) string {
	if w := o.Params[name]; w != "" {
		return w
	}
	return otherwise
}

const (
	VotesParam   = "votes"   // names the parameter that says how many votes a claim gets
	EconomyVotes = "economy" // two, and a third where they do not settle it; three is the usual
)

// Economy reports whether a claim's third vote is cast only where the first two
// do not settle it. A vote that is not cast for that reason is no abstention.
func (o Options) Economy() bool { return o.Params[VotesParam] == EconomyVotes }

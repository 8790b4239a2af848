package engine

import (
	"errors"

	"assay/research/port"
)

// breakAfter is how many answers in a row may fail for one reason before the
// run stops calling: with everything failing alike, more calls buy nothing.
const breakAfter = 5

// A breaker counts failures in a row.
type breaker struct {
	class  port.Class
	reason string
	count  int // for one reason
	all    int // for any
}

// strike takes note of how a model call came out: err says why its answer is
// missing or of no use. It stops the run from making more calls when none can
// succeed: at once on a Fatal failure, after breakAfter failures in a row
// otherwise. What the run has by then, it still reports.
func (r *Run) strike(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.breaker = breaker{}
		r.purse.trust(0)
		return
	}
	f := new(port.Failure)
	if !errors.As(err, &f) {
		f = &port.Failure{Class: port.Invalid, Reason: "no valid answer: " + err.Error()}
	}
	// No two answers that are of no use are so in the same words.
	if b := &r.breaker; b.class == f.Class && (f.Class == port.Invalid || b.reason == f.Reason) {
		b.count++
	} else {
		*b = breaker{f.Class, f.Reason, 1, b.all}
	}
	r.breaker.all++
	r.purse.trust(min(r.breaker.all, inDoubt-1)) // else nothing could ever prove it wrong
	if f.Class == port.Fatal || r.breaker.count >= breakAfter {
		r.purse.shut(f)
	}
}

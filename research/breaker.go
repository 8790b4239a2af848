package research

import "errors"

// breakAfter is how many model calls in a row may fail for one reason before
// the run stops calling: with everything failing alike, more calls buy nothing.
const breakAfter = 5

// A breaker counts failures in a row.
type breaker struct {
	class  Class
	reason string
	count  int
}

// judge takes note of how a model's answer came out and returns err. It
// stops the run from making more calls when none can succeed: at once on a
// Fatal failure, after breakAfter failures in a row otherwise. What the run has
// by then, it still reports. Replayed failures do not count: they
// cost nothing and come back in any order.
func (r *Run) judge(err error, replay bool) error {
	if replay || limited(err) {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var f *Failure
	if !errors.As(err, &f) {
		r.breaker = breaker{}
		return err
	}
	// No two answers that are of no use are so in the same words.
	if b := &r.breaker; b.class == f.Class && (f.Class == Invalid || b.reason == f.Reason) {
		b.count++
	} else {
		*b = breaker{f.Class, f.Reason, 1}
	}
	if f.Class == Fatal || r.breaker.count >= breakAfter {
		r.purse.shut(f)
	}
	return err
}

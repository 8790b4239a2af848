package port

import (
	"fmt"
)

// A Failure is a failed call whose cause is known. It survives the journal:
// after a restart the same call returns the same Failure.
type Failure struct {
	Class  Class  `json:"class"`
	Reason string `json:"reason"` // for people; never holds a secret or an internal address
}

// Error returns the reason.
func (f *Failure) Error() string { return f.Reason }

// Is reports whether target is a Failure of the same class, whatever its reason.
func (f *Failure) Is(target error) bool {
	t, ok := target.(*Failure)
	return ok && t.Class == f.Class && (t.Reason == "" || t.Reason == f.Reason)
}

// Lost reports whether nobody knows what a call cost that failed so, of which
// known is known: it may have been answered and paid for, unheard.
func (f *Failure) Lost(known Usage) bool { return f.Class == TimedOut && known == (Usage{}) }

// A Class says what kind of failure a call ended in, after all the retrying
// that was worth while.
type Class string

const (
	Unavailable Class = "unavailable" // busy, down or unreachable, however often it was tried
	TimedOut    Class = "timed out"   // no answer within the call's deadline
	Refused     Class = "refused"     // the model or its provider declined to answer (refusal, content filter)
	Invalid     Class = "invalid"     // it answered, but not in the form asked for
	TooLong     Class = "too long"    // the prompt does not fit the model's context
	Fatal       Class = "fatal"       // no call can succeed before someone changes the settings: bad key, unknown model, no credit
	Blocked     Class = "blocked"     // a page that could not be read as an article
	Unknown     Class = "unknown"     // anything else
)

// Fail returns a [*Failure] with a formatted reason.
func Fail(c Class, format string, args ...any) error {
	return &Failure{c, fmt.Sprintf(format, args...)}
}

package research

import (
	"strings"

	"assay/research/port"
)

// StartedCall is the Data of a started event.
type StartedCall struct {
	Call   string     `json:"call"`             // the key it will be answered under
	Prompt string     `json:"prompt,omitempty"` // of a model call: 128 bits of its prompt's SHA-256, in hex
	Worst  port.Usage `json:"worst"`            // the most it may cost
}

// FailedCall is the Data of a failed event.
type FailedCall struct {
	port.Failure
	Call  string `json:"call"`            // the key it would have been answered under
	Stack string `json:"stack,omitempty"` // of the panic that it failed with, if it did
}

// CallOf returns the call that an answer was journaled under key for.
func CallOf(key string) string {
	call, _, _ := strings.Cut(key, "#")
	return call
}

// hedgeSuffix is added to a call's key for its second try.
const hedgeSuffix = "/hedge"

// HedgeOf returns the key of the second try at a call.
func HedgeOf(call string) string { return call + hedgeSuffix }

// isHedge reports whether a call is the second try at another.
func isHedge(call string) bool { return strings.HasSuffix(call, hedgeSuffix) }

// A Hedge says what became of one of two tries at a call: the one that does not
// count. "" is a call that was made once.
type Hedge string

const (
	hedgeFlying  Hedge = "in flight" // which of the two will count is not known yet
	hedgePaid    Hedge = "paid"      // it was answered too, or half answered; what it cost is in the run's usage
	hedgeUnheard Hedge = "unheard"   // it was cut off; it may have been paid for, but what it cost nobody knows
	hedgeFree    Hedge = "free"      // it cost nothing: most likely it failed
)

// hedged takes in how far a second try is.
func (s *State) hedged(second string, h Hedge) {
	if c := s.calls[strings.TrimSuffix(second, hedgeSuffix)]; c != nil {
		c.Hedge = h
	}
}

// outrun takes in what became of the try that does not count.
func (s *State) outrun(e Event) {
	f := DataOf[FailedCall](e)
	switch {
	case f.Lost(e.Usage):
		s.hedged(f.Call, hedgeUnheard)
	case e.Usage != (port.Usage{}):
		s.hedged(f.Call, hedgePaid)
	default:
		s.hedged(f.Call, hedgeFree)
	}
}

// Unheard reports whether c was made twice and what one try cost is not known,
// because it was cut off.
func (c *CallState) Unheard() bool {
	return c.Hedge == hedgeUnheard || c.Hedge == hedgeFlying && c.Kind != Started // the run was killed before it knew
}

// Free reports whether the try that does not count cost nothing.
func (h Hedge) Free() bool { return h == hedgeFree }

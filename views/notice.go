package views

import (
	"fmt"
	"strings"

	"assay/research"
)

// A Notice tells the reader of a report that is not whole where they stand.
type Notice struct {
	Happened string // what happened
	Kept     string // what there is all the same
	Next     string // what to do about it
}

// String returns the notice as one paragraph.
func (n Notice) String() string {
	return strings.TrimSpace(strings.Join([]string{n.Happened, n.Kept, n.Next}, " "))
}

// Notice returns what the reader must be told before anything else, or false
// if the run is done. The reason in it is foreign text.
func (r *Report) Notice() (Notice, bool) {
	const retry = "Retry the run to carry on: it keeps what it has and asks only for what is missing."
	n := Notice{Kept: r.kept()}
	switch r.State {
	case research.Partial:
		n.Happened, n.Next = because("This report is partial", r.Reason), retry
	case research.FailedRun:
		n.Happened, n.Next = because("This run failed", r.Reason), retry
	case research.Cancelled:
		n.Happened, n.Next = because("This run was cancelled", r.Reason), retry
	case research.Queued:
		n.Happened, n.Next = "This run has not begun yet.", "Come back when it is done."
	case research.Running:
		n.Happened, n.Next = "This run is still at work.", "Come back when it is done."
	case research.Waiting:
		n.Happened, n.Next = "This run is waiting for your choice.", "Choose on its page, and it carries on."
	default:
		return Notice{}, false
	}
	return n, true
}

// because returns a sentence that gives the reason if there is one.
func because(what, reason string) string {
	if reason == "" {
		return what + "."
	}
	return sentence(what + ": " + reason)
}

// kept says what the run has to show.
func (r *Report) kept() string {
	if r.Stats.Fetched == 0 && len(r.Claims) == 0 {
		return "It has read no pages."
	}
	kept := fmt.Sprintf("Kept: %s read, %s backed by quotes", count(r.Stats.Fetched, "page"), count(len(r.Claims), "claim"))
	if r.voted() {
		return fmt.Sprintf("%s (%d upheld, %d refuted).", kept, r.Stats.Confirmed, r.Stats.Killed)
	}
	return kept + "."
}

package views

import (
	"fmt"
	"math"
	"time"

	"assay/research"
)

// fates counts what became of a run's claims.
func (c RunCard) fates() []fate {
	if !verifies(c.Method) && c.Status.Over() {
		return standings(c.Upheld, c.Refuted, c.Open, 0, "")
	}
	if !verifies(c.Method) {
		return standings(c.Upheld, c.Refuted, 0, c.Open, "not judged yet")
	}
	if c.Status.Over() {
		return fates(c.Upheld, c.Refuted, 0, c.Open, 0)
	}
	return fates(c.Upheld, c.Refuted, 0, 0, c.Open)
}

// standing says how far a run is that has no answer to show.
func (c RunCard) standing() string {
	switch c.Status {
	case research.Queued:
		return "Waiting for its turn."
	case research.Running:
		return "At work" + given(": %s", c.Phase) + "."
	case research.Waiting:
		return "It waits for your choice."
	case research.FailedRun:
		return "It failed before there was anything to report."
	case research.Cancelled:
		return "It was stopped before there was anything to report."
	}
	return "No answer was found."
}

// trialWords says what became of the one claim of a run of its own.
func (c RunCard) trialWords() string {
	switch {
	case !c.Status.Over():
		return "the votes are not in yet."
	case c.Upheld > 0:
		return "it was upheld."
	case c.Refuted > 0:
		return "it was refuted."
	case c.Open > 0:
		return "too few votes could be cast to decide."
	}
	return "the run ended without a verdict."
}

// state says in a word what is out of the ordinary about a report, or "".
func (c RunCard) state() string {
	switch c.Status {
	case research.Partial:
		return "Partial"
	case research.FailedRun:
		return "Failed"
	case research.Cancelled:
		return "Stopped"
	}
	return ""
}

// took returns a number of seconds for people: "45 s", "3 min", "1 h 5 min".
func took(seconds float64) string {
	switch s := int(math.Round(seconds)); {
	case s <= 0:
		return ""
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min", (s+30)/60)
	default:
		return join(" ", fmt.Sprintf("%d h", s/3600), given("%s min", numberOr(s/60%60, "")))
	}
}

// cost returns what a run took, or "" if it took nothing.
func (c RunCard) cost() string {
	if c.Cost == 0 {
		return ""
	}
	return dollars(c.Cost)
}

// shortDay returns a day as "9 Nov 2026", or "" for no day.
func shortDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 Jan 2006")
}

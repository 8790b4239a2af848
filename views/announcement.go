package views

import (
	"fmt"

	"assay/research"
)

// announcement says how far a run is, for readers who cannot see the page. It
// changes with the phase, at the end, and some five times while claims are
// judged: not with every vote.
func announcement(p RunPage) string {
	s := p.State
	switch {
	case s.Status == research.Queued:
		return "The run is waiting for its turn."
	case s.Status == research.Waiting:
		return "The run is waiting for your choice."
	case s.Status == research.Done:
		return "The report is ready."
	case s.Status.Over():
		n, _ := p.Report.Notice()
		return n.Happened
	}
	if words := inFifths(s); words != "" {
		return words
	}
	return given("%s has begun.", capital(s.Phase))
}

// inFifths says how far the current phase is, where that can be told, in steps
// of about a fifth.
func inFifths(s *research.State) string {
	if s.Phase == "search" || s.Phase == "read" {
		return "" // over within seconds
	}
	_, n, of := countsIn(s, s.Phase)
	step := max(of/5, 1)
	if of == 0 || n < step {
		return ""
	}
	return fmt.Sprintf("%s: at least %d of %s.", capital(s.Phase), n/step*step, doneIn(s, of))
}

// doneIn names what a phase goes through, and what happens to it.
func doneIn(s *research.State, of int) string {
	switch s.Phase {
	case "verify":
		return count(of, "claim") + " judged"
	case "retrieve":
		return count(of, "subtopic") + " covered"
	case "review":
		return count(of, "finding") + " reviewed"
	case "branch":
		return quantity(of, "search", "searches") + " done"
	}
	return nounsOf(s.Method).count(of) + " done"
}

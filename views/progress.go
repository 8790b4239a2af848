package views

import (
	"fmt"
	"slices"

	"assay/research"
)

// A railStep is a phase of a run on the rail.
type railStep struct {
	Title   string
	Says    string // counts, or ""
	Class   string // "done", "" (current) or "todo"
	N, Of   int    // how far the current one is; Of is 0 if that is not known
	Current bool
}

// railOf returns the phases of a run in order, with counts.
func railOf(s *research.State, m *research.Method) []railStep {
	phases := s.Phases
	if m != nil {
		phases = m.Phases
	}
	at := slices.Index(phases, s.Phase)
	var steps []railStep
	for i, phase := range phases {
		step := railStep{Title: capital(phase), Class: "todo"}
		if i <= at {
			step.Class = "done"
			step.Says, step.N, step.Of = countsIn(s, phase)
		}
		if i == at {
			step.Class, step.Current = "", true
		}
		if i == at+1 && at >= 0 {
			step.Says = "next"
		}
		steps = append(steps, step)
	}
	return steps
}

// countsIn says what a phase has brought so far, and how much of how much.
func countsIn(s *research.State, phase string) (says string, n, of int) {
	p := progressOf(s)
	switch phase {
	case "scope":
		return countOr(len(s.Angles), "angle"), 0, 0
	case "search":
		return count(p.Hits, "result"), p.Searched, len(s.Angles)
	case "read":
		return fmt.Sprintf("%d of %s", p.Read, count(p.Chosen, "page")), p.Read + p.Blocked, p.Chosen
	case "verify":
		return fmt.Sprintf("%d of %s", p.Judged, count(p.Claims, "claim")), p.Judged, p.Claims
	case "write":
		return countOr(len(s.Findings), "finding"), 0, 0
	}
	return "", 0, 0
}

// countOr is count, or "" for 0.
func countOr(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return count(n, noun)
}

// A progress counts how far a run is.
type progress struct {
	Searched, Hits        int // angles with hits; hits
	Chosen, Read, Blocked int // pages
	Claims, Judged        int // before the voters
	Calls                 int // of models, in flight
}

func progressOf(s *research.State) (p progress) {
	for _, a := range s.Angles {
		p.Hits += len(a.Hits)
		p.Chosen += len(a.Hits) - len(a.Dropped)
		if len(a.Hits) > 0 {
			p.Searched++
		}
	}
	for _, page := range s.Pages {
		if page.Read != nil {
			p.Read++
		} else if page.Blocked != "" {
			p.Blocked++
		}
	}
	p.Chosen = max(p.Chosen, p.Read+p.Blocked)
	for _, c := range s.Claims {
		if c.Dropped == "" {
			p.Claims++
			if c.Judged != nil {
				p.Judged++
			}
		}
	}
	for _, c := range s.Calls {
		if c.Kind == research.Started && role.MatchString(c.Label) {
			p.Calls++
		}
	}
	return p
}

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
	at := progressOf(s)
	if step := max(at.Claims/5, 1); s.Phase == "verify" && at.Judged >= step {
		return fmt.Sprintf("Verify: at least %d of %s judged.", at.Judged/step*step, count(at.Claims, "claim"))
	}
	return given("%s has begun.", capital(s.Phase))
}

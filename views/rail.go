package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/research"
	"assay/research/engine"
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
func railOf(s *research.State, m *engine.Method) []railStep {
	phases := phasesOf(s, m)
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

// phasesOf returns the phases that the rail shows. A round that there will not
// be is none of them: one beyond the most that the team may make, or one that
// was never entered before a later phase was.
func phasesOf(s *research.State, m *engine.Method) []string {
	if m == nil {
		return s.Phases
	}
	at := slices.Index(m.Phases, s.Phase)
	var out []string
	for i, phase := range m.Phases {
		n := roundOf(phase)
		beyond := s.Kind != nil && n > s.Kind.Rounds
		if entered := slices.Contains(s.Phases, phase); n == 0 || entered || i > at && !beyond {
			out = append(out, phase)
		}
	}
	return out
}

// roundOf returns which round a phase is: 2 of "round 2", 0 of others.
func roundOf(phase string) int {
	number, ok := strings.CutPrefix(phase, "round ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return 0
	}
	return n
}

// countsIn says what a phase has brought so far, and how much of how much.
func countsIn(s *research.State, phase string) (says string, n, of int) {
	p := progressOf(s)
	switch phase {
	case "scope", "decompose", "plan":
		return firstLines(s), 0, 0
	case "search":
		return count(p.Hits, "result"), p.Searched, len(s.Angles)
	case "read":
		return fmt.Sprintf("%d of %s", p.Read, count(p.Chosen, "page")), p.Read + p.Blocked, p.Chosen
	case "verify":
		return fmt.Sprintf("%d of %s", p.Judged, count(p.Claims, "claim")), p.Judged, p.Claims
	case "retrieve":
		return quantity(len(s.Claims), "entry", "entries"), p.Assessed, len(s.Angles)
	case "synthesize":
		return countOr(len(s.Proposals), "finding"), 0, 0
	case "review":
		return fmt.Sprintf("%d of %s", p.Reviewed, count(len(s.Proposals), "finding")), p.Reviewed, len(s.Proposals)
	case "challenge":
		return given("%s challenged", numberOr(p.Challenged, "")), 0, 0
	case "branch":
		done, of := searchesOf(s)
		return searchWords(s), done, of
	case "deep read":
		return countOr(p.Read, "page"), 0, 0
	case "scan":
		return studiedIn(s, func(a *research.Angled) bool { return a.Round <= 1 })
	case "explore":
		return studiedIn(s, func(a *research.Angled) bool { return a.Round > 1 })
	case "write":
		return countOr(len(s.Findings), "finding"), 0, 0
	}
	if n := roundOf(phase); n > 0 {
		return studiedIn(s, func(a *research.Angled) bool { return a.Round == n })
	}
	return "", 0, 0
}

// firstLines counts the lines of research that the plan had: the first round's,
// or all of a method without rounds.
func firstLines(s *research.State) string {
	n, ofNone := 0, 0
	for _, a := range s.Angles {
		switch a.Round {
		case 0:
			ofNone++
		case 1:
			n++
		}
	}
	nouns := nounsOf(s.Method)
	if s.Method == "tree" {
		nouns = lineNouns{One: "sub-question", Many: "sub-questions"}
	}
	if n == 0 && ofNone == 0 {
		return ""
	}
	return nouns.count(cmp.Or(n, ofNone))
}

// studiedIn counts the lines of research of some kind that have come to an end.
func studiedIn(s *research.State, of func(*research.Angled) bool) (says string, done, all int) {
	for _, a := range s.Angles {
		if of(a) {
			all++
			if a.Studied != nil {
				done++
			}
		}
	}
	if all == 0 {
		return "", 0, 0
	}
	return fmt.Sprintf("%d of %s", done, nounsOf(s.Method).count(all)), done, all
}

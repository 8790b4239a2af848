package ledger

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/gather"
)

const (
	standard   = "standard"
	exhaustive = "exhaustive"
)

// settings are how far a run goes.
type settings struct {
	depth       string
	researchers int // subtopics at most, and workers side by side
	rounds      int // at most
	short       bool
}

// settingsOf reads a run's options, which were checked before it began.
func settingsOf(o research.Options) settings {
	s := settings{depth: standard, researchers: 3, rounds: 2}
	if o.Depth == exhaustive {
		s = settings{depth: exhaustive, researchers: 5, rounds: 3}
	}
	s.researchers = o.Number("researchers", s.researchers)
	s.rounds = o.Number("rounds", s.rounds)
	s.short = o.Word("output", "report") == "brief"
	return s
}

// most is how many subtopics there may be.
func (s settings) most() int { return max(minSubtopics, s.researchers) }

// about says what the plan will be followed with.
func (s settings) about() string {
	return fmt.Sprintf("Depth %s, up to %s, %s.", s.depth, count(s.rounds, "round"), count(s.researchers, "researcher"))
}

// parameters are the run's, in the line that the report opens with.
func (l *ledger) parameters() string {
	return strings.Join([]string{
		"Depth " + l.depth,
		count(l.round, "round") + " run",
		count(l.researchers, "researcher"),
		count(len(used(l.gatherer.Pages)), "source") + " read",
	}, " · ")
}

// used returns the pages that claims could be taken from.
func used(pages []*gather.Page) []*gather.Page {
	var out []*gather.Page
	for _, p := range pages {
		if p.Used {
			out = append(out, p)
		}
	}
	return out
}

// count returns n of a thing, as "1 round" or "2 rounds".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

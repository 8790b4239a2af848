package main

import (
	"slices"
	"strings"
	"time"

	"assay/research"
)

// A chain is a number of calls of each kind, one after the other.
type chain struct{ model, search, page int }

func (c chain) plus(o chain) chain {
	return chain{c.model + o.model, c.search + o.search, c.page + o.page}
}

func (c chain) times(n int) chain { return chain{n * c.model, n * c.search, n * c.page} }

// bound returns the least time that a run's calls take: that of the longest chain
// of calls each of which needs the one before, or all the work shared out among
// the slots, whichever is more.
func (b *benchCmd) bound(s *research.State) time.Duration {
	longest := b.time(chainOf(s))
	var all chain
	for _, c := range s.Calls {
		switch c.Kind {
		case research.Answered:
			all.model++
		case research.Searched:
			all.search++
		case research.Fetched:
			all.page++
		}
	}
	return max(longest, b.time(all)/time.Duration(b.Slots))
}

func (b *benchCmd) time(c chain) time.Duration {
	return time.Duration(c.model)*b.ModelLatency + time.Duration(c.search)*b.SearchLatency + time.Duration(c.page)*b.PageLatency
}

// chainOf returns the longest chain of calls of a run, as its method's steps
// need one another.
func chainOf(s *research.State) chain {
	asked := func(role string) int {
		if slices.ContainsFunc(s.Calls, func(c *research.CallState) bool {
			return strings.HasPrefix(c.Label, role) && c.Kind == research.Answered
		}) {
			return 1
		}
		return 0
	}
	rounds := 0 // or levels
	for _, a := range s.Angles {
		rounds = max(rounds, a.Round)
		for _, c := range a.Coverage {
			rounds = max(rounds, c.Round)
		}
	}
	look := chain{search: 1, page: 1}
	switch s.Method {
	case "verify": // split; search, grade; page, extract; the search for evidence, vote; compose
		longest := chain{model: 5, search: 2, page: 1}
		if s.Options.Economy() { // a third vote waits for the first two
			longest.model += asked("skeptic 3")
		}
		return longest
	case "ledger": // split; each round queries, search, grade, page, extract, assess; synthesize, review, challenge, draft
		return look.plus(chain{model: 4}).times(rounds).plus(chain{model: 3 + asked("worker") + asked("critic")})
	case "tree": // split; each level queries but the first, search, page, learn; opposing views; the deep read; draft
		return look.plus(chain{model: 2}).times(rounds).plus(look).plus(chain{model: 3})
	case "team": // classify, split; each round queries, search, page, learn, triage; draft
		return look.plus(chain{model: 3}).times(rounds).plus(chain{model: 3})
	case "explore": // split; each round queries but the first, search, page, learn, map; draft
		return look.plus(chain{model: 3}).times(rounds).plus(chain{model: 1})
	}
	return chain{}
}

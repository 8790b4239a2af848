package views

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/research"
)

// role matches who a model call is addressed to: "planner", "skeptic 2",
// "researcher A".
var role = regexp.MustCompile(`^[a-z]+( (\d+|[A-Z]))?$`)

// A doing is a call in words: what was done, and to what.
type doing struct {
	Who     string // "Skeptic 2", or "" if it is no model's
	Did, On string // On may be foreign text
	Time    time.Time
	Since   string // of the run's start: "1:32"
	Took    string
	Failed  string // why, or ""
	Twice   string // of a call that was asked twice, what to know about that, or ""
}

// doingOf puts a call in words. Of a call in flight or failed the journal
// says no more than its label: a URL, a role or a query.
func doingOf(s *research.State, c *research.CallState) doing {
	d := doing{Time: c.Start, Failed: c.Failed, Twice: twiceWords(c)}
	flying := c.Kind == research.Started
	if !flying {
		d.Time, d.Took = c.End, seconds(c.End.Sub(c.Start))
	}
	d.Since = clock(d.Time.Sub(cmp.Or(s.Began, s.Created)))
	_, isURL := address(c.Label)
	switch {
	case isURL || c.Kind == research.Fetched:
		d.Did, d.On = either(flying, "Reading", "Read"), titleOf(s, c.Label)
	case c.Kind == research.Searched || c.Kind != research.Answered && isQuery(s, c.Label):
		d.Did, d.On = either(flying, "Searching for", "Searched for"), "“"+c.Label+"”"
	default:
		d.Who, d.Did = capital(c.Label), worksOn(c.Label, flying)
	}
	return d
}

// twiceWords says of a call that was late, and was asked twice, which answer
// counts and what was paid for.
func twiceWords(c *research.CallState) string {
	switch {
	case c.Hedge == "":
		return ""
	case c.Kind == research.Started:
		return "late, so asked a second time; the first answer will count"
	case c.Kind == research.Failed:
		return "asked twice"
	case c.Hedge.Free():
		return "asked twice; the first answer counted, and only that was paid for"
	case c.Unheard():
		return "asked twice; the first answer counted, the other try was cut off and may have been paid for too"
	}
	return "asked twice; the first answer counted, both were paid for"
}

// isQuery reports whether label is what a search was made for, not a role.
func isQuery(s *research.State, label string) bool {
	return !role.MatchString(label) ||
		slices.ContainsFunc(s.Angles, func(a *research.Angled) bool { return a.Query == label || asked(a, label) }) ||
		slices.ContainsFunc(s.Claims, func(c *research.ClaimState) bool { return c.Text == label })
}

// asked reports whether a line's hits came of the query.
func asked(a *research.Angled, query string) bool {
	return slices.ContainsFunc(a.Hits, func(h research.HitFound) bool { return h.Query == query })
}

// works are what roles do: while they are at it, and when it is done.
var works = map[string][2]string{
	"planner":    {"is planning the research", "planned the research"},
	"searcher":   {"is grading search results", "graded search results"},
	"extractor":  {"is taking claims from a page", "took claims from a page"},
	"skeptic":    {"is trying to refute a claim", "voted on a claim"},
	"writer":     {"is writing the report", "wrote the report"},
	"worker":     {"is adding up the evidence on a subtopic", "added up the evidence on a subtopic"},
	"reviewer":   {"is holding findings against their evidence", "held findings against their evidence"},
	"critic":     {"is challenging findings that much hangs on", "challenged findings that much hangs on"},
	"researcher": {"is at work on a task", "worked on a task"},
	"learner":    {"is learning from pages", "learned from pages"},
	"lead":       {"is taking stock", "took stock"},
	"explorer":   {"is exploring a branch", "explored a branch"},
	"guide":      {"is drawing the map", "drew the map"},
}

// worksOn says what a role does.
func worksOn(role string, now bool) string {
	name, _, _ := strings.Cut(role, " ")
	words, ok := works[name]
	if !ok {
		words = [2]string{"is at work", "answered"}
	}
	return either(now, words[0], words[1])
}

func either(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// titleOf returns the title that a search gave the page at url, or where it is.
func titleOf(s *research.State, url string) string {
	for _, a := range s.Angles {
		for _, h := range a.Hits {
			if h.Hit.URL == url && h.Hit.Title != "" {
				return h.Hit.Title
			}
		}
	}
	return hostOf(url)
}

// now returns the call that began last of those in flight, and how many more
// there are; false if there is none.
func now(s *research.State) (d doing, more int, ok bool) {
	for _, c := range s.Calls {
		if c.Kind == research.Started {
			d, ok = doingOf(s, c), true
			more++
		}
	}
	return d, more - 1, ok
}

// doings returns all calls in words, what happened last first.
func doings(s *research.State) []doing {
	all := make([]doing, len(s.Calls))
	for i, c := range s.Calls {
		all[i] = doingOf(s, c)
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b doing) int { return b.Time.Compare(a.Time) })
	return all
}

// logPart is how many calls are in one part of a long list, so that not all of
// it is sent anew with each call.
const logPart = 25

// logParts cuts calls, the last first, into parts that stay what they are when
// more are put before them.
func logParts(all []doing) (parts [][]doing) {
	for len(all) > 0 {
		n := (len(all)-1)%logPart + 1
		parts, all = append(parts, all[:n]), all[n:]
	}
	return parts
}

// clock returns a duration as "1:32" or "1:02:03".
func clock(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// seconds returns a duration as "2.3 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", max(d, 0).Seconds()) }

// agoWords returns the age of an event as live.js has it.
func agoWords(d time.Duration) string {
	switch s := int(max(d, 0) / time.Second); {
	case s < 60:
		return fmt.Sprintf("%d s ago", s)
	case s < 3600:
		return fmt.Sprintf("%d min ago", s/60)
	default:
		return fmt.Sprintf("%d h ago", s/3600)
	}
}

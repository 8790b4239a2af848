package views

import (
	"fmt"
	"strings"
	"time"

	"assay/research"
)

// frame returns the frame of a run's page: while there is something to watch,
// a browser without JavaScript loads it again by itself, but not under the
// fingers of someone who edits a plan.
func (p RunPage) frame() Frame {
	f := p.Frame
	f.Refresh = 0
	if s := p.State.Status; s == research.Queued || s == research.Running {
		f.Refresh = 5
	}
	return f
}

// stallAfter is how old the last event of a run at work may grow before its
// page says so.
const stallAfter = 45 * time.Second

func (p RunPage) stalled() bool {
	return p.State.Status == research.Running && p.Now.Sub(p.State.Last) >= stallAfter
}

// statusWords says in a word or two how far a run is.
func statusWords(s *research.State) string {
	switch s.Status {
	case research.Queued:
		return "In the queue"
	case research.Running:
		return "Running"
	case research.Waiting:
		return "Waiting for you"
	case research.Done:
		return "Report"
	case research.Partial:
		return "Partial report"
	case research.FailedRun:
		return "Failed"
	case research.Cancelled:
		return "Stopped"
	}
	return string(s.Status)
}

// asked says what the user chose for the run: method and depth, in words.
func (p RunPage) asked() string {
	if p.Method == nil {
		return capital(p.State.Method)
	}
	for _, d := range p.Method.Depths {
		if d.Name == p.State.Options.Depth {
			return p.Method.Title + ", " + strings.ToLower(d.Title) + " depth"
		}
	}
	return p.Method.Title
}

// limitHit returns what a run ran out of, or "". These are the reasons that
// the run's purse gives.
func limitHit(s *research.State) string {
	switch {
	case !s.Status.Over():
		return ""
	case strings.HasPrefix(s.Reason, "budget spent"):
		return "budget"
	case strings.HasPrefix(s.Reason, "out of time"):
		return "time"
	}
	return ""
}

// A raise offers to carry on with a run that met a limit.
type raise struct {
	Field, Value string // of the form: the amount to add
	Label        string
}

// raises returns what may be added to the limits that p's run met: half as
// much again.
func (p RunPage) raises() []raise {
	var out []raise
	limit := p.State.Options.Budget
	if limitHit(p.State) == "budget" && limit.Cost > 0 {
		more := max(limit.Cost/2/10_000, 1) * 10_000
		out = append(out, raise{"budget", fmt.Sprintf("%.2f", more.Dollars()), "Add " + dollars(more) + " and carry on"})
	}
	if limitHit(p.State) == "time" && limit.Time > 0 {
		more := max(int(limit.Time.Minutes()/2), 1)
		out = append(out, raise{"deadline", fmt.Sprint(more), fmt.Sprintf("Add %d min and carry on", more)})
	}
	return out
}

// ending returns the heading, and the three things that a reader of a run that
// is over and not whole must know.
func (p RunPage) ending() (heading string, n Notice) {
	s := p.State
	n, _ = p.Report.Notice()
	switch limitHit(s) {
	case "budget":
		heading = "Budget reached"
		n.Happened = sentence(fmt.Sprintf("The run came to its limit%s: %s", given(" of %s", spentLimit(p.Limit)), s.Reason))
	case "time":
		heading = "Out of time"
		n.Happened = sentence(fmt.Sprintf("The run came to its limit%s: %s", given(" of %s", timeLimit(p.Limit)), s.Reason))
	default:
		heading = map[research.Status]string{
			research.Partial: "This report is partial", research.FailedRun: "The run failed", research.Cancelled: "The run was stopped",
		}[s.Status]
		n.Happened = capital(sentence(s.Reason))
	}
	return heading, n
}

func spentLimit(b research.Budget) string {
	if b.Cost > 0 {
		return dollars(b.Cost)
	}
	return given("%s tokens", numberOr(b.Tokens, ""))
}

func timeLimit(b research.Budget) string {
	if b.Time == 0 {
		return ""
	}
	return b.Time.String()
}

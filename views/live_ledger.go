package views

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// A coverageMark says how far a subtopic is covered: the class of its mark
// ("full", "half" or "none") and the words.
type coverageMark struct{ Class, Words string }

func coverageOf(c research.Coverage) coverageMark {
	switch c {
	case research.Covered:
		return coverageMark{"full", "covered"}
	case research.PartlyCovered:
		return coverageMark{"half", "partly covered"}
	case research.NotCovered:
		return coverageMark{"none", "open"}
	}
	return coverageMark{"none", "not assessed yet"}
}

// covered says how far a line is covered after its last round.
func (w workedLine) covered() coverageMark {
	if n := len(w.Coverage); n > 0 {
		return coverageOf(w.Coverage[n-1].Coverage)
	}
	return coverageOf("")
}

// evidenceWords says how much evidence a subtopic has.
func (w workedLine) evidenceWords() string {
	if len(w.Learned) == 0 {
		return "no evidence yet"
	}
	pages := make(map[int]bool)
	for _, e := range w.Learned {
		pages[e.Page] = true
	}
	return quantity(len(w.Learned), "entry", "entries") + " from " + count(len(pages), "page")
}

// conflictWords names what the evidence disagrees on.
func conflictWords(all []research.Dispute) string {
	var about []string
	for _, d := range all {
		about = append(about, line(d.About))
	}
	return strings.Join(about, "; ")
}

// A proposalRow is a finding before its reviewers.
type proposalRow struct {
	*research.Proposal
	Class string // of the row, as on the board
	Seats []seat // the reviewer's, and the critic's if there is to be one
	verdict
	Line string // the subtopic's name
}

// proposalsOf returns the proposed findings by number: their order does not
// depend on how they fare.
func proposalsOf(s *research.State) []proposalRow {
	var rows []proposalRow
	for _, p := range s.Proposals {
		rows = append(rows, proposalOf(s, p))
	}
	return rows
}

func proposalOf(s *research.State, p *research.Proposal) proposalRow {
	row := proposalRow{Proposal: p, Class: "wait", Line: lineName(s, p.Angle)}
	reviewer, challenger := waitingSeat(s, "review"), waitingSeat(s, "challenge")
	challenged := p.Disputed || p.Stake == research.Critical || p.Stake == research.Surprising
	heard := false
	var said []string
	for _, r := range p.Reviews {
		if r.By == critic {
			challenger, heard = reviewSeat(r.Verdict), true
		} else {
			reviewer = reviewSeat(r.Verdict)
		}
		said = append(said, reviewSeat(r.Verdict).Word)
	}
	row.Seats = []seat{reviewer}
	if open := reviewer == empty || reviewer == thinking || reviewer.Class == "up"; heard || challenged && open {
		row.Seats = append(row.Seats, challenger)
	}
	row.verdict = fateOfSeats(row.Seats, said)
	if len(said) == 0 && (s.Status.Over() || slices.Contains(s.Phases, "challenge")) {
		row.verdict.Word = "Not reviewed"
	}
	if row.verdict.Class != "wait" {
		row.Class = either(row.verdict.Class == "qu", "up", row.verdict.Class)
	} else if reviewer == thinking {
		row.Class = "judging"
	}
	return row
}

// waitingSeat is the seat of someone who has not spoken in the phase.
func waitingSeat(s *research.State, phase string) seat {
	if s.Phase == phase && s.Status == research.Running {
		return thinking
	}
	return empty
}

// reviewSeat is the seat of a reviewer or critic who has spoken.
func reviewSeat(verdict string) seat {
	switch verdict {
	case string(task.Supported), string(task.Survives):
		return seat{"up", verdict}
	case string(task.Overstated), string(task.Downgrade):
		return seat{"qu", verdict}
	case "":
		return seat{"ab", "not heard"}
	}
	if turnsDown(verdict) {
		return seat{"re", verdict}
	}
	return seat{"ab", line(verdict)}
}

// spokenReviews returns the seats as a screen reader should say them.
func spokenReviews(seats []seat) string {
	names := []string{"Reviewer", "critic"}
	var words []string
	for i, s := range seats {
		words = append(words, names[min(i, 1)]+": "+s.Word)
	}
	return strings.Join(words, ", ")
}

// fateOfSeats says how a proposed finding fares: the worst that was said of it
// decides.
func fateOfSeats(seats []seat, said []string) verdict {
	v := verdict{Class: "wait", Word: "Waiting"}
	for _, class := range []string{"up", "ab", "qu", "re"} {
		for _, s := range seats {
			if s.Class == class {
				v.Class = either(class == "ab", "un", class)
			}
		}
	}
	if len(said) > 0 {
		v.Word = strings.Join(said, ", ")
	} else if len(seats) > 0 && seats[0] == thinking {
		v.Word = "In review"
	}
	return v
}

// fatesOfProposals counts how the proposed findings fare.
func fatesOfProposals(rows []proposalRow) []fate {
	n := make(map[string]int)
	for _, r := range rows {
		if r.Class == "judging" {
			n["judging"]++
		} else {
			n[r.verdict.Class]++
		}
	}
	return laid([]fate{
		{Class: "u", Pip: "up", N: n["up"], Words: "supported"},
		{Class: "q", Pip: "qu", N: n["qu"], Words: "downgraded"},
		{Class: "r", Pip: "re", N: n["re"], Words: "dropped"},
		{Class: "n", Pip: "ab", N: n["un"], Words: "not heard"},
		{Class: "j", Pip: "think", N: n["judging"], Words: "in review"},
		{Class: "w", Pip: "wait", N: n["wait"], Words: "waiting"},
	})
}

// about says where a proposed finding is from and what hangs on it.
func (r proposalRow) about() string {
	stake := ""
	if r.Stake != research.Ordinary {
		stake = line(string(r.Stake))
	}
	return join(" · ", line(r.Line), stake, either(r.Disputed, "sources disagree", ""), fmt.Sprintf("its author's confidence %.2g", min(max(r.Confidence, 0), 1)))
}

// lineName names the line of research with number n, or is "".
func lineName(s *research.State, n int) string {
	if n < 1 || n > len(s.Angles) {
		return ""
	}
	return workedLine{Angled: s.Angles[n-1]}.name()
}

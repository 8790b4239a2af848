package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/research"
)

// A researcherCard is a researcher with the tasks of every round.
type researcherCard struct {
	Letter string
	Tasks  []workedLine // by number
}

// researchersOf returns the researchers by their letters. Tasks that name none
// are those of a researcher without a letter, who comes last.
func researchersOf(s *research.State) []researcherCard {
	var cards []researcherCard
	for _, a := range s.Angles {
		i := slices.IndexFunc(cards, func(c researcherCard) bool { return c.Letter == a.Researcher })
		if i < 0 {
			i = len(cards)
			cards = append(cards, researcherCard{Letter: a.Researcher})
		}
		cards[i].Tasks = append(cards[i].Tasks, workedOf(s, a))
	}
	slices.SortStableFunc(cards, func(a, b researcherCard) int {
		if a.Letter == "" || b.Letter == "" {
			return cmp.Compare(b.Letter, a.Letter)
		}
		return cmp.Compare(a.Letter, b.Letter)
	})
	return cards
}

// name is what a researcher is called.
func (c researcherCard) name() string { return join(" ", "Researcher", line(c.Letter)) }

// taskWords says of which round a task is, and of what kind.
func (w workedLine) taskWords() string {
	round := ""
	if w.Round > 0 {
		round = fmt.Sprintf("Round %d", w.Round)
	}
	return join(" · ", round, line(string(w.Task)))
}

// kindWords says what kind of question it is and how large the team, or "".
func kindWords(s *research.State) string {
	k := s.Kind
	if k == nil || len(s.Angles) == 0 { // what was decided is shown with the plan
		return ""
	}
	return join(" · ", capital(line(string(k.Type)))+" question", given("%s scope", line(k.Scope)),
		given("%s", countOr(k.Researchers, "researcher")), given("up to %s", countOr(k.Rounds, "round")))
}

// A triageRow is a significant statement with what backs it.
type triageRow struct {
	research.TriagedPoint
	Checks []research.ClaimChecked // of its claims
}

// triageRows returns the statements of a round with the checks of their claims.
func triageRows(s *research.State, t research.RoundTriaged) []triageRow {
	var rows []triageRow
	for _, point := range t.Points {
		row := triageRow{TriagedPoint: point}
		for _, id := range point.Claims {
			if c, ok := claimOf(s, id); ok {
				row.Checks = append(row.Checks, c.Checks...)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// sourceWords says on how many independent sources a statement stands.
func (r triageRow) sourceWords() string { return quantity(r.Sources, "source", "sources") }

// onward says whether the team went on after a round, and why.
func onward(s *research.State, t research.RoundTriaged) string {
	last := len(s.Triages) > 0 && s.Triages[len(s.Triages)-1].Round == t.Round
	over := s.Phase == "write" || s.Status.Over()
	words := "The team goes on."
	if !last {
		words = "The team went on."
	} else if over || t.Converged || len(t.FollowUps) == 0 {
		words = "The team stops here."
	}
	return words
}

// followWords says what kind of task was given out, and its name.
func followWords(f research.FollowUp) string {
	return join(": ", capital(line(string(f.Kind))), line(f.Label))
}

// checkSeat is the mark of what additional sources make of a claim.
func checkSeat(v research.CheckVerdict) seat {
	switch v {
	case research.CheckSupported:
		return seat{"up", string(v)}
	case research.CheckNuanced:
		return seat{"qu", string(v)}
	case research.CheckContested:
		return seat{"re", string(v)}
	}
	return seat{"wait", line(string(v))}
}

// namesOf joins what short lists name.
func namesOf(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, line(s))
	}
	return strings.Join(out, ", ")
}

package views

import (
	"cmp"
	"fmt"
	"slices"

	"assay/research"
)

// A boardRow is a claim on the board.
type boardRow struct {
	*research.ClaimState
	Class   string // of the row: "up", "re", "un", "judging" (votes are coming in) or "wait"
	Judging bool   // evidence on it is gathered, or votes are cast
	Seats   []seat
	Votes   []Vote
	verdict
}

// boardOf returns the claims that go before the voters, in an order that does
// not depend on how they fare: by importance, then by ID.
func boardOf(s *research.State) []boardRow {
	var rows []boardRow
	called := make(map[string]bool) // labels of calls
	for _, c := range s.Calls {
		called[c.Label] = true
	}
	for _, c := range s.Claims {
		if c.Dropped == "" {
			rows = append(rows, rowOf(s, c, called[c.Text]))
		}
	}
	slices.SortStableFunc(rows, func(a, b boardRow) int {
		return cmp.Or(cmp.Compare(b.Importance.Rank(), a.Importance.Rank()), cmp.Compare(a.ID, b.ID))
	})
	return rows
}

// rowOf returns the row of c. A claim is being judged once the search for
// evidence on it has been called for, which goes by the claim's own words.
func rowOf(s *research.State, c *research.ClaimState, called bool) boardRow {
	row := boardRow{ClaimState: c, Votes: votesOn(c)}
	voters := votersOf(s, row.Votes)
	switch {
	case c.Judged != nil:
		row.verdict = verdictOf(c.Judged.Outcome, c.Judged.Tally)
		row.Class, row.Seats = row.verdict.Class, seatsOf(row.Votes, voters, empty)
		if row.Class == "qu" {
			row.Class = "up"
		}
	case s.Status.Over():
		row.verdict = verdict{Class: "wait", Word: "Not judged"}
		row.Class, row.Seats = "wait", seatsOf(row.Votes, voters, empty)
	case called || len(c.Votes) > 0:
		row.verdict = verdict{Class: "wait", Word: "Judging"}
		row.Class, row.Judging, row.Seats = "wait", true, seatsOf(row.Votes, voters, empty)
		if n := len(c.Votes); n > 0 {
			row.Class, row.Score, row.Rest = "judging", score(c.Tally()), " so far"
		}
		if i := slices.Index(row.Seats, empty); i >= 0 {
			row.Seats[i] = thinking // somebody is; the journal does not say who
		}
	default:
		row.verdict = verdict{Class: "wait", Word: "Waiting"}
		row.Class, row.Seats = "wait", seatsOf(nil, voters, empty)
	}
	return row
}

// A fate is how many claims something became of.
type fate struct {
	Class string // of the bar's part
	Pip   string // class of the pip
	N     int
	Words string // "3 refuted"
	X, W  string // place and width in the bar, in percent
}

// fatesOf counts the claims on the board of a run, which may be over, by what
// became of them; fates that no claim has are left out.
func fatesOf(rows []boardRow, over bool) []fate {
	n := make(map[string]int)
	for _, r := range rows {
		if r.Judging {
			n["judging"]++
		} else {
			n[r.Class]++
		}
	}
	all := fates(n["up"], n["re"], n["judging"], n["un"], n["wait"])
	if last := len(all) - 1; over && n["wait"] > 0 {
		all[last].Words = fmt.Sprint(n["wait"], " not judged")
	}
	return all
}

// fatesIn counts the claims of a report.
func fatesIn(r *Report) []fate {
	n := make(map[research.Outcome]int)
	for _, c := range r.Claims {
		n[c.Outcome]++
	}
	return fates(n[research.Upheld], n[research.Refuted], 0, n[research.Unverified], 0)
}

func fates(upheld, refuted, judging, undecided, waiting int) []fate {
	return laid([]fate{
		{Class: "u", Pip: "up", N: upheld, Words: "upheld"},
		{Class: "r", Pip: "re", N: refuted, Words: "refuted"},
		{Class: "j", Pip: "think", N: judging, Words: "being judged"},
		{Class: "n", Pip: "ab", N: undecided, Words: "undecided"},
		{Class: "w", Pip: "wait", N: waiting, Words: "waiting"},
	})
}

// laid returns those fates that anything met, with their numbers in words and
// their places in the bar.
func laid(all []fate) []fate {
	total := 0
	for _, f := range all {
		total += f.N
	}
	var out []fate
	x := 0
	for _, f := range all {
		if f.N == 0 {
			continue
		}
		f.Words = fmt.Sprint(f.N, " ", f.Words)
		f.X, f.W = percent(x, total), percent(f.N, total)
		x += f.N
		out = append(out, f)
	}
	return out
}

func percent(n, of int) string { return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(of)) }

// fateWords says the fates in one line.
func fateWords(fates []fate) string {
	var words []string
	for _, f := range fates {
		words = append(words, f.Words)
	}
	return join(", ", words...)
}

// about says how much hangs on a claim and where it is from.
func (r boardRow) about() string {
	from := ""
	if r.Source != nil {
		from = hostOf(r.Source.URL)
		if r.Source.Read != nil {
			from += ", " + string(r.Source.Read.Grade)
		}
	}
	return join(" · ", capital(string(r.Importance)), from)
}

// droppedOf returns the claims that did not go before the voters.
func droppedOf(s *research.State) []*research.ClaimState {
	var out []*research.ClaimState
	for _, c := range s.Claims {
		if c.Dropped != "" {
			out = append(out, c)
		}
	}
	return out
}

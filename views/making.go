package views

import (
	"cmp"
	"fmt"
	"time"

	"assay/research"
)

// A Row is a fact about a report: what it is called, and the fact.
type Row struct {
	Name  string
	Value string // may hold foreign text
}

// Making says how the report came about: by what means, at what price, and
// what went wrong on the way.
func (r *Report) Making() []Row {
	rows := []Row{
		{"Method", r.Method},
		{"Models", cmp.Or(r.Model, "none answered")},
		{"Asked", r.Created.UTC().Format("2006-01-02 15:04 UTC")},
		{"Work", worked(r.Stats.Seconds)},
		{"Spent", r.Stats.spent()},
		{"Votes", fmt.Sprintf("%d cast, %d abstained", r.Stats.Votes, r.Stats.Abstained)},
	}
	for _, a := range r.Plan {
		rows = append(rows, Row{"Angle", join(": ", a.Label, a.Query)})
	}
	if r.Rejected > 0 {
		rows = append(rows, Row{"Rejected", count(r.Rejected, "claim") + " whose quote is not in the page"})
	}
	if n := r.untested(); n > 0 {
		rows = append(rows, Row{"Not tested", count(n, "claim")})
	}
	for _, e := range r.Engines {
		rows = append(rows, Row{"Search engine failed", join(": ", e.Engine, e.Reason)})
	}
	for _, n := range r.Notes {
		rows = append(rows, Row{"Note", n})
	}
	return rows
}

// untested counts the claims that were never judged.
func (r *Report) untested() (n int) {
	for _, c := range r.Claims {
		if c.Outcome == Untested {
			n++
		}
	}
	return n
}

// spent says what the model calls took.
func (st Stats) spent() string {
	s := fmt.Sprintf("%s in %s, %d tokens in and %d out", research.Money(st.Cost*1e6+0.5), count(st.Calls, "call"), st.TokensIn, st.TokensOut)
	if st.Unpriced > 0 {
		s += fmt.Sprintf("; the price of %s is not known", count(st.Unpriced, "call"))
	}
	return s
}

// worked returns a number of seconds for people: "3m12s".
func worked(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

package views

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"assay/research/port"
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
	}
	if len(r.Programs) > 0 {
		rows = append(rows, Row{"Program", "Assay " + strings.Join(r.Programs, ", then ")})
	}
	if r.Stats.AskedTwice > 0 {
		rows = append(rows, Row{"Asked twice", r.Stats.twice()})
	}
	if r.voted() {
		rows = append(rows, r.voting()...)
	} else {
		rows = append(rows, r.methodology()...)
	}
	for _, x := range r.Rejections {
		rows = append(rows, Row{"Rejected", x.String()})
	}
	if n := r.untested(); n > 0 && r.voted() {
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

// voting says what was searched and how many votes were cast.
func (r *Report) voting() []Row {
	rows := []Row{{"Votes", fmt.Sprintf("%d cast, %d abstained", r.Stats.Votes, r.Stats.Abstained)}}
	for _, a := range r.Plan {
		rows = append(rows, Row{"Angle", join(": ", a.Label, a.Query)})
	}
	return rows
}

// methodology says how far the search went.
func (r *Report) methodology() []Row {
	rows := []Row{
		{"Queries", fmt.Sprintf("%d answered", r.Stats.Queries)},
		{"Sources", join(", ", fmt.Sprintf("%d read", r.Stats.Fetched), given("%s blocked", numberOr(len(r.Blocked), "")), given("%s found but not read", numberOr(len(r.Dropped), "")))},
	}
	if nouns := nounsOf(r.Method); r.Stats.Rounds > 0 {
		rows = append(rows, Row{"Depth", join(", ", count(r.Stats.Rounds, nouns.Round), nouns.count(r.Stats.Angles))})
	}
	if len(r.Asked) > 0 {
		rows = append(rows, Row{"Search engines", join(", ", r.Asked...)})
	}
	if k := r.Kind; k != nil {
		rows = append(rows, Row{"Question", fmt.Sprintf("%s; %s scope, %s, up to %s", k.Type, k.Scope, count(k.Researchers, "researcher"), count(k.Rounds, "round"))})
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
	s := fmt.Sprintf("%s in %s, %d tokens in and %d out", port.Money(st.Cost*1e6+0.5), count(st.Calls, "call"), st.TokensIn, st.TokensOut)
	if st.Unpriced > 0 {
		s += fmt.Sprintf("; the price of %s is not known", count(st.Unpriced, "call"))
	}
	return s
}

// twice says what it means that calls were asked twice.
func (st Stats) twice() string {
	s := quantity(st.AskedTwice, "call that was late; the first answer counted", "calls that were late; the first answer to each counted")
	if st.Unheard == 0 {
		return s + ", both tries are in the sum"
	}
	return s + fmt.Sprintf(". %s cut off: what that may have cost is not known, and not in the sum", quantity(st.Unheard, "try was", "tries were"))
}

// worked returns a number of seconds for people: "3m12s".
func worked(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

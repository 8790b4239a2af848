package views

import (
	"fmt"
	"strings"
	"time"

	"assay/research"
	"assay/research/port"
)

// A gauge shows one thing that a run uses up.
type gauge struct {
	Name  string
	Value string
	Start time.Time // if set, Value is a clock that runs from here
	Small string
	N, Of int // how full it is; Of is 0 if there is no limit
}

// gaugesOf returns the gauges of a run.
func gaugesOf(p RunPage) []gauge {
	s, at := p.State, progressOf(p.State)
	return []gauge{
		timeGauge(p),
		moneyGauge(s.Usage, p.Limit),
		{Name: "Model calls", Value: fmt.Sprint(s.Usage.Calls), Small: given("%s in flight", numberOr(at.Calls, ""))},
		pagesGauge(at),
	}
}

func timeGauge(p RunPage) gauge {
	s := p.State
	g := gauge{Name: "Elapsed", Value: clock(workedAt(s, p.Now)), Small: p.left()}
	if s.Status == research.Running {
		g.Start = s.Last.Add(-s.Elapsed)
	}
	if p.Limit.Time > 0 {
		g.Small = join(", ", g.Small, "stops at "+clock(p.Limit.Time))
		g.N, g.Of = int(workedAt(s, p.Now).Seconds()), int(p.Limit.Time.Seconds())
	}
	return g
}

// workedAt returns how long a run has worked at the time now.
func workedAt(s *research.State, now time.Time) time.Duration {
	if s.Status == research.Running && now.After(s.Last) {
		return s.Elapsed + now.Sub(s.Last)
	}
	return s.Elapsed
}

// left says how long the run may still take. Before there are pages to read
// there is nothing to tell it from but other runs.
func (p RunPage) left() string {
	worked := workedAt(p.State, p.Now)
	switch {
	case p.Longest > 0 && worked > p.Longest*3/2:
		return "longer than usual"
	case p.Longest > worked && progressOf(p.State).Read > 0:
		return "up to " + roughly(p.Longest-worked) + " left"
	}
	return given("usually %s", p.Expected)
}

// roughly returns a duration in whole minutes, or tens of seconds below one.
func roughly(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Seconds()/10+1)*10)
	}
	return fmt.Sprintf("%d min", int(d.Minutes()+0.999))
}

// moneyGauge shows money where prices are known, else tokens.
func moneyGauge(u port.Usage, limit research.Budget) gauge {
	g := gauge{Name: "Spent", Value: dollars(u.Cost)}
	if u.Unpriced > 0 {
		g.Small = "and " + count(u.Unpriced, "call") + " of unknown price"
	}
	switch {
	case u.Cost == 0 && u.Tokens() > 0 && (u.Unpriced > 0 || limit.Cost == 0):
		g.Value, g.Small = thousands(u.Tokens()), "tokens, "+either(u.Unpriced > 0, "price not known", "free")
		if limit.Tokens > 0 {
			g.Small += ", limit " + thousands(limit.Tokens)
			g.N, g.Of = u.Tokens(), limit.Tokens
		}
	case limit.Cost > 0:
		g.Small = join(", ", "of "+dollars(limit.Cost)+" limit", g.Small)
		g.N, g.Of = int(u.Cost), int(limit.Cost)
	}
	return g
}

// dollars returns an amount for people: cents, and below one cent all digits.
func dollars(m port.Money) string {
	if m != 0 && m < 10_000 && m > -10_000 {
		return m.String()
	}
	return fmt.Sprintf("$%.2f", m.Dollars())
}

// thousands returns n with a space between groups of three digits.
func thousands(n int) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune('\u202f')
		}
		b.WriteRune(d)
	}
	return b.String()
}

func pagesGauge(at progress) gauge {
	g := gauge{Name: "Pages read", Value: fmt.Sprint(at.Read)}
	g.Small = join(", ",
		given("%s blocked", numberOr(at.Blocked, "")),
		given("%s to go", numberOr(at.Chosen-at.Read-at.Blocked, "")))
	g.N, g.Of = at.Read+at.Blocked, at.Chosen
	return g
}

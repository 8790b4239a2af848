package web

import (
	"context"
	"fmt"
	"math"
	"time"

	"assay/db"
	"assay/research"
	"assay/views"
)

// enoughRuns is how many past runs an estimate needs.
const enoughRuns = 3

// A full run of the verify method takes 14.4 s in the simulator, with eight
// calls in flight and a model that takes 1 s, and some 180,000 tokens. Models
// take about 5 to 20 s.
const (
	simulatedFast   = 5 * 14400 * time.Millisecond
	simulatedSlow   = 20 * 14400 * time.Millisecond
	simulatedTokens = "up to 180,000 tokens"
)

// methodCards returns the methods with what they take here.
func (s *Server) methodCards(ctx context.Context) ([]views.MethodCard, error) {
	var cards []views.MethodCard
	for _, m := range s.Engine.Methods() {
		card := views.MethodCard{Name: m.Name, Title: m.Title, Summary: m.Summary, PickFor: m.PickFor, Params: m.Params}
		for _, d := range m.Depths {
			past, err := s.DB.Past(ctx, m.Name, d.Name)
			if err != nil {
				return nil, err
			}
			depth := views.DepthCard{Name: d.Name, Title: d.Title, Buys: d.Buys}
			depth.Minutes, depth.Cost, depth.Basis = s.estimate(past)
			card.Depths = append(card.Depths, depth)
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// estimate says what a run like those may take and where that comes from.
func (s *Server) estimate(past db.Past) (time, cost, basis string) {
	switch {
	case past.Runs >= enoughRuns:
		return minutes(past.Fastest, past.Slowest), dollars(past.Least, past.Most), fmt.Sprintf("the last %d runs here", past.Runs)
	case s.NoKey:
		return "under 1 min", "free", "the built-in reader, which calls nobody"
	}
	return minutes(simulatedFast, simulatedSlow), simulatedTokens, "the simulator, for a model that answers in 5 to 20 s"
}

// minutes returns a range of times, as "2–4 min" or "20–50 s".
func minutes(fast, slow time.Duration) string {
	unit, name := time.Minute, "min"
	if slow < time.Minute {
		unit, name = time.Second, "s"
	}
	from, to := max(1, int(fast/unit)), max(1, int(math.Ceil(float64(slow)/float64(unit))))
	if from == to {
		return fmt.Sprintf("%d %s", to, name)
	}
	return fmt.Sprintf("%d–%d %s", from, to, name)
}

// dollars returns a range of costs, as "$0.05–0.12" or "free".
func dollars(least, most research.Money) string {
	if most == 0 {
		return "free"
	}
	from, to := fmt.Sprintf("%.2f", least.Dollars()), fmt.Sprintf("%.2f", math.Max(0.01, most.Dollars()))
	if from == to {
		return "$" + to
	}
	return "$" + from + "–" + to
}

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

// simulated says what a run takes in the simulator, over two manuals of some
// 1,700 pages, with eight calls in flight and a model that answers in 1 s
// (2026-11): seconds, and thousands of tokens. Models take about 5 to 20 s.
var simulated = map[string]struct{ seconds, tokens int }{
	"verify/standard":       {20, 190},
	"ledger/standard":       {17, 165},
	"ledger/exhaustive":     {19, 215},
	"tree/quick":            {7, 40},
	"tree/standard":         {13, 110},
	"tree/deep":             {23, 210},
	"tree/exhaustive":       {28, 525},
	"team/auto":             {22, 165},
	"team/focused":          {12, 55},
	"team/broad":            {16, 95},
	"team/comprehensive":    {25, 160},
	"explore/quick":         {10, 80},
	"explore/moderate":      {22, 190},
	"explore/comprehensive": {33, 295},
}

const (
	quickModel = 5 * time.Second // that a model takes for an answer
	slowModel  = 20 * time.Second
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
			depth.Minutes, depth.Cost, depth.Basis = s.estimate(m.Name+"/"+d.Name, past)
			card.Depths = append(card.Depths, depth)
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// estimate says what a run like those may take and where that comes from.
func (s *Server) estimate(depth string, past db.Past) (time, cost, basis string) {
	sim, known := simulated[depth]
	switch {
	case past.Runs >= enoughRuns:
		return minutes(past.Fastest, past.Slowest), dollars(past.Least, past.Most), fmt.Sprintf("the last %d runs here", past.Runs)
	case s.NoKey:
		return "under 1 min", "free", "the built-in reader, which calls nobody"
	case !known:
		return "", "", ""
	}
	return simulatedTime(sim.seconds), fmt.Sprintf("about %d,000 tokens", sim.tokens), "the simulator, for a model that answers in 5 to 20 s"
}

// simulatedTime scales what a run takes with a model that answers in 1 s.
func simulatedTime(seconds int) string {
	return minutes(time.Duration(seconds)*quickModel, time.Duration(seconds)*slowModel)
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

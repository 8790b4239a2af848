package web

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/views"
)

// enoughRuns is how many past runs an estimate needs.
const enoughRuns = 3

// simulated says what a run takes in the simulator, over two manuals of some
// 1,700 pages, with eight calls in flight and a model that answers in 1 s
// (2026-11): seconds, and thousands of tokens. Models take about 5 to 20 s.
var simulated = map[string]struct{ seconds, tokens int }{
	"verify/standard":         {20, 175},
	"verify/standard/economy": {17, 125},
	"ledger/standard":         {17, 165},
	"ledger/exhaustive":       {19, 215},
	"tree/quick":              {7, 40},
	"tree/standard":           {13, 110},
	"tree/deep":               {23, 210},
	"tree/exhaustive":         {28, 525},
	"team/auto":               {22, 165},
	"team/focused":            {12, 55},
	"team/broad":              {16, 95},
	"team/comprehensive":      {25, 160},
	"explore/quick":           {10, 80},
	"explore/moderate":        {22, 190},
	"explore/comprehensive":   {33, 295},
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
			depth, err := s.depthCard(ctx, m, d)
			if err != nil {
				return nil, err
			}
			card.Depths = append(card.Depths, depth)
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// depthCard returns a depth of m with what it takes here, in economy mode too if
// m has that.
func (s *Server) depthCard(ctx context.Context, m *engine.Method, d engine.Depth) (card views.DepthCard, err error) {
	card = views.DepthCard{Name: d.Name, Title: d.Title, Buys: d.Buys}
	o := research.Options{Depth: d.Name}
	if card.Estimate, err = s.estimate(ctx, m, o); err != nil {
		return card, err
	}
	if !slices.ContainsFunc(m.Params, func(p engine.Param) bool { return p.Name == research.VotesParam }) {
		return card, nil
	}
	o.Params = map[string]string{research.VotesParam: research.EconomyVotes}
	if card.Economy, err = s.estimate(ctx, m, o); card.Economy == card.Estimate {
		card.Economy = views.Estimate{}
	}
	return card, err
}

// estimate says what a run of m with such options may take and where that comes from.
func (s *Server) estimate(ctx context.Context, m *engine.Method, o research.Options) (views.Estimate, error) {
	past, err := s.Store.Past(ctx, m.Name, o)
	if err != nil {
		return views.Estimate{}, err
	}
	kind, runs := m.Name+"/"+o.Depth, "runs"
	if o.Economy() {
		kind, runs = kind+"/"+research.EconomyVotes, "economy runs"
	}
	sim, known := simulated[kind]
	switch {
	case past.Runs >= enoughRuns:
		return views.Estimate{Minutes: minutes(past.Fastest, past.Slowest), Cost: dollars(past.Least, past.Most), Basis: fmt.Sprintf("the last %d %s here", past.Runs, runs)}, nil
	case s.NoKey:
		return views.Estimate{Minutes: "under 1 min", Cost: "free", Basis: "the built-in reader, which calls nobody"}, nil
	case !known:
		return views.Estimate{}, nil
	}
	return views.Estimate{
		Minutes: simulatedTime(sim.seconds), Cost: fmt.Sprintf("about %d,000 tokens", sim.tokens),
		Basis: "the simulator, for a model that answers in 5 to 20 s",
	}, nil
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
func dollars(least, most port.Money) string {
	if most == 0 {
		return "free"
	}
	from, to := fmt.Sprintf("%.2f", least.Dollars()), fmt.Sprintf("%.2f", math.Max(0.01, most.Dollars()))
	if from == to {
		return "$" + to
	}
	return "$" + from + "–" + to
}

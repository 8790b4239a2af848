// Package explore lets the asker walk a map of a topic.
//
//	existing  build on what was researched before, or start fresh
//	scan      split the topic into four to six branches, learn a little of each, draw the map
//	explore   go where the asker goes, round by round, and draw the map anew
//	write     report what was found by theme, and what was not explored
//
// With nobody there to choose, a run follows the most promising questions of
// its own map for as many rounds as its depth gives it.
package explore

import (
	"context"
	"embed"
	"fmt"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
)

const (
	minBranches = 4 // of the first scan
	maxBranches = 6
	maxHits     = 6 // per query
	minLearned  = 3 // key facts of a branch
	maxLearned  = 5
	maxRaised   = 3   // questions that a branch may raise
	minQueries  = 2   // of a branch that was chosen
	maxRounds   = 20  // of any exploration
	maxWays     = 8   // branches explored in a round
	maxOwn      = 300 // characters of a question of the asker's own
	maxTold     = 120 // claims that the guide and the writer get to see
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// Method is guided exploration.
var Method = &engine.Method{
	Name:    "explore",
	Keys:    1,
	Title:   "Guided exploration",
	Summary: "Scans a topic, draws a map of it, and goes deeper wherever you point.",
	Phases:  []string{"existing", "scan", "explore", "write"},
	PickFor: "what there is to know",
	Depths:  offered(),
	Run:     run,
}

// A depth is how far an exploration goes.
type depth struct {
	name, title string
	rounds      string // that it usually takes
	queries     int    // at most, of a branch that was chosen
	pages       int    // that a branch reads
	dives       int    // that are followed when the asker says to continue
	alone       int    // rounds with nobody there to choose
}

// depths are all depths; the first is the default.
var depths = []depth{
	{name: "moderate", title: "Moderate", rounds: "3–4", queries: 3, pages: 3, dives: 3, alone: 4},
	{name: "quick", title: "Quick overview", rounds: "1–2", queries: 2, pages: 2, dives: 2, alone: 2},
	{name: "comprehensive", title: "Comprehensive", rounds: "5+", queries: 4, pages: 4, dives: 3, alone: 6},
}

// offered returns the depths as the start page offers them.
func offered() []engine.Depth {
	var out []engine.Depth
	for _, d := range depths {
		queries := fmt.Sprintf("%d to %d", minQueries, d.queries)
		if d.queries == minQueries {
			queries = fmt.Sprint(minQueries)
		}
		out = append(out, engine.Depth{Name: d.name, Title: d.title, Buys: fmt.Sprintf(
			"%s rounds; %s searches and %d pages for every branch you pick; %d rounds if nobody is there", d.rounds, queries, d.pages, d.alone)})
	}
	return out
}

// depthOf returns the depth with the given name, or the default.
func depthOf(name string) depth {
	for _, d := range depths {
		if d.name == name {
			return d
		}
	}
	return depths[0]
}

func run(ctx context.Context, r *engine.Run) (*research.Report, error) {
	if !r.Searches() {
		return nil, gather.ErrNoSearch
	}
	e := &exploration{run: r, g: &gather.Gatherer{Run: r}, depth: depthOf(r.Options.Depth)}
	for _, phase := range []struct {
		name string
		do   func(context.Context) error
	}{{"existing", e.start}, {"scan", e.scan}, {"explore", e.explore}} {
		if err := r.Enter(ctx, phase.name); err != nil {
			return nil, err
		}
		if err := phase.do(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.Enter(ctx, "write"); err != nil {
		return nil, err
	}
	return e.write(ctx)
}

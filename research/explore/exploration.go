package explore

import (
	"context"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// An exploration is what is known of a topic so far, and where one could go.
type exploration struct {
	run   *engine.Run
	g     *gather.Gatherer
	depth depth
	brief task.Brief

	round     int
	branches  []*branch // by number
	history   []research.MapRound
	open      []research.Preview // branches that could be explored
	beyond    []research.Preview // that could be, too, but found no room on the map
	dives     []research.Dive
	points    []research.DraftPoint // the most important discoveries
	disputes  []research.Dispute
	contested map[int]string // what sources disagree on, by claim
	notes     []string       // for the report
}

// say has the report say something of how it came about, once.
func (e *exploration) say(note string) {
	if !slices.Contains(e.notes, note) {
		e.notes = append(e.notes, note)
	}
}

// scan splits the topic into branches and looks into each.
func (e *exploration) scan(ctx context.Context) error {
	split := gather.Split{
		Into: "branches", Min: minBranches, Max: maxBranches, Prompts: prompts, Offer: e.run.Options.Plan,
		About: "Each branch is looked into once. Then you are shown a map and say where to go deeper. Depth: " + e.depth.name + ", " + e.depth.rounds + " rounds.",
	}
	angles, notes, err := split.Lines(ctx, e.run, e.brief)
	if err != nil {
		return err
	}
	e.notes = append(e.notes, notes...)
	var ways []way
	for _, a := range angles {
		ways = append(ways, way{Angle: a})
	}
	return e.travel(ctx, ways, "scan")
}

// travel goes some ways side by side, which is a round, and draws the map.
func (e *exploration) travel(ctx context.Context, ways []way, chosen string) error {
	e.round++
	now, err := e.branch(ctx, ways)
	if err != nil {
		return err
	}
	if err := e.search(ctx, now); err != nil {
		return err
	}
	if err := e.choose(ctx, now); err != nil {
		return err
	}
	if err := e.learn(ctx, now); err != nil {
		return err
	}
	h := research.MapRound{Round: e.round, Chosen: chosen, Time: e.run.Today()}
	for _, b := range now {
		h.Branches = append(h.Branches, b.Label)
	}
	e.history = append(e.history, h)
	return e.draw(ctx)
}

// branch starts a branch for each way.
func (e *exploration) branch(ctx context.Context, ways []way) ([]*branch, error) {
	var now []*branch
	for _, w := range ways {
		b := &branch{AnglePlanned: research.AnglePlanned{N: len(e.branches) + 1, Angle: w.Angle, Round: e.round, Task: w.task}}
		if b.Label = gather.Clean(b.Label); b.Label == "" {
			b.Label = b.Query
		}
		e.branches, now = append(e.branches, b), append(now, b)
		if err := e.run.Note(ctx, b.AnglePlanned); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// claims are all claims so far, by branch.
func (e *exploration) claims() []gather.Claim {
	var out []gather.Claim
	for _, b := range e.branches {
		out = append(out, b.claims...)
	}
	return out
}

// explored reports whether a branch with the given label was explored, even if
// it taught nothing.
func (e *exploration) explored(label string) bool {
	return slices.ContainsFunc(e.branches, func(b *branch) bool { return b.done() && same(b.Label, label) })
}

// same reports whether two labels name the same.
func same(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// words returns a query in one line, without addresses.
func words(query string) string { return strings.Join(strings.Fields(gather.Strip(query)), " ") }

// list returns a list that is never null as JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

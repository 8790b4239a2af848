// Package tree answers a question by growing a tree of searches: broad at first,
// half as broad at every level below, each search following up what the one
// above it found.
//
//	plan       split the question into as many sub-questions as the tree is broad
//	branch     level by level, all searches of a level side by side: search, read
//	           the best pages, learn from them, ask follow-up questions; the next
//	           level searches for their answers. Then one search for opposing views
//	deep read  read the pages that mattered most again, and more of them
//	write      report by theme; what rests on one source is labelled unverified
//
// # How many searches
//
// The first level has breadth searches. At level k each branch, which is a
// sub-question and all that grew from it, has ceil(breadth/2^(k-1)) of them,
// rounded up level by level: 5, 3, 2, 1. So there are breadth × (1 + breadth/2 +
// breadth/4 + ...) in all: 3×1 is 3, 4×2 is 12, 5×3 is 30, 8×4 is 64, which is
// what the method's formula and its table of presets say ("about 25" for 5×3
// leaves out the rounding up). Its pseudo-code, read to the letter, halves below
// every query instead of every branch: 20 for 4×3, 50 for 5×3 and 168 for 8×4,
// which the table contradicts.
//
// Breadth and depth may also be set by themselves. The method's plain default,
// where nobody picks a preset, is 4×3; here the default is the preset standard,
// 4×2, and depth 3 makes it 4×3, 16 searches.
package tree

import (
	"context"
	"embed"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const (
	maxHits    = 8      // per search
	maxPages   = 3      // read for a search
	minLearned = 3      // learnings wanted from a search
	maxLearned = 5      // the most that are taken
	followUps  = 3      // questions that go deeper, per search
	pageSize   = 5_000  // bytes of a page that a search's reader is given
	deepSize   = 10_000 // and when it is read again in the end
	minDeep    = 3      // pages that are
	maxDeep    = 5
	keyClaims  = 3 // whose opposites are searched for
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// Method is the tree of searches.
var Method = &engine.Method{
	Name:    "tree",
	Keys:    1,
	Title:   "Breadth and depth",
	Summary: "Follows up what it finds, level by level: broad searches first, then fewer and sharper ones, and reports by theme.",
	Phases:  []string{"plan", "branch", "deep read", "write"},
	PickFor: "how deep it goes",
	Depths:  depths(),
	Params: []engine.Param{
		{Name: "breadth", Title: "Breadth", Hint: "Sub-questions to start from; each level below has half as many searches per branch. As the depth has it, if not set.", Min: 3, Max: 10},
		{Name: "depth", Title: "Levels", Hint: "How often what was found is followed up, counting the first level. As the depth has it, if not set.", Min: 1, Max: 5},
	},
	Run: run,
}

// A tree is one question being researched.
type tree struct {
	run      *engine.Run
	g        *gather.Gatherer
	shape    shape
	academic bool
	brief    task.Brief
	roots    []*node     // the sub-questions
	nodes    []*node     // all lines of research, by number
	learned  []*learning // in the order they were taken in
	levels   int         // searched
	asked    []string    // queries made
	told     []*learning // that the writer is given
	notes    []string
}

// A node is one search, what it led to and what that taught.
type node struct {
	research.AnglePlanned
	root      *node // the sub-question it grew from
	goal      string
	hits      []research.HitFound
	pages     []*gather.Page
	summary   string
	followUps []string
	again     bool  // it reads a page that was read before
	taken     int   // learnings
	err       error // why there are none, or nil
}

func run(ctx context.Context, r *engine.Run) (*research.Report, error) {
	t := &tree{run: r, g: &gather.Gatherer{Run: r}, shape: shapeOf(r.Options), academic: academic(r.Question)}
	if err := r.Enter(ctx, "plan"); err != nil {
		return nil, err
	}
	if err := t.plan(ctx); err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "branch"); err != nil {
		return nil, err
	}
	if err := t.branch(ctx); err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "deep read"); err != nil {
		return nil, err
	}
	if err := t.deepen(ctx); err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "write"); err != nil {
		return nil, err
	}
	return t.write(ctx)
}

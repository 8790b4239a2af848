// Package ledger answers a question from a ledger of evidence in which every
// sentence is reviewed against what it cites.
//
//	decompose   split the question into subtopics, each with a scope
//	retrieve    search and read in rounds; after each, look for gaps and conflicts
//	synthesize  one worker per subtopic makes findings of its evidence alone
//	review      two reviewers hold each finding against the evidence it cites
//	challenge   a critic attacks what much hangs on or sources disagree about
//	write       the answer first, then the reviewed findings, word for word
package ledger

import (
	"context"
	"embed"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const (
	minSubtopics = 2
	maxQueries   = 3  // per subtopic and round
	maxHits      = 6  // per query
	maxPages     = 4  // new ones, per subtopic and round
	maxTaken     = 6  // claims per page
	maxEvidence  = 60 // that a worker gets to see
	maxFindings  = 8  // that it may propose
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// Method is the evidence ledger.
var Method = &engine.Method{
	Name:    "ledger",
	Keys:    1,
	Title:   "Evidence ledger",
	Summary: "Keeps a ledger of evidence by subtopic and reports only findings that a reviewer held against the evidence they cite.",
	Phases:  []string{"decompose", "retrieve", "synthesize", "review", "challenge", "write"},
	PickFor: "what must be cited",
	Depths: []engine.Depth{
		{Name: standard, Title: "Standard", Buys: "up to 3 subtopics, 2 rounds of searching, up to 4 new pages a subtopic and round, two reviewers and a critic"},
		{Name: exhaustive, Title: "Exhaustive", Buys: "up to 5 subtopics, 3 rounds of searching, up to 4 new pages a subtopic and round, two reviewers and a critic"},
	},
	Params: []engine.Param{
		{Name: "researchers", Title: "Researchers", Hint: "subtopics at most, and workers side by side; 3 if not set, 5 when exhaustive", Min: 1, Max: 6},
		{Name: "rounds", Title: "Rounds", Hint: "rounds of searching at most; 2 if not set, 3 when exhaustive", Min: 1, Max: 4},
		{Name: "output", Title: "Output", Hint: "a report with a section for each subtopic, or a brief: the answer and the key findings", Words: []string{"report", "brief"}},
	},
	Run: run,
}

// A ledger is a run of the method.
type ledger struct {
	settings
	run       *engine.Run
	gatherer  *gather.Gatherer
	brief     task.Brief
	subtopics []*subtopic
	round     int                             // the current one, from 1; in the end, how many were run
	claims    map[*gather.Page][]gather.Claim // taken from the pages read so far
	proposals []*proposal
	notes     []string
	undone    []string // work that was meant and could not be done
}

func run(ctx context.Context, r *engine.Run) (*research.Report, error) {
	l := &ledger{
		settings: settingsOf(r.Options), run: r, gatherer: &gather.Gatherer{Run: r}, claims: make(map[*gather.Page][]gather.Claim),
	}
	for _, phase := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"decompose", l.decompose},
		{"retrieve", l.retrieve},
		{"synthesize", l.synthesize},
		{"review", l.review},
		{"challenge", l.challenge},
	} {
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
	return l.write(ctx)
}

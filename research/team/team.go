// Package team answers a question with a lead and a team of researchers who
// work in rounds and never see each other's findings.
//
//	classify  what type of question it is: that decides scope, sources and report
//	plan      split the question into independent angles, one for each researcher
//	round N   each researcher searches and reads for its own tasks; the lead then
//	          triages all findings and hands out the tasks of the next round
//	write     report by type of question, each finding with its likelihood
//
// A statement is HIGH with three independent sources of at least two kinds and
// no credible dissent, MEDIUM with two independent sources, else LOW. In
// comprehensive scope one who did not make a claim verifies it by other sources.
package team

import (
	"context"
	"embed"
	"fmt"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const (
	maxRounds  = 5 // the most of any scope, and one more
	maxQueries = 3 // that a researcher makes for a task, the one it was given among them
	maxHits    = 6 // per query
	maxPages   = 4 // that a researcher reads for a task
	maxLearned = 6 // claims that it takes from them
	thin       = 2 // claims; with fewer, a task's coverage is thin
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// Method is the research team.
var Method = &engine.Method{
	Name:    "team",
	Keys:    1,
	Title:   "Research team",
	Summary: "A lead sends independent researchers out in rounds, weighs what they bring, and has claims checked by those who did not make them.",
	Phases:  []string{"classify", "plan", "round 1", "round 2", "round 3", "round 4", "round 5", "write"},
	PickFor: "what kind of question it is",
	Depths: []engine.Depth{
		{Name: auto, Title: "By type of question", Buys: "a focused, broad or comprehensive team, as the type of the question calls for"},
		{Name: focused.name, Title: "Focused", Buys: "2 researchers, 1 to 2 rounds, no verification"},
		{Name: broad.name, Title: "Broad", Buys: "3 researchers, 2 to 3 rounds, no verification"},
		{Name: comprehensive.name, Title: "Comprehensive", Buys: "4 researchers, 3 to 4 rounds, claims verified across researchers"},
	},
	Run: run,
}

// A team researches one question.
type team struct {
	run     *engine.Run
	g       *gather.Gatherer
	brief   task.Brief
	kind    research.QuestionClassified
	scope   scope
	members []string      // letters
	tasks   []*assignment // of all rounds, by number
	claims  []*claim      // in the order they were taken in
	round   int           // the last one begun
	reading reading       // what the lead makes of it all
	notes   []string
	undone  []string // why work was left undone
}

// An assignment is one researcher's, in one round.
type assignment struct {
	research.AnglePlanned
	claim   int                    // to verify, or 0
	hits    []research.HitFound    // that its searches brought
	queries []string               // that were made
	pages   []*gather.Page         // that were chosen
	taken   int                    // claims that its pages gave
	summary string                 // what came back
	checked *research.ClaimChecked // of a verification
	err     error                  // why nothing came back, or nil
}

// A claim is one that a researcher took.
type claim struct {
	gather.Claim
	state *research.ClaimState
	by    *assignment
}

func run(ctx context.Context, r *engine.Run) (*research.Report, error) {
	if !r.Searches() {
		return nil, gather.ErrNoSearch
	}
	t := &team{run: r, g: &gather.Gatherer{Run: r}}
	if err := r.Enter(ctx, "classify"); err != nil {
		return nil, err
	}
	if err := t.classify(ctx); err != nil {
		return nil, err
	}
	if err := r.Enter(ctx, "plan"); err != nil {
		return nil, err
	}
	if err := t.plan(ctx); err != nil {
		return nil, err
	}
	for todo := t.tasks; len(todo) > 0; {
		t.round++
		if err := r.Enter(ctx, fmt.Sprintf("round %d", t.round)); err != nil {
			return nil, err
		}
		if err := t.carryOut(ctx, todo); err != nil {
			return nil, err
		}
		next, err := t.triage(ctx)
		if err != nil {
			return nil, err
		}
		todo = next
	}
	if err := r.Enter(ctx, "write"); err != nil {
		return nil, err
	}
	return t.write(ctx)
}

// note tells the reader of the report how it came to be what it is.
func (t *team) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// lacks says why work was left undone.
func (t *team) lacks(format string, args ...any) {
	t.undone = append(t.undone, fmt.Sprintf(format, args...))
}

// add gives a task to a researcher, who joins the team if need be.
func (t *team) add(ctx context.Context, k *assignment) error {
	k.N = len(t.tasks) + 1
	t.tasks = append(t.tasks, k)
	for len(t.members) == 0 || t.members[len(t.members)-1] < k.Researcher {
		t.members = append(t.members, letter(len(t.members)))
	}
	return t.run.Note(ctx, k.AnglePlanned)
}

// letter names a researcher.
func letter(i int) string { return string(rune('A' + i)) }

// take keeps the claims that a task brought.
func (t *team) take(k *assignment, claims ...gather.Claim) {
	k.taken += len(claims)
	for _, c := range claims {
		t.claims = append(t.claims, &claim{c, c.State(), k})
	}
}

// byID returns the claim with a number, or nil.
func (t *team) byID(id int) *claim {
	for _, c := range t.claims {
		if c.ID == id {
			return c
		}
	}
	return nil
}

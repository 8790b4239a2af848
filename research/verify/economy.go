package verify

import (
	"context"

	"assay/research"
	"assay/research/engine"
	"assay/research/task"
)

// votesParam says how many votes a claim gets.
var votesParam = engine.Param{
	Name: research.VotesParam, Title: "Votes",
	Hint: "Three skeptics vote on each claim; with economy two do, and the third only where they differ or one could not answer. " +
		"A claim fares the same, for about a third fewer votes; but shorter passages of pages are read, and no finding is surer than medium. Three if not set.",
	Words: []string{"three", research.EconomyVotes},
}

// thriftyPage is how many bytes of a page an economy run gives a model.
const thriftyPage = 8_000

// pageSize returns how many bytes of a page the run gives a model, or 0 for the
// usual.
func pageSize(r *engine.Run) int {
	if r.Options.Economy() {
		return thriftyPage
	}
	return 0
}

// cast has the seats of a claim vote, in their order. In economy mode the third
// is asked only if the first two do not settle it; what becomes of the claim is
// what becomes of it with three votes all the same: two voters for it uphold it
// and two against it refute it, whatever the third says ([research.Tally.Outcome]).
// A qualified vote is one for it; an abstention is for neither side and settles
// nothing. The third voter is asked what it would be asked anyway.
func cast(ctx context.Context, r *engine.Run, seats []engine.Task, check func(task.Ballot) error) ([]engine.Answer[task.Ballot], error) {
	if !r.Options.Economy() {
		return engine.Panel(ctx, r, seats, check)
	}
	first, err := engine.Panel(ctx, r, seats[:2], check)
	if err != nil || agree(first[0], first[1]) {
		return first, err
	}
	third, err := engine.Panel(ctx, r, seats[2:], check)
	return append(first, third...), err
}

// agree reports whether two voters are both for a claim or both against it.
func agree(a, b engine.Answer[task.Ballot]) bool {
	against := func(a engine.Answer[task.Ballot]) bool { return a.Value.Verdict == research.RefutedVote }
	return a.Err == nil && b.Err == nil && against(a) == against(b)
}

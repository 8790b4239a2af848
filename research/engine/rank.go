package engine

import "assay/research/task"

// Ranks of calls, for when they have to wait for one another: what more other
// work waits for goes first. Planning opens searches, reading opens judging, and
// the judging of one claim opens nothing. A report is written when nothing else
// is left, or when it is wanted at once.
const (
	rankPlan  = iota // whatever the table below does not name, the report too
	rankRead         // what turns pages into claims
	rankJudge        // votes, reviews and checks
	rankSpare        // a second try at a call that is late: only if nothing else waits
)

var ranks = map[string]int{
	task.NameExtract: rankRead, task.NameLearn: rankRead, task.NameSynthesize: rankRead,
	task.NameVote: rankJudge, task.NameReview: rankJudge, task.NameChallenge: rankJudge, task.NameCheck: rankJudge,
}

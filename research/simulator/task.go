package simulator

import (
	"math/rand/v2"

	"assay/research"
)

// A simulated task is one of package research's: the form of its answer, by
// which its schema is recognised, and how the model answers it.
type simulated struct {
	form   any
	answer func(s *ModelServer, prompt string, r *rand.Rand) any // a pointer to a form
}

var tasks = map[string]simulated{
	research.TaskClarify: {research.Clarity{}, (*ModelServer).clarify},
	research.TaskSplit:   {research.Plan{}, (*ModelServer).split},
	research.TaskQueries: {research.Queries{}, (*ModelServer).queries},
	research.TaskGrade:   {research.Grades{}, (*ModelServer).grade},
	research.TaskExtract: {research.Extraction{}, (*ModelServer).extract},
	research.TaskLearn:   {research.Learned{}, (*ModelServer).learn},
	research.TaskDraft:   {research.Draft{}, (*ModelServer).draft},

	research.TaskVote:    {research.Ballot{}, (*ModelServer).vote},
	research.TaskCompose: {research.Composition{}, (*ModelServer).compose},

	research.TaskAssess:     {research.Assessment{}, (*ModelServer).assess},
	research.TaskSynthesize: {research.Synthesis{}, (*ModelServer).synthesize},
	research.TaskReview:     {research.Reviews{}, (*ModelServer).review},
	research.TaskChallenge:  {research.Challenges{}, (*ModelServer).challenge},

	research.TaskClassify: {research.Classification{}, (*ModelServer).classify},
	research.TaskTriage:   {research.Triage{}, (*ModelServer).triage},
	research.TaskCheck:    {research.Check{}, (*ModelServer).check},

	research.TaskMap: {research.MapDraft{}, (*ModelServer).chart},
}

// typed returns the answer to one of package research's tasks, as a pointer, or nil.
func (s *ModelServer) typed(c call) any {
	t, ok := tasks[c.task]
	if !ok {
		return nil
	}
	return t.answer(s, c.prompt, random(s.Seed, c.prompt))
}

package simulator

import (
	"math/rand/v2"

	"assay/research"
	"assay/research/task"
)

// A simulated task is one of package task's: the form of its answer, by
// which its schema is recognised, and how the model answers it.
type simulated struct {
	form   any
	answer func(s *ModelServer, prompt string, r *rand.Rand) any // a pointer to a form
}

var tasks = map[string]simulated{
	task.NameClarify: {task.Clarity{}, (*ModelServer).clarify},
	task.NameSplit:   {research.Plan{}, (*ModelServer).split},
	task.NameQueries: {task.Queries{}, (*ModelServer).queries},
	task.NameGrade:   {task.Grades{}, (*ModelServer).grade},
	task.NameExtract: {task.Extraction{}, (*ModelServer).extract},
	task.NameLearn:   {task.Learned{}, (*ModelServer).learn},
	task.NameDraft:   {task.Draft{}, (*ModelServer).draft},

	task.NameVote:    {task.Ballot{}, (*ModelServer).vote},
	task.NameCompose: {task.Composition{}, (*ModelServer).compose},

	task.NameAssess:     {research.Assessment{}, (*ModelServer).assess},
	task.NameSynthesize: {task.Synthesis{}, (*ModelServer).synthesize},
	task.NameReview:     {task.Reviews{}, (*ModelServer).review},
	task.NameChallenge:  {task.Challenges{}, (*ModelServer).challenge},

	task.NameClassify: {research.Classification{}, (*ModelServer).classify},
	task.NameTriage:   {task.Triage{}, (*ModelServer).triage},
	task.NameCheck:    {task.Check{}, (*ModelServer).check},

	task.NameMap: {task.MapDraft{}, (*ModelServer).chart},
}

// typed returns the answer to one of package task's tasks, as a pointer, or nil.
func (s *ModelServer) typed(c call) any {
	t, ok := tasks[c.task]
	if !ok {
		return nil
	}
	return t.answer(s, c.prompt, random(s.Seed, c.prompt))
}

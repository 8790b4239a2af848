// Package reader is the built-in reader: a [port.Model] that does the tasks
// of package task by rules, without a language model, a network or chance.
//
// It cuts pages into sentences, ranks those that can stand alone as claims,
// weighs each against what other sites say by overlap, negation, numbers,
// contraries, hedges and dates, and groups what survives. It reads English;
// in other languages only overlap and numbers tell it anything.
package reader

import (
	"context"
	"encoding/json"
	"fmt"

	"assay/research/port"
	"assay/research/task"
)

// Name is what the reader calls itself in [port.Response.Model].
const Name = "built-in reader"

// A Model answers requests by rules. The zero value is ready to use.
type Model struct{}

var _ port.Model = Model{}

// Generate does the task in r.Input, which must be one of the task types of
// package task; it looks at nothing else in r. The answer is JSON of the
// task's answer type. The same input always gets the same answer. Another
// input is a [port.Failure] of class [port.Fatal].
func (Model) Generate(ctx context.Context, r port.Request) (port.Response, error) {
	if err := ctx.Err(); err != nil {
		return port.Response{}, fmt.Errorf("%s: %w", r.Task, err)
	}
	answer, err := do(r)
	if err != nil {
		return port.Response{}, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return port.Response{}, fmt.Errorf("answer to %s: %w", r.Task, err)
	}
	return port.Response{Text: string(text), Finish: port.Complete, Model: Name, Usage: port.Usage{Calls: 1}}, nil
}

// do returns the answer to a request, as a value of the task's answer type.
func do(r port.Request) (any, error) {
	switch t := r.Input.(type) {
	case *task.ClarifyTask:
		return clarify(t), nil
	case *task.SplitTask:
		return split(t), nil
	case *task.QueriesTask:
		return queries(t), nil
	case *task.GradeTask:
		return grade(t), nil
	case *task.ExtractTask:
		return extract(t), nil
	case *task.LearnTask:
		return learn(t), nil
	case *task.DraftTask:
		return draft(t), nil
	}
	return judge(r)
}

// judge is do for the tasks of one method.
func judge(r port.Request) (any, error) {
	switch t := r.Input.(type) {
	case *task.VoteTask:
		return vote(t), nil
	case *task.ComposeTask:
		return compose(t), nil
	case *task.AssessTask:
		return assess(t), nil
	case *task.SynthesizeTask:
		return synthesize(t), nil
	case *task.ReviewTask:
		return review(t), nil
	case *task.ChallengeTask:
		return challenge(t), nil
	case *task.ClassifyTask:
		return classify(t), nil
	case *task.TriageTask:
		return triage(t), nil
	case *task.CheckTask:
		return check(t), nil
	case *task.MapTask:
		return chart(t), nil
	}
	return nil, port.Fail(port.Fatal, "the built-in reader cannot do the task %q: choose a method it knows, or set up a language model", r.Task)
}

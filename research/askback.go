package research

import "context"

// maxQuestions is the most that an asker is asked back.
const maxQuestions = 3

// AskBack asks the asker up to three questions, if someone is there to answer
// and the model finds that the answers would change the research. Every
// question may be left unanswered. t is a task of the name [TaskClarify].
func AskBack(ctx context.Context, r *Run, t Task) ([]Clarified, error) {
	if r.Options.Alone || !r.Options.Plan {
		return nil, nil
	}
	asked, err := Ask[Clarity](ctx, r, t)
	if err != nil || len(asked.Questions) == 0 {
		return nil, ctx.Err() // a question that could not be put is one that was skipped
	}
	q := Questions{asked.Questions[:min(len(asked.Questions), maxQuestions)]}
	got, err := Choose(ctx, r, OfferQuestions, q, Answers{})
	if err != nil {
		return nil, err
	}
	return q.Answered(got), nil
}

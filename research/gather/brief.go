package gather

import (
	"context"
	"fmt"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/task"
)

// Brief returns what those who plan and write are told. If someone is there to
// answer and the question is not clear enough, it asks back first. Without
// anything to search with it fails with [ErrNoSearch]. If the run builds on a
// report, what that established is noted and told.
func Brief(ctx context.Context, r *engine.Run) (task.Brief, error) {
	if !r.Searches() {
		return task.Brief{}, ErrNoSearch
	}
	t := prompts.Task("planner", task.NameClarify, &task.ClarifyTask{
		Brief: task.Brief{Question: r.Question, Today: r.Today(), Lang: r.Options.Lang}, Max: 3,
	})
	answers, err := askBack(ctx, r, t)
	if err != nil {
		return task.Brief{}, err
	}
	b := task.Brief{Question: r.Question, Today: r.Today(), Lang: r.Options.Lang, Answers: answers}
	if r.Options.From == "" {
		return b, nil
	}
	return BuildOn(ctx, r, b, r.Options.From)
}

// maxQuestions is the most that an asker is asked back.
const maxQuestions = 3

// askBack asks the asker up to three questions, if someone is there to answer
// and the model finds that the answers would change the research. Every
// question may be left unanswered. t is a task of the name [task.NameClarify].
func askBack(ctx context.Context, r *engine.Run, t engine.Task) ([]research.Clarified, error) {
	if r.Options.Alone || !r.Options.Plan {
		return nil, nil
	}
	asked, err := engine.Ask[task.Clarity](ctx, r, t)
	if err != nil || len(asked.Questions) == 0 {
		return nil, ctx.Err() // a question that could not be put is one that was skipped
	}
	q := research.Questions{Questions: asked.Questions[:min(len(asked.Questions), maxQuestions)]}
	got, err := engine.Choose(ctx, r, research.OfferQuestions, q, research.Answers{})
	if err != nil {
		return nil, err
	}
	return q.Answered(got), nil
}

// maxPremises is the most claims that a run starts from.
const maxPremises = 20

// A ground is what an earlier report gives a run to start from.
type ground struct {
	Premises []research.Premise `json:"premises"`
	Open     []string           `json:"open"` // questions that it left open
}

// BuildOn returns b with what the report of another run established, which it
// notes.
func BuildOn(ctx context.Context, r *engine.Run, b task.Brief, from string) (task.Brief, error) {
	g, err := engine.Keep(ctx, r, "ground in "+from, func() (ground, error) { return groundIn(ctx, r, from) })
	if err != nil {
		return b, fmt.Errorf("build on %s: %w", from, err)
	}
	b.Premises, b.Open = g.Premises, g.Open
	for i, p := range g.Premises {
		if err := r.Note(ctx, research.PremiseTaken{N: i + 1, Premise: p}); err != nil {
			return b, err
		}
	}
	return b, nil
}

// groundIn reads the report of another run: one claim, the strongest, of each of
// its findings.
func groundIn(ctx context.Context, r *engine.Run, from string) (g ground, err error) {
	s, err := r.Earlier(ctx, from)
	if err != nil {
		return g, err
	}
	asked := s.Created.UTC().Format(time.DateOnly)
	for _, f := range s.Findings {
		for _, c := range s.Claims {
			if len(f.Claims) == 0 || c.ID != f.Claims[0] || len(g.Premises) == maxPremises {
				continue
			}
			p := research.Premise{Run: from, Claim: c.ID, Text: c.Text, Asked: asked, Standing: f.Confidence}
			if c.Source != nil {
				p.Title, p.URL = c.Source.Title, c.Source.URL
				if c.Source.Read != nil {
					p.Published = c.Source.Read.Published
				}
			}
			g.Premises = append(g.Premises, p)
		}
	}
	if s.Report != nil {
		g.Open = s.Report.OpenQuestions
	}
	return g, nil
}

package research

import (
	"context"
	"fmt"
	"time"
)

// maxPremises is the most claims that a run starts from.
const maxPremises = 20

// A Ground is what an earlier report gives a run to start from.
type Ground struct {
	Premises []Premise `json:"premises"`
	Open     []string  `json:"open"` // questions that it left open
}

// Brief returns what those who plan and write are told: the question, what the
// asker added to it and, if the run builds on a report, what that established.
// It notes the premises.
func (r *Run) Brief(ctx context.Context, answers []Clarified) (Brief, error) {
	b := Brief{Question: r.Question, Today: r.Today(), Lang: r.Options.Lang, Answers: answers}
	if r.Options.From == "" {
		return b, nil
	}
	return r.build(ctx, b, r.Options.From)
}

// BuildOn returns b with what the report of another run established, which it
// notes.
func (r *Run) BuildOn(ctx context.Context, b Brief, from string) (Brief, error) {
	return r.build(ctx, b, from)
}

func (r *Run) build(ctx context.Context, b Brief, from string) (Brief, error) {
	g, err := Keep(ctx, r, "ground in "+from, func() (Ground, error) { return r.ground(ctx, from) })
	if err != nil {
		return b, fmt.Errorf("build on %s: %w", from, err)
	}
	b.Premises, b.Open = g.Premises, g.Open
	for i, p := range g.Premises {
		if err := r.Note(ctx, PremiseTaken{i + 1, p}); err != nil {
			return b, err
		}
	}
	return b, nil
}

// ground reads the report of another run: one claim, the strongest, of each of
// its findings.
func (r *Run) ground(ctx context.Context, from string) (g Ground, err error) {
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
			p := Premise{Run: from, Claim: c.ID, Text: c.Text, Asked: asked, Standing: f.Confidence}
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

package gather

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/task"
)

// ErrNoSearch says that a run has nothing to search with. It stops there:
// nothing is answered from a model's memory.
var ErrNoSearch = errors.New("research needs a search engine, and none is set up")

// A Split is a question to be split into lines of research.
type Split struct {
	Into     string // what they are called: "angles", "subtopics"
	Min, Max int    // how many
	Prompts  engine.Prompts
	Offer    bool                   // show the plan and wait before spending on it
	About    string                 // what else the asker should know of the plan
	Type     research.QuestionType  // what kind of question it is, if the method asked
	Parts    []research.SubQuestion // that it is made of, if it is compound
}

// Lines has the planner split the question into lines of research, and says in
// notes what was amiss. If the plan is to be seen first it waits for it to come
// back, perhaps changed.
func (s Split) Lines(ctx context.Context, r *engine.Run, b task.Brief) (lines []research.Angle, notes []string, err error) {
	t := s.Prompts.Task("planner", task.NameSplit, &task.SplitTask{Brief: b, Into: s.Into, Min: s.Min, Max: s.Max, Type: s.Type, Parts: s.Parts})
	plan, err := engine.Ask(ctx, r, t, s.enough)
	plan.Angles = s.tidy(plan.Angles)
	if err != nil && (len(plan.Angles) == 0 || ctx.Err() != nil) {
		return nil, nil, err
	}
	if err != nil {
		notes = []string{fmt.Sprintf("The planner found only %d of at least %d %s, even when asked again.", len(plan.Angles), s.Min, s.Into)}
	}
	if s.Offer {
		offer := research.PlanOffer{Plan: plan, Into: s.Into, Max: s.Max, About: s.About}
		if plan, err = engine.Choose(ctx, r, research.OfferPlan, offer, plan); err != nil {
			return nil, nil, err
		}
		plan.Angles = s.tidy(plan.Angles)
	}
	if len(plan.Angles) == 0 {
		return nil, nil, fmt.Errorf("none of the %s is left to research", s.Into)
	}
	return plan.Angles, notes, nil
}

// enough says what is wrong with a plan of too few lines.
func (s Split) enough(p research.Plan) error {
	switch n := len(s.tidy(p.Angles)); {
	case n == 0:
		return errors.New("there is none with a query: the question was not split into searches")
	case n < s.Min:
		return fmt.Errorf("there are %d distinct %s; give at least %d", n, s.Into, s.Min)
	}
	return nil
}

// tidy drops lines without a query or with another's, and those beyond the most.
func (s Split) tidy(lines []research.Angle) []research.Angle {
	seen := make(map[string]bool)
	var out []research.Angle
	for _, a := range lines {
		a.Query = strings.Join(strings.Fields(a.Query), " ")
		if key := strings.ToLower(a.Query); key != "" && !seen[key] && len(out) < s.Max {
			seen[key] = true
			out = append(out, a)
		}
	}
	return out
}

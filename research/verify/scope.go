package verify

import (
	"context"
	"errors"
	"strings"

	"assay/research"
)

// scope splits the question into angles. If the user wants to see the plan
// first, it waits for the plan to come back, perhaps changed.
func scope(ctx context.Context, r *research.Run) ([]research.AnglePlanned, error) {
	plan, err := research.Ask[research.Plan](ctx, r, prompts.Task("planner", research.TaskSplit, &research.SplitTask{
		Question: r.Question, Min: minAngles, Max: maxAngles, Today: r.Today(),
	}))
	if err != nil {
		return nil, err
	}
	plan.Angles = tidy(plan.Angles)
	if r.Options.Plan && len(plan.Angles) > 0 {
		if plan, err = research.Choose[research.Plan, research.Plan](ctx, r, "plan", plan); err != nil {
			return nil, err
		}
		plan.Angles = tidy(plan.Angles)
	}
	if len(plan.Angles) == 0 {
		return nil, errors.New("the planner found no angle to research: the question could not be split into searches")
	}
	var angles []research.AnglePlanned
	for i, a := range plan.Angles {
		angles = append(angles, research.AnglePlanned{N: i + 1, Angle: a})
		if err := r.Note(ctx, angles[i]); err != nil {
			return nil, err
		}
	}
	return angles, nil
}

// tidy drops angles without a query or with another's, and those beyond the sixth.
func tidy(angles []research.Angle) []research.Angle {
	seen := make(map[string]bool)
	var out []research.Angle
	for _, a := range angles {
		a.Query = strings.Join(strings.Fields(a.Query), " ")
		if key := strings.ToLower(a.Query); key != "" && !seen[key] && len(out) < maxAngles {
			seen[key] = true
			out = append(out, a)
		}
	}
	return out
}

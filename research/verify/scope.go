package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"assay/research"
)

// scope splits the question into angles, and says in notes what was amiss. If the user wants to see the plan
// first, it waits for the plan to come back, perhaps changed.
func scope(ctx context.Context, r *research.Run) (angles []research.AnglePlanned, notes []string, err error) {
	plan, err := research.Ask(ctx, r, prompts.Task("planner", research.TaskSplit, &research.SplitTask{
		Question: r.Question, Min: minAngles, Max: maxAngles, Today: r.Today(),
	}), enough)
	plan.Angles = tidy(plan.Angles)
	if err != nil && len(plan.Angles) == 0 {
		return nil, nil, err
	}
	if err != nil {
		notes = []string{fmt.Sprintf("The planner found only %d of at least %d angles, even when asked again.", len(plan.Angles), minAngles)}
	}
	if r.Options.Plan {
		if plan, err = research.Choose[research.Plan, research.Plan](ctx, r, "plan", plan); err != nil {
			return nil, nil, err
		}
		plan.Angles = tidy(plan.Angles)
	}
	if len(plan.Angles) == 0 {
		return nil, nil, errors.New("there is no angle left to research")
	}
	for i, a := range plan.Angles {
		angles = append(angles, research.AnglePlanned{N: i + 1, Angle: a})
		if err := r.Note(ctx, angles[i]); err != nil {
			return nil, nil, err
		}
	}
	return angles, notes, nil
}

// enough says what is wrong with a plan of too few angles.
func enough(p research.Plan) error {
	switch n := len(tidy(p.Angles)); {
	case n == 0:
		return errors.New("there is no angle with a query: the question was not split into searches")
	case n < minAngles:
		return fmt.Errorf("there are %d distinct angles; give at least %d", n, minAngles)
	}
	return nil
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

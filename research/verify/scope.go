package verify

import (
	"context"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// scope splits the question into angles, and says in notes what was amiss. If the user wants to see the plan
// first, it waits for the plan to come back, perhaps changed.
func scope(ctx context.Context, r *engine.Run, b task.Brief) (angles []research.AnglePlanned, notes []string, err error) {
	split := gather.Split{Into: "angles", Min: minAngles, Max: maxAngles, Prompts: prompts, Offer: r.Options.Plan}
	lines, notes, err := split.Lines(ctx, r, b)
	if err != nil {
		return nil, nil, err
	}
	var facts []research.Fact
	for i, a := range lines {
		angles = append(angles, research.AnglePlanned{N: i + 1, Angle: a})
		facts = append(facts, angles[i])
	}
	return angles, notes, r.Note(ctx, facts...)
}

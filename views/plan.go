package views

import (
	"encoding/json"

	"assay/research"
)

// maxAngles is how many angles a plan may have; a method leaves out more.
const maxAngles = 6

// offeredPlan returns the plan that the user is shown before the run begins,
// or false if it is another decision that is asked for, or none.
func offeredPlan(o *research.Offer) (plan research.Plan, ok bool) {
	if o == nil || o.Label != "plan" || json.Unmarshal(o.Data, &plan) != nil {
		return research.Plan{}, false
	}
	return plan, true
}

// startWords says what the button under a plan sets going.
func (p RunPage) startWords() string {
	words := "Start"
	if p.Expected != "" {
		words += ", usually " + p.Expected
	}
	if p.Limit.Cost > 0 {
		words += ", at most " + dollars(p.Limit.Cost)
	}
	return words
}

// buys says what the chosen depth buys, or "".
func (p RunPage) buys() string {
	if p.Method == nil {
		return ""
	}
	for i, d := range p.Method.Depths {
		if d.Name == p.State.Options.Depth || i == 0 && p.State.Options.Depth == "" {
			return d.Buys
		}
	}
	return ""
}

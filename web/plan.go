package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"assay/research"
)

// maxField is the most that one field of a plan may hold, in bytes.
const maxField = 500

// chosenPlan returns the plan that was offered as a form changed it: of its
// angles, numbered from 0, those that keep names, with the labels and queries
// of the form; and those that were added.
func chosenPlan(offered json.RawMessage, form url.Values) (research.Plan, error) {
	var plan research.Plan
	if err := json.Unmarshal(offered, &plan); err != nil {
		return plan, fmt.Errorf("read the plan: %w", err)
	}
	labels := form["label"]
	var angles []research.Angle
	for i, query := range form["query"] {
		if !slices.Contains(form["keep"], strconv.Itoa(i)) {
			continue
		}
		a := research.Angle{Label: at(labels, i), Query: query, Rationale: at(form["rationale"], i)}
		angles = append(angles, a)
	}
	for i, query := range form["new_query"] {
		angles = append(angles, research.Angle{Label: at(form["new_label"], i), Query: query, Rationale: "Added by hand."})
	}
	plan.Angles = nil
	for _, a := range angles {
		a.Label, a.Query, a.Rationale = tidy(a.Label), tidy(a.Query), tidy(a.Rationale)
		if a.Query == "" {
			a.Query = a.Label
		}
		if a.Label == "" {
			a.Label = a.Query
		}
		if len(a.Query) > maxField || len(a.Label) > maxField || len(a.Rationale) > 4*maxField {
			return plan, fmt.Errorf("an angle of the plan is too long: %w", errInvalid)
		}
		if a.Query != "" {
			plan.Angles = append(plan.Angles, a)
		}
	}
	if len(plan.Angles) == 0 {
		return plan, fmt.Errorf("no angle of the plan was kept, so there is nothing to research: %w", errInvalid)
	}
	return plan, nil
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// tidy returns s as one line of valid text.
func tidy(s string) string { return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ") }

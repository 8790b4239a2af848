package views

import (
	"encoding/json"
	"strings"

	"assay/research"
)

// offeredPlan returns the plan that the user is shown before the run begins,
// or false if it is another decision that is asked for, or none.
func offeredPlan(o *research.Offer) (plan research.PlanOffer, ok bool) {
	if o == nil || o.Label != research.OfferPlan || json.Unmarshal(o.Data, &plan) != nil {
		return research.PlanOffer{}, false
	}
	if plan.Into == "" {
		plan.Into = "angles"
	}
	if plan.Max <= 0 {
		plan.Max = maxAngles
	}
	return plan, true
}

// askedBack returns what the user is asked back.
func askedBack(o *research.Offer) (q research.Questions, ok bool) {
	return q, o != nil && o.Label == research.OfferQuestions && json.Unmarshal(o.Data, &q) == nil
}

// offeredPast returns the reports that the user may build on.
func offeredPast(o *research.Offer) (past research.PastOffer, ok bool) {
	return past, o != nil && o.Label == research.OfferPast && json.Unmarshal(o.Data, &past) == nil
}

// singular returns one of what a plan's lines are called: "subtopics" are each
// a "subtopic".
func singular(into string) string {
	if one, ok := strings.CutSuffix(into, "ches"); ok {
		return one + "ch"
	}
	return strings.TrimSuffix(into, "s")
}

// article returns the noun with "a" or "an".
func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

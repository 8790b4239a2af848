package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"assay/research"
)

// maxOwn is how long a question of the user's own on a map may be, in characters.
const maxOwn = 300

// chooseForRun answers what the run asks. A form that answers another offer is
// from an old page: its sender is led back to the run as it is.
func (s *Server) chooseForRun(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return fmt.Errorf("form: %w", errInvalid)
	}
	return s.act(c, func(ctx context.Context, id string) error {
		var offer *research.Offer
		if err := s.withState(ctx, id, func(state *research.State) error {
			offer = state.Offer
			return nil
		}); err != nil || offer == nil {
			return err // answered already: the run shows it
		}
		if of := form.Get("offer"); of != "" && of != offer.Label {
			return nil
		}
		choice, err := chosen(*offer, form)
		if err != nil {
			return err
		}
		data, err := json.Marshal(choice)
		if err != nil {
			return fmt.Errorf("choose %s: %w", offer.Label, err)
		}
		return s.Engine.Choose(ctx, id, offer.Label, data)
	})
}

// chosen returns what a form chooses of an offer.
func chosen(o research.Offer, form url.Values) (any, error) {
	switch {
	case o.Label == research.OfferQuestions:
		return chosenAnswers(o.Data, form)
	case o.Label == research.OfferPlan:
		return chosenPlan(o.Data, form)
	case o.Label == research.OfferPast:
		return chosenPast(o.Data, form)
	case strings.HasPrefix(o.Label, research.OfferRound):
		return chosenOnMap(o.Data, form)
	}
	return nil, fmt.Errorf("the run asks for %s, which no form answers: %w", o.Label, errConflict)
}

// chosenAnswers returns what the asker said. Whoever skips says nothing.
func chosenAnswers(offered json.RawMessage, form url.Values) (research.Answers, error) {
	var q research.Questions
	if err := json.Unmarshal(offered, &q); err != nil {
		return research.Answers{}, fmt.Errorf("read the questions: %w", err)
	}
	a := research.Answers{Answers: make([]string, len(q.Questions))}
	if form.Get("skip") != "" {
		return a, nil
	}
	for i := range a.Answers {
		if a.Answers[i] = tidy(at(form["answer"], i)); len(a.Answers[i]) > 4*maxField {
			return a, fmt.Errorf("an answer is too long; up to %d characters are possible: %w", 4*maxField, errInvalid)
		}
	}
	return a, nil
}

// chosenPast returns which of the reports offered is built on, if one is.
func chosenPast(offered json.RawMessage, form url.Values) (research.PastChoice, error) {
	var past research.PastOffer
	if err := json.Unmarshal(offered, &past); err != nil {
		return research.PastChoice{}, fmt.Errorf("read the past reports: %w", err)
	}
	from := form.Get("from")
	if from != "" && !slices.ContainsFunc(past.Reports, func(p research.PastReport) bool { return p.Run == from }) {
		return research.PastChoice{}, fmt.Errorf("that report was not offered: %w", errInvalid)
	}
	return research.PastChoice{From: from}, nil
}

// chosenOnMap returns where a form goes from a map.
func chosenOnMap(offered json.RawMessage, form url.Values) (research.MapChoice, error) {
	var m research.MapDrawn
	if err := json.Unmarshal(offered, &m); err != nil {
		return research.MapChoice{}, fmt.Errorf("read the map: %w", err)
	}
	switch form.Get("do") {
	case "finalize":
		return research.MapChoice{Finalize: true}, nil
	case "continue":
		return research.MapChoice{Continue: true}, nil
	}
	c := research.MapChoice{Question: tidy(form.Get("question"))}
	if utf8.RuneCountInString(c.Question) > maxOwn {
		return c, fmt.Errorf("the question has more than %d characters: %w", maxOwn, errInvalid)
	}
	for _, label := range form["branch"] {
		if !slices.ContainsFunc(m.Available, func(p research.Preview) bool { return p.Label == label }) {
			return c, fmt.Errorf("the branch %q is not on the map: %w", label, errInvalid)
		}
		c.Branches = append(c.Branches, label)
	}
	for _, question := range form["dive"] {
		if !slices.ContainsFunc(m.Dives, func(d research.Dive) bool { return d.Question == question }) {
			return c, fmt.Errorf("the question %q is not on the map: %w", question, errInvalid)
		}
		c.Branches = append(c.Branches, question)
	}
	if len(c.Branches) == 0 && c.Question == "" {
		return c, fmt.Errorf("nothing is ticked and no question was typed: tick a branch, ask a question, or have the report written: %w", errInvalid)
	}
	return c, nil
}

package research

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// An Offer is what the user is asked to decide. It is the Data of an offered
// event; the chosen event that answers it has the same label.
type Offer struct {
	Label string          `json:"label"` // names the decision within the run: "plan", "round 2"
	Data  json.RawMessage `json:"data"`  // what is offered
}

// ChoiceKey is the key of the chosen event that answers the offer with label.
func ChoiceKey(label string) string { return "choice/" + label }

// Choose offers something to the user, waits for the choice and returns it.
// A restart changes nothing: the offer stands in the journal until it is
// answered. Time spent waiting is not the run's. If nobody is there to choose, or
// whoever is wants the report now, alone is the choice.
func Choose[O, C any](ctx context.Context, r *Run, label string, offer O, alone C) (choice C, err error) {
	if r.Options.Alone {
		return alone, nil
	}
	data, err := json.Marshal(offer)
	if err != nil {
		return choice, fmt.Errorf("offer %s: %w", label, err)
	}
	data, err = json.Marshal(Offer{label, data})
	if err != nil {
		return choice, fmt.Errorf("offer %s: %w", label, err)
	}
	if err := r.append(ctx, Event{Kind: Offered, Key: "offer/" + label, Label: label, Data: data}); err != nil {
		return choice, err
	}
	asked := time.Now()
	defer func() { r.purse.wait(time.Since(asked)) }()
	r.desk.place.leave() // others may work while this run waits
	chosen, err := r.answered(ctx, label, &choice)
	if err != nil {
		return choice, err
	}
	if !chosen {
		choice = alone
	}
	return choice, r.desk.place.take(ctx)
}

// answered waits for the answer to the offer with label, and reports whether
// there is one: not if the user wants the report now.
func (r *Run) answered(ctx context.Context, label string, choice any) (bool, error) {
	var seq int64
	hurried := false
	for {
		events, err := r.journal.Events(ctx, r.ID, seq)
		if err != nil {
			return false, err
		}
		for _, e := range events {
			seq = e.Seq
			switch {
			case e.Key == ChoiceKey(label):
				return true, json.Unmarshal(e.Data, choice)
			case e.Kind == Hurried:
				hurried = true
			case e.Kind == Retried:
				hurried = false
			}
		}
		if hurried {
			return false, nil
		}
		if err := r.journal.Wait(ctx, r.ID, seq); err != nil {
			return false, context.Cause(ctx)
		}
	}
}

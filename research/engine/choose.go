package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"assay/research"
)

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
	data, err = json.Marshal(research.Offer{Label: label, Data: data})
	if err != nil {
		return choice, fmt.Errorf("offer %s: %w", label, err)
	}
	if err := r.append(ctx, research.Event{Kind: research.Offered, Key: "offer/" + label, Label: label, Data: data}); err != nil {
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
			case e.Key == research.ChoiceKey(label):
				return true, json.Unmarshal(e.Data, choice)
			case e.Kind == research.Hurried:
				hurried = true
			case e.Kind == research.Retried:
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

// Past returns reports of other runs on the same topic, the nearest first.
func (r *Run) Past(ctx context.Context) ([]research.PastReport, error) {
	if r.desk.Past == nil {
		return nil, nil
	}
	return Keep(ctx, r, "past reports", func() ([]research.PastReport, error) { return r.desk.Past(ctx, r.Question) })
}

// Earlier returns the state of another run, for a method that judges one of its
// claims.
func (r *Run) Earlier(ctx context.Context, id string) (*research.State, error) {
	events, err := r.journal.Events(ctx, id, 0)
	if err == nil && len(events) == 0 {
		err = research.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", id, err)
	}
	s := research.NewState(research.Info{ID: id, Created: events[0].Time})
	s.Add(events...)
	return s, nil
}

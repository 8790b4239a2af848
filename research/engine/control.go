package engine

import (
	"context"
	"encoding/json"
	"fmt"

	"assay/research"
)

// Hurry asks the run to write up what it has.
func (e *Engine) Hurry(ctx context.Context, id string) error {
	return e.tell(ctx, id, research.Hurried, nil)
}

// Stop ends the run without a report. Its evidence is kept.
func (e *Engine) Stop(ctx context.Context, id string) error {
	if err := e.tell(ctx, id, research.Stopped, nil); err != nil {
		return err
	}
	// A run at work sees the event; one that nobody works on is ended here.
	unlock, ok, err := e.store.Lock(id)
	if err != nil || !ok {
		return err
	}
	defer unlock()
	data, err := json.Marshal(research.Ending{State: research.Cancelled, Reason: errStopped.Error()})
	if err != nil {
		return err
	}
	return e.tell(ctx, id, research.Ended, data)
}

// Choose answers the offer with the given label.
func (e *Engine) Choose(ctx context.Context, id, label string, choice json.RawMessage) error {
	if _, err := e.store.Info(ctx, id); err != nil {
		return err
	}
	return e.store.Append(ctx, id, research.Event{Kind: research.Chosen, Key: research.ChoiceKey(label), Label: label, Data: choice})
}

// tell appends a request to the run's journal, once per retry.
func (e *Engine) tell(ctx context.Context, id string, k research.Kind, data json.RawMessage) error {
	if _, err := e.store.Info(ctx, id); err != nil {
		return err
	}
	events, err := e.store.Events(ctx, id, 0)
	if err != nil {
		return err
	}
	retries := 0
	for _, ev := range events {
		if ev.Kind == research.Retried {
			retries++
		}
	}
	return e.store.Append(ctx, id, research.Event{Kind: k, Key: fmt.Sprintf("%s/%d", k, retries), Data: data})
}

package research

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// Hurry asks the run to write up what it has.
func (e *Engine) Hurry(ctx context.Context, id string) error { return e.tell(ctx, id, Hurried, nil) }

// Stop ends the run without a report. Its evidence is kept.
func (e *Engine) Stop(ctx context.Context, id string) error {
	if err := e.tell(ctx, id, Stopped, nil); err != nil {
		return err
	}
	// A run at work sees the event; one that nobody works on is ended here.
	unlock, ok, err := e.store.Lock(id)
	if err != nil || !ok {
		return err
	}
	defer unlock()
	data, err := json.Marshal(Ending{State: Cancelled, Reason: ErrStopped.Error()})
	if err != nil {
		return err
	}
	return e.tell(ctx, id, Ended, data)
}

// Retry forgets the failures of a run that has ended and carries on with it:
// it asks only for what is missing. More raises the limits that the run has.
func (e *Engine) Retry(ctx context.Context, id string, more Budget) error {
	info, err := e.store.Info(ctx, id)
	if err != nil {
		return err
	}
	events, err := e.store.Events(ctx, id, 0)
	if err != nil {
		return err
	}
	if !Over(events) {
		return fmt.Errorf("run %s has not ended: nothing to retry yet", id)
	}
	data, err := json.Marshal(Retry{more})
	if err != nil {
		return err
	}
	if err := e.tell(ctx, id, Retried, data); err != nil {
		return err
	}
	e.launch(info)
	return nil
}

// Continue carries on with one run: from where it was interrupted or, if it has
// ended, with its failures forgotten. With no failures there is nothing to do.
func (e *Engine) Continue(ctx context.Context, id string) error {
	info, err := e.store.Info(ctx, id)
	if err != nil {
		return err
	}
	events, err := e.store.Events(ctx, id, 0)
	if err != nil {
		return err
	}
	if !Over(events) {
		e.launch(info)
		return nil
	}
	s := NewState(info)
	s.Add(events...)
	if s.Status != Done || slices.ContainsFunc(s.Calls, func(c *CallState) bool { return c.Failed != "" }) {
		return e.Retry(ctx, id, Budget{})
	}
	return nil
}

// Choose answers the offer with the given label.
func (e *Engine) Choose(ctx context.Context, id, label string, choice json.RawMessage) error {
	if _, err := e.store.Info(ctx, id); err != nil {
		return err
	}
	return e.store.Append(ctx, id, Event{Kind: Chosen, Key: ChoiceKey(label), Label: label, Data: choice})
}

// tell appends a request to the run's journal, once per retry.
func (e *Engine) tell(ctx context.Context, id string, k Kind, data json.RawMessage) error {
	if _, err := e.store.Info(ctx, id); err != nil {
		return err
	}
	events, err := e.store.Events(ctx, id, 0)
	if err != nil {
		return err
	}
	retries := 0
	for _, ev := range events {
		if ev.Kind == Retried {
			retries++
		}
	}
	return e.store.Append(ctx, id, Event{Kind: k, Key: fmt.Sprintf("%s/%d", k, retries), Data: data})
}

package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"assay/research"
)

// fullPause is how long runs wait for room before they try again.
const fullPause = 5 * time.Second

// launch brings a run to its end in the background.
func (e *Engine) launch(info research.Info) {
	e.mu.Lock()
	before, over := e.last[info.ID], make(chan struct{})
	e.last[info.ID] = over
	e.mu.Unlock()
	e.live.Go(func() {
		defer e.forget(info.ID, over)
		if before != nil {
			<-before // a retry comes while the last try is packing up
		}
		place := &place{all: e.slots}
		if place.take(e.base) != nil {
			return
		}
		defer place.leave()
		unlock, err := e.take(info.ID)
		if err == nil {
			defer unlock()
			err = e.workOn(info, place)
		}
		if err != nil && e.base.Err() == nil && e.Fault != nil {
			e.Fault(info, err)
		}
	})
}

// take takes the run for this process. If another process is at work on it,
// it waits until that is done with it, or dead.
func (e *Engine) take(id string) (unlock func(), err error) {
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for {
		unlock, ok, err := e.store.Lock(id)
		if ok || err != nil {
			return unlock, err
		}
		select {
		case <-again.C:
		case <-e.base.Done():
			return nil, context.Cause(e.base)
		}
	}
}

// forget marks a launch as over.
func (e *Engine) forget(id string, over chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(over)
	if e.last[id] == over {
		delete(e.last, id)
	}
}

// workOn does one run. While the store has no room the run is paused: it goes
// on, from its journal, as soon as there is.
func (e *Engine) workOn(info research.Info, place *place) error {
	again := time.NewTicker(cmp.Or(e.Pause, fullPause))
	defer again.Stop()
	for {
		err := e.work(info, place)
		if !errors.Is(err, ErrFull) || e.base.Err() != nil {
			return err
		}
		if e.Fault != nil {
			e.Fault(info, err)
		}
		select {
		case <-again.C:
		case <-e.base.Done():
			return context.Cause(e.base)
		}
	}
}

// work does one run. If the journal fails the run stays unfinished; it is
// resumed when the server is next started.
func (e *Engine) work(info research.Info, place *place) error {
	events, err := e.store.Events(e.base, info.ID, 0)
	if err != nil || over(events) {
		return err
	}
	m, err := e.Method(info.Method)
	desk := Desk{}
	if err == nil {
		desk, err = e.desk(info)
	}
	if err != nil {
		m = &Method{Name: info.Method, Run: func(context.Context, *Run) (*research.Report, error) { return nil, err }}
	}
	desk.place, desk.pace = place, &e.pace
	_, err = desk.Do(e.base, m, e.store, info)
	return err
}

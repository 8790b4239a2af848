package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/research"
	"assay/research/port"
)

// A MemStore is a [Store] that lives in memory. The zero value is empty and
// ready for use.
type MemStore struct {
	mu    sync.Mutex
	runs  map[string]*memRun
	more  chan struct{} // closed and replaced on every append
	locks map[string]bool
	forms map[string]string // the run that a form led to
	asked []asked
}

// asked is who asked for a run, and when.
type asked struct {
	run, client string
	at          time.Time
}

type memRun struct {
	info   research.Info
	events []research.Event
	pages  map[string]port.Page
}

// run returns the run with id, making it if need be. m.mu is held.
func (m *MemStore) run(id string) *memRun {
	if m.runs == nil {
		m.runs = make(map[string]*memRun)
		m.more = make(chan struct{})
		m.locks = make(map[string]bool)
		m.forms = make(map[string]string)
	}
	r, ok := m.runs[id]
	if !ok {
		r = &memRun{info: research.Info{ID: id}, pages: make(map[string]port.Page)}
		m.runs[id] = r
	}
	return r
}

// Append implements [research.Journal].
func (m *MemStore) Append(ctx context.Context, run string, events ...research.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.append(m.run(run), events...)
	return nil
}

// append is Append to r. m.mu is held.
func (m *MemStore) append(r *memRun, events ...research.Event) {
	for _, e := range events {
		if slices.ContainsFunc(r.events, func(old research.Event) bool { return old.Key == e.Key }) {
			continue
		}
		if e.Page != nil {
			r.pages[e.Page.URL] = *e.Page
			e.Page = nil
		}
		e.Seq, e.Time = int64(len(r.events))+1, time.Now()
		r.events = append(r.events, e)
	}
	close(m.more)
	m.more = make(chan struct{})
}

// Events implements [research.Journal].
func (m *MemStore) Events(ctx context.Context, run string, after int64) ([]research.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	events := m.run(run).events
	return slices.Clone(events[min(int(after), len(events)):]), nil
}

// Wait implements [research.Journal].
func (m *MemStore) Wait(ctx context.Context, run string, after int64) error {
	for {
		m.mu.Lock()
		n := int64(len(m.run(run).events))
		more := m.more
		m.mu.Unlock()
		if n > after {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Page implements [research.Journal].
func (m *MemStore) Page(ctx context.Context, run, url string) (port.Page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.run(run).pages[url]
	if !ok {
		return port.Page{}, fmt.Errorf("page %s of run %s: %w", url, run, research.ErrNotFound)
	}
	return p, nil
}

// Accept implements [Store].
func (m *MemStore) Accept(ctx context.Context, a Admission) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if run, ok := m.forms[a.Form]; ok {
		return run, nil
	}
	r := m.run(a.Info.ID)
	if a.Retry != nil && !over(r.events) {
		return "", ErrNotEnded
	}
	if a.Client != nil {
		own, all := m.load(a.Client, a.Asked())
		if err := a.Limits.Check(own, all); err != nil {
			return "", err
		}
		m.asked = append(m.asked, asked{a.Info.ID, string(a.Client), a.Asked()})
	}
	if a.Form != "" {
		m.forms[a.Form] = a.Info.ID
	}
	if a.Retry == nil {
		r.info = a.Info
		return a.Info.ID, nil
	}
	before := 0
	for _, e := range r.events {
		if e.Kind == research.Retried {
			before++
		}
	}
	e, err := a.RetriedEvent(before)
	if err == nil {
		m.append(r, e)
	}
	return a.Info.ID, err
}

// load returns what a client and all of them have asked for by now; what was
// asked for while the clock was ahead does not count. m.mu is held.
func (m *MemStore) load(client []byte, now time.Time) (own, all Load) {
	last := make(map[string]string) // who asked for a run last
	for _, a := range m.asked {
		last[a.run] = a.client
		if a.at.After(now.Add(-Day)) && !a.at.After(now) {
			all.Lately++
			if a.client == string(client) {
				own.Lately++
			}
		}
	}
	for id, r := range m.runs {
		if r.info.Method != "" && !over(r.events) {
			all.Unfinished++
			if last[id] == string(client) {
				own.Unfinished++
			}
		}
	}
	return own, all
}

// Redeemed implements [Store].
func (m *MemStore) Redeemed(ctx context.Context, form string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if run, ok := m.forms[form]; ok {
		return run, nil
	}
	return "", fmt.Errorf("form: %w", research.ErrNotFound)
}

// Info implements [Store].
func (m *MemStore) Info(ctx context.Context, id string) (research.Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.runs[id]; ok && r.info.Method != "" {
		return r.info, nil
	}
	return research.Info{}, fmt.Errorf("run %s: %w", id, research.ErrNotFound)
}

// Unfinished implements [Store].
func (m *MemStore) Unfinished(ctx context.Context) ([]research.Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var open []research.Info
	for _, r := range m.runs {
		if r.info.Method != "" && !over(r.events) {
			open = append(open, r.info)
		}
	}
	slices.SortFunc(open, func(a, b research.Info) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return open, nil
}

// Lock implements [Store].
func (m *MemStore) Lock(id string) (unlock func(), ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.run(id)
	if m.locks[id] {
		return nil, false, nil
	}
	m.locks[id] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.locks, id)
	}, true, nil
}

package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"assay/research"
)

// elsewhere is how often a waiting reader looks for events that another
// process has written; those of this process wake it at once.
const elsewhere = time.Second

// Events implements [research.Journal].
func (d *DB) Events(ctx context.Context, run string, after int64) ([]research.Event, error) {
	return eventsOf(ctx, d.read, run, after)
}

// eventsOf reads a run's events from the database or within a transaction.
func eventsOf(ctx context.Context, q interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, run string, after int64) ([]research.Event, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT seq, time, kind, phase, key, label, data, calls, tokens_in, tokens_cached, tokens_out, cost, unpriced FROM events
		WHERE run = ? AND seq > ? ORDER BY seq`, run, after)
	if err != nil {
		return nil, fmt.Errorf("events of run %s: %w", run, err)
	}
	defer rows.Close()
	var events []research.Event
	for rows.Next() {
		var e research.Event
		var ms int64
		u := &e.Usage
		if err := rows.Scan(&e.Seq, &ms, &e.Kind, &e.Phase, &e.Key, &e.Label, (*[]byte)(&e.Data),
			&u.Calls, &u.TokensIn, &u.TokensCached, &u.TokensOut, &u.Cost, &u.Unpriced); err != nil {
			return nil, fmt.Errorf("events of run %s: %w", run, err)
		}
		e.Time = time.UnixMilli(ms)
		events = append(events, e)
	}
	return events, rows.Err()
}

// Wait implements [research.Journal].
func (d *DB) Wait(ctx context.Context, run string, after int64) error {
	tick := time.NewTicker(elsewhere)
	defer tick.Stop()
	for {
		c := d.next(run) // before looking, so that no append falls between
		var found bool
		err := d.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE run = ? AND seq > ?)`, run, after).Scan(&found)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("wait for run %s: %w", run, err)
		case found:
			return nil
		}
		select {
		case <-c:
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// next returns a channel that is closed on the run's next event.
func (d *DB) next(run string) <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, ok := d.more[run]
	if !ok {
		c = make(chan struct{})
		d.more[run] = c
	}
	return c
}

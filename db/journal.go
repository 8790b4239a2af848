package db

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

// Append implements [research.Journal].
func (db *DB) Append(ctx context.Context, run string, e research.Event) error {
	err := db.inTx(ctx, func(tx *sql.Tx) error {
		added, err := appendEvent(ctx, tx, run, e)
		if err != nil || !added {
			return err
		}
		if e.Page != nil {
			return db.keepPage(ctx, tx, run, e.Page)
		}
		if e.Kind == research.Ended || e.Kind == research.Retried {
			return db.tryIndex(ctx, tx, run)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("append %s to run %s: %w", e.Kind, run, full(err))
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if c, ok := db.more[run]; ok {
		close(c)
		delete(db.more, run)
	}
	return nil
}

// tryIndex indexes a run along with the event that calls for it, so that whoever
// sees the event finds the report. The event is kept whatever becomes of the
// index, which can be rebuilt: Repair does so, and Stale tells that it should.
func (db *DB) tryIndex(ctx context.Context, tx *sql.Tx, run string) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT event`); err != nil {
		return err
	}
	if db.indexIn(ctx, tx, run) != nil {
		_, err := tx.ExecContext(ctx, `ROLLBACK TO event`)
		return err
	}
	return nil
}

// appendEvent adds an event unless its key is there, and says whether it did.
func appendEvent(ctx context.Context, tx *sql.Tx, run string, e research.Event) (bool, error) {
	res, err := tx.ExecContext(ctx, `
		INSERT INTO events (run, seq, time, kind, phase, key, label, data, calls, tokens_in, tokens_cached, tokens_out, cost, unpriced)
		SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM events WHERE run = ?1
		ON CONFLICT (run, key) DO NOTHING`,
		run, time.Now().UnixMilli(), e.Kind, e.Phase, e.Key, e.Label, []byte(e.Data),
		e.Usage.Calls, e.Usage.TokensIn, e.Usage.TokensCached, e.Usage.TokensOut, e.Usage.Cost, e.Usage.Unpriced)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Events implements [research.Journal].
func (db *DB) Events(ctx context.Context, run string, after int64) ([]research.Event, error) {
	return eventsOf(ctx, db.read, run, after)
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
func (db *DB) Wait(ctx context.Context, run string, after int64) error {
	tick := time.NewTicker(elsewhere)
	defer tick.Stop()
	for {
		c := db.next(run) // before looking, so that no append falls between
		var found bool
		err := db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE run = ? AND seq > ?)`, run, after).Scan(&found)
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
func (db *DB) next(run string) <-chan struct{} {
	db.mu.Lock()
	defer db.mu.Unlock()
	c, ok := db.more[run]
	if !ok {
		c = make(chan struct{})
		db.more[run] = c
	}
	return c
}

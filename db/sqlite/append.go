package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"sync"
	"time"

	"assay/research"
)

// An entry is an event on its way into the journal of a run.
type entry struct {
	run string
	research.Event
	text []byte // of the event's page, packed
}

// A batch is the entries that came while the batch before it was written. They
// share a transaction, so that the disk is waited for once, and not by each.
type batch struct {
	entries []entry        // grows under DB.mu until the batch is sealed
	write   func() []error // writes the batch, once, and returns the error of each entry
}

// Append implements [research.Journal]. It returns when the events are on the
// disk. Whoever comes first to a batch writes it, for all that are in it; ctx
// counts only until then.
func (d *DB) Append(ctx context.Context, run string, events ...research.Event) error {
	err := ctx.Err()
	if err == nil {
		var all []entry
		for _, e := range events {
			all = append(all, entry{run, e, d.packed(e.Page)})
		}
		b, place := d.join(all...)
		err = cmp.Or(b.write()[place : place+len(all)]...)
	}
	if err != nil {
		return fmt.Errorf("append to run %s: %w", run, full(err))
	}
	return nil
}

// join adds entries to the batch that is gathering, and returns their place there.
func (d *DB) join(all ...entry) (*batch, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gathering == nil {
		b := new(batch)
		b.write = sync.OnceValue(func() []error { return d.writeBatch(b) })
		d.gathering = b
	}
	b := d.gathering
	b.entries = append(b.entries, all...)
	return b, len(b.entries) - len(all)
}

// seal lets nobody join b from now on.
func (d *DB) seal(b *batch) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gathering == b {
		d.gathering = nil
	}
}

// writeBatch writes the entries of b in one transaction; b gathers until it is
// this batch's turn. If that fails each is written by itself, so that the error
// of one is not that of others: an entry that is there is not added again.
func (d *DB) writeBatch(b *batch) []error {
	ctx := context.Background() // that of one writer is not that of others
	began := false
	err := d.inTx(ctx, func(tx *sql.Tx) error {
		began = true
		runtime.Gosched() // whoever is about to append joins
		d.seal(b)
		return d.appendIn(ctx, tx, b.entries)
	})
	d.seal(b)
	errs := make([]error, len(b.entries))
	for i := range b.entries {
		errs[i] = err
		if err != nil && began && len(b.entries) > 1 {
			errs[i] = d.inTx(ctx, func(tx *sql.Tx) error { return d.appendIn(ctx, tx, b.entries[i:i+1]) })
		}
	}
	d.wake(b.entries)
	return errs
}

// wake has those look again who wait for events of the runs of entries.
func (d *DB) wake(entries []entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range entries {
		if c, ok := d.more[e.run]; ok {
			close(c)
			delete(d.more, e.run)
		}
	}
}

// appendIn adds entries, in order, with their pages, and indexes the runs that end.
func (d *DB) appendIn(ctx context.Context, tx *sql.Tx, entries []entry) error {
	insert := tx.StmtContext(ctx, d.insertEvent)
	for _, e := range entries {
		added, err := appendEvent(ctx, insert, e.run, e.Event)
		switch {
		case err != nil:
			return err
		case !added:
		case e.Page != nil:
			err = d.keepPage(ctx, tx, e.run, e.Page, e.text)
		case e.Kind == research.Ended || e.Kind == research.Retried:
			err = d.tryIndex(ctx, tx, e.run)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tryIndex indexes a run along with the event that calls for it, so that whoever
// sees the event finds the report. The event is kept whatever becomes of the
// index, which can be rebuilt: Repair does so, and Stale tells that it should.
func (d *DB) tryIndex(ctx context.Context, tx *sql.Tx, run string) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT event`); err != nil {
		return err
	}
	if d.indexIn(ctx, tx, run) != nil {
		if _, err := tx.ExecContext(ctx, `ROLLBACK TO event`); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `RELEASE event`)
	return err
}

// insertEvent adds an event unless its key is there.
const insertEvent = `
	INSERT INTO events (run, seq, time, kind, phase, key, label, data, calls, tokens_in, tokens_cached, tokens_out, cost, unpriced)
	SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM events WHERE run = ?1
	ON CONFLICT (run, key) DO NOTHING`

// appendEvent adds an event unless its key is there, and says whether it did.
func appendEvent(ctx context.Context, insert *sql.Stmt, run string, e research.Event) (bool, error) {
	res, err := insert.ExecContext(ctx,
		run, time.Now().UnixMilli(), e.Kind, e.Phase, e.Key, e.Label, []byte(e.Data),
		e.Usage.Calls, e.Usage.TokensIn, e.Usage.TokensCached, e.Usage.TokensOut, e.Usage.Cost, e.Usage.Unpriced)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

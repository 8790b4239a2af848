package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/research"
	"assay/research/engine"
)

// Accept implements [engine.Store].
func (d *DB) Accept(ctx context.Context, a engine.Admission) (run string, err error) {
	err = d.inTx(ctx, func(tx *sql.Tx) error {
		run, err = d.acceptIn(ctx, tx, a)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("accept run: %w", full(err))
	}
	if a.Retry != nil {
		d.wake([]entry{{run: run}})
	}
	return run, nil
}

func (d *DB) acceptIn(ctx context.Context, tx *sql.Tx, a engine.Admission) (string, error) {
	if a.Form != "" {
		if run, err := redeemed(ctx, tx, a.Form); !errors.Is(err, sql.ErrNoRows) {
			return run, err
		}
	}
	tries, err := triesOf(ctx, tx, a)
	if err != nil {
		return "", err
	}
	if a.Client != nil {
		if err := admit(ctx, tx, a, tries); err != nil {
			return "", err
		}
	}
	if a.Form != "" {
		if _, err := tx.ExecContext(ctx, `INSERT INTO tokens (token, run) VALUES (?, ?)`, a.Form, a.Info.ID); err != nil {
			return "", err
		}
	}
	if a.Retry == nil {
		return a.Info.ID, insertRun(ctx, tx, a.Info)
	}
	e, err := a.RetriedEvent(tries - 1)
	if err != nil {
		return "", err
	}
	return a.Info.ID, d.appendIn(ctx, tx, []entry{{run: a.Info.ID, Event: e}})
}

// triesOf returns how often the run of an admission was tried before: 0 if it
// is new. A run that is to be tried again must have ended.
func triesOf(ctx context.Context, tx *sql.Tx, a engine.Admission) (tries int, err error) {
	if a.Retry == nil {
		return 0, nil
	}
	var unfinished bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM unfinished WHERE run = ?1),
		1 + (SELECT count(*) FROM events WHERE run = ?1 AND kind = 'retried')`, a.Info.ID).Scan(&unfinished, &tries)
	if err == nil && unfinished {
		err = engine.ErrNotEnded
	}
	return tries, err
}

// admit checks the limits that an asker has, and notes that they asked.
func admit(ctx context.Context, tx *sql.Tx, a engine.Admission, tries int) error {
	own, all, err := loadOf(ctx, tx, a.Client, a.Asked())
	if err != nil {
		return err
	}
	if err := a.Limits.Check(own, all); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO asked (run, try, client, time) VALUES (?, ?, ?, ?)`, a.Info.ID, tries, a.Client, a.Asked().UnixMilli())
	return err
}

// loadOf returns the load of one client, and that of all. A run that is at work
// is that of who asked for it last. What was asked for while the clock was ahead,
// after now, does not count.
func loadOf(ctx context.Context, tx *sql.Tx, client []byte, now time.Time) (own, all engine.Load, err error) {
	err = tx.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM unfinished JOIN asked ON asked.run = unfinished.run
			AND try = (SELECT max(try) FROM asked WHERE run = unfinished.run) WHERE client = ?1),
		(SELECT count(*) FROM asked WHERE client = ?1 AND time > ?2 AND time <= ?3),
		(SELECT count(*) FROM unfinished),
		(SELECT count(*) FROM asked WHERE time > ?2 AND time <= ?3)`, client, now.Add(-engine.Day).UnixMilli(), now.UnixMilli()).Scan(
		&own.Unfinished, &own.Lately, &all.Unfinished, &all.Lately)
	return own, all, err
}

func insertRun(ctx context.Context, tx *sql.Tx, info research.Info) error {
	options, err := json.Marshal(info.Options)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO runs (id, question, method, options, created, owner) VALUES (?, ?, ?, ?, ?, ?)`,
		info.ID, info.Question, info.Method, options, info.Created.UnixMilli(), info.Owner)
	return err
}

// Redeemed implements [engine.Store].
func (d *DB) Redeemed(ctx context.Context, form string) (run string, err error) {
	run, err = redeemed(ctx, d.read, form)
	if errors.Is(err, sql.ErrNoRows) {
		err = research.ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("form: %w", err)
	}
	return run, nil
}

// redeemed returns the run that a form led to, or [sql.ErrNoRows].
func redeemed(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, form string) (run string, err error) {
	err = q.QueryRowContext(ctx, `SELECT run FROM tokens WHERE token = ?`, form).Scan(&run)
	return run, err
}

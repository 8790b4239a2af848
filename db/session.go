package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Door returns what the password that was last asked for was kept as, or nils.
func (db *DB) Door(ctx context.Context) (salt, key []byte, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT salt, key FROM door`).Scan(&salt, &key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, nil, fmt.Errorf("door: %w", err)
	}
	return salt, key, nil
}

// SetDoor keeps another password. Whoever signed in with the old one is out.
func (db *DB) SetDoor(ctx context.Context, salt, key []byte) error {
	err := db.inTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO door (one, salt, key) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET salt = excluded.salt, key = excluded.key`, salt, key)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("door: %w", err)
	}
	return nil
}

// OpenSession keeps a session by the hash of its token, until it expires.
// Sessions that have expired are forgotten.
func (db *DB) OpenSession(ctx context.Context, hash []byte, expires time.Time) error {
	if _, err := db.write.ExecContext(ctx, `DELETE FROM sessions WHERE expires < ?`, time.Now().UnixMilli()); err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	if _, err := db.write.ExecContext(ctx, `INSERT INTO sessions (hash, expires) VALUES (?, ?)`, hash, expires.UnixMilli()); err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	return nil
}

// InSession reports whether a session with the given hash is open.
func (db *DB) InSession(ctx context.Context, hash []byte, now time.Time) (open bool, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sessions WHERE hash = ? AND expires > ?)`, hash, now.UnixMilli()).Scan(&open)
	if err != nil {
		return false, fmt.Errorf("session: %w", err)
	}
	return open, nil
}

// CloseSession ends a session.
func (db *DB) CloseSession(ctx context.Context, hash []byte) error {
	if _, err := db.write.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ?`, hash); err != nil {
		return fmt.Errorf("close session: %w", err)
	}
	return nil
}

// Asked notes that a client asked for a run.
func (db *DB) Asked(ctx context.Context, run string, client []byte, now time.Time) error {
	if _, err := db.write.ExecContext(ctx, `INSERT INTO asked (run, client, time) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, run, client, now.UnixMilli()); err != nil {
		return fmt.Errorf("note who asked: %w", err)
	}
	return nil
}

// A Load is what a client, or all of them, have asked for.
type Load struct {
	Unfinished int // runs
	Lately     int // runs asked for within a given time
}

// LoadOf returns the load of one client, and that of all. What was asked for while
// the clock was ahead, after until, does not count.
func (db *DB) LoadOf(ctx context.Context, client []byte, since, until time.Time) (own, all Load, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM asked WHERE client = ?1 AND run IN (SELECT run FROM unfinished)),
		(SELECT count(*) FROM asked WHERE client = ?1 AND time > ?2 AND time <= ?3),
		(SELECT count(*) FROM unfinished),
		(SELECT count(*) FROM asked WHERE time > ?2 AND time <= ?3)`, client, since.UnixMilli(), until.UnixMilli()).Scan(&own.Unfinished, &own.Lately, &all.Unfinished, &all.Lately)
	if err != nil {
		return own, all, fmt.Errorf("load: %w", err)
	}
	return own, all, nil
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Door returns what the password that was last asked for was kept as, or nils.
func (d *DB) Door(ctx context.Context) (salt, key []byte, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT salt, key FROM door`).Scan(&salt, &key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, nil, fmt.Errorf("door: %w", err)
	}
	return salt, key, nil
}

// SetDoor keeps another password. Whoever signed in with the old one is out.
func (d *DB) SetDoor(ctx context.Context, salt, key []byte) error {
	err := d.inTx(ctx, func(tx *sql.Tx) error {
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
func (d *DB) OpenSession(ctx context.Context, hash []byte, expires time.Time) error {
	if _, err := d.write.ExecContext(ctx, `DELETE FROM sessions WHERE expires < ?`, time.Now().UnixMilli()); err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	if _, err := d.write.ExecContext(ctx, `INSERT INTO sessions (hash, expires) VALUES (?, ?)`, hash, expires.UnixMilli()); err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	return nil
}

// InSession reports whether a session with the given hash is open.
func (d *DB) InSession(ctx context.Context, hash []byte, now time.Time) (open bool, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sessions WHERE hash = ? AND expires > ?)`, hash, now.UnixMilli()).Scan(&open)
	if err != nil {
		return false, fmt.Errorf("session: %w", err)
	}
	return open, nil
}

// CloseSession ends a session.
func (d *DB) CloseSession(ctx context.Context, hash []byte) error {
	if _, err := d.write.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ?`, hash); err != nil {
		return fmt.Errorf("close session: %w", err)
	}
	return nil
}

package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/research"
)

// Redeemed returns the run that the form with the given token started, or an
// error that wraps [research.ErrNotFound].
func (db *DB) Redeemed(ctx context.Context, token string) (run string, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT run FROM tokens WHERE token = ?`, token).Scan(&run)
	if errors.Is(err, sql.ErrNoRows) {
		err = research.ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("form token: %w", err)
	}
	return run, nil
}

// Redeem notes that the form with the given token started the run.
func (db *DB) Redeem(ctx context.Context, token, run string) error {
	if _, err := db.write.ExecContext(ctx, `INSERT INTO tokens (token, run) VALUES (?, ?) ON CONFLICT DO NOTHING`, token, run); err != nil {
		return fmt.Errorf("form token: %w", err)
	}
	return nil
}

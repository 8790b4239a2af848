package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Hide takes a run out of every list and search. Its journal stays as it is,
// and [DB.Show] brings it back.
func (d *DB) Hide(ctx context.Context, run string) error {
	err := d.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO hidden (run, time) VALUES (?, ?) ON CONFLICT DO NOTHING`, run, time.Now().UnixMilli()); err != nil {
			return err
		}
		return unindex(ctx, tx, run)
	})
	if err != nil {
		return fmt.Errorf("hide run %s: %w", run, err)
	}
	return nil
}

// Show brings a hidden run back.
func (d *DB) Show(ctx context.Context, run string) error {
	if _, err := d.write.ExecContext(ctx, `DELETE FROM hidden WHERE run = ?`, run); err != nil {
		return fmt.Errorf("show run %s: %w", run, err)
	}
	return d.index(ctx, run)
}

// Hidden reports whether a run is hidden.
func (d *DB) Hidden(ctx context.Context, run string) (hidden bool, err error) {
	if err := d.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM hidden WHERE run = ?)`, run).Scan(&hidden); err != nil {
		return false, fmt.Errorf("is run %s hidden: %w", run, err)
	}
	return hidden, nil
}

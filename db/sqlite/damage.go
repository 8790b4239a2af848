package sqlite

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"assay/db"
)

// Check implements [db.Store].
func (d *DB) Check(ctx context.Context) error {
	var says string
	if err := d.read.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&says); err != nil {
		return fmt.Errorf("check the database: %w", Damaged(err))
	}
	if says != "ok" {
		return fmt.Errorf("check the database: %w: %s", db.ErrDamaged, says)
	}
	return nil
}

// Damaged returns err, as a [db.ErrDamaged] if SQLite met a file that is no
// database, or not as it wrote it.
func Damaged(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && !errors.Is(err, db.ErrDamaged) {
		if code := e.Code() & 0xff; code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB {
			return fmt.Errorf("%w: %w", db.ErrDamaged, err)
		}
	}
	return err
}

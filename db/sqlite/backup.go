package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"assay/research/engine"
)

// Backup writes a whole, consistent copy of the database to file, which must
// not be there yet. Runs go on meanwhile.
func (d *DB) Backup(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("back up: %s is there already; name another file", file)
	}
	copy, err := sql.Open("sqlite", "file:"+(&url.URL{Path: d.file}).EscapedPath()+"?_pragma=busy_timeout(10000)") // of its own: writers need not wait
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer copy.Close()
	if _, err := copy.ExecContext(ctx, `VACUUM INTO ?`, file); err != nil {
		return errors.Join(fmt.Errorf("back up: %w", full(err)), os.RemoveAll(file))
	}
	if err := os.Chmod(file, 0o600); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

// Restore puts a copy that [DB.Backup] made in the place of the database in
// file. It is checked first; the database that was there is kept beside, under
// the name that is returned. No other process may have it open.
func Restore(ctx context.Context, copy, file string) (kept string, err error) {
	if err := sound(ctx, copy); err != nil {
		return "", fmt.Errorf("restore: %s is not a whole copy: %w; nothing was changed", copy, err)
	}
	if _, err := os.Stat(file); err == nil {
		if err := alone(ctx, file); err != nil {
			return "", fmt.Errorf("restore: the database is in use; stop the server first: %w", err)
		}
		kept = file + ".before-" + time.Now().UTC().Format("20060102-150405")
	}
	fresh := file + ".restoring"
	if err := copyFile(copy, fresh); err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w; nothing was changed", err), os.Remove(fresh))
	}
	if kept != "" {
		if err := os.Rename(file, kept); err != nil {
			return "", fmt.Errorf("restore: %w", err)
		}
	}
	// What an old write-ahead log holds is not of the copy.
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(file + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return kept, fmt.Errorf("restore: %w", err)
		}
	}
	if err := os.Rename(fresh, file); err != nil {
		return kept, fmt.Errorf("restore: %w", err)
	}
	return kept, nil
}

// sound says what is wrong with the database in file.
func sound(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err != nil {
		return err
	}
	d, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=ro")
	if err != nil {
		return err
	}
	defer d.Close()
	var says string
	if err := d.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&says); err != nil {
		return err
	}
	var tables int
	if err := d.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name IN ('runs', 'events', 'pages')`).Scan(&tables); err != nil {
		return err
	}
	switch {
	case says != "ok":
		return errors.New(says)
	case tables != 3:
		return errors.New("it is a database of something else")
	}
	return nil
}

// alone reports an error if another process has the database open. It empties
// the write-ahead log into the database on the way.
func alone(ctx context.Context, file string) error {
	d, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?_pragma=locking_mode(exclusive)&_pragma=busy_timeout(1000)&_txlock=exclusive")
	if err != nil {
		return err
	}
	defer d.Close()
	d.SetMaxOpenConns(1)
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := tx.Rollback(); err != nil {
		return err
	}
	_, err = d.ExecContext(ctx, `PRAGMA wal_checkpoint(truncate)`)
	return err
}

// copyFile copies a file, down to the disk.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = out.ReadFrom(in)
	return errors.Join(err, out.Sync(), out.Close())
}

// full returns err, as a [engine.ErrFull] if there was no room to write.
func full(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code() == lib.SQLITE_FULL || e.Code() == lib.SQLITE_IOERR_WRITE) {
		return fmt.Errorf("%w: %w", engine.ErrFull, err)
	}
	return err
}

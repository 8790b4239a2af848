package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"assay/db"
)

// Restore puts a copy that [DB.Backup] made in the place of the database in
// file, whose folder is made if need be. It is checked first; the database that
// was there is kept beside, under the name that is returned. No other process may
// have it open. Killed at any moment it leaves the old database or the new one.
func Restore(ctx context.Context, copy, file string) (kept string, err error) {
	return restore(ctx, disk{}, copy, file)
}

func restore(ctx context.Context, d restorer, copy, file string) (kept string, err error) {
	if err := sound(ctx, copy); err != nil {
		return "", fmt.Errorf("restore: %s is not a whole copy: %w; nothing was changed", copy, err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	if _, err := os.Stat(file); err == nil {
		kept = file + ".before-" + time.Now().UTC().Format("20060102-150405")
		if err := retire(ctx, file, kept); err != nil {
			return "", fmt.Errorf("restore: %w; nothing was changed", err)
		}
	}
	fresh := file + restoring
	if err := errors.Join(copyFile(copy, fresh), d.sync(fresh)); err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w; nothing was changed", err), os.Remove(fresh))
	}
	if err := takeOver(d, fresh, file, kept); err != nil {
		return "", fmt.Errorf("restore: %w; the database is the one that was there", err)
	}
	if err := d.sync(filepath.Dir(file)); err != nil {
		return kept, fmt.Errorf("restore: the copy is in place, but may not outlast a power cut: %w", err)
	}
	return kept, nil
}

// retire empties the write-ahead log of a database into it, or reports an error if
// another process has it open. The log of a damaged database, which SQLite may
// throw away, is kept beside it as it was, for the name that it will have.
func retire(ctx context.Context, file, kept string) error {
	log := kept + "-wal"
	if err := copyFile(file+"-wal", log); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := alone(ctx, file)
	if errors.Is(Damaged(err), db.ErrDamaged) {
		return nil
	}
	if err := os.Remove(log); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err != nil {
		return fmt.Errorf("the database is in use; stop the server first: %w", err)
	}
	return nil
}

// takeOver puts fresh in the place of file, which stays under the name kept if
// that is not "". Of what was there the write-ahead log is empty, or kept.
func takeOver(d restorer, fresh, file, kept string) error {
	if kept != "" {
		if err := keep(d, file, kept); err != nil {
			return err
		}
	}
	for _, end := range []string{"-wal", "-shm"} { // they are not of the copy
		if err := d.remove(file + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if err := d.sync(filepath.Dir(file)); err != nil {
		return err
	}
	return d.rename(fresh, file)
}

// keep has a file under another name too, as a copy where the file system knows
// no links.
func keep(d restorer, file, kept string) error {
	if d.link(file, kept) == nil {
		return nil
	}
	return errors.Join(copyFile(file, kept), d.sync(kept))
}

// restoring is added to a database's name for the copy that is to take its place.
const restoring = ".restoring"

// half says what is wrong where a restore was killed before there was any
// database: what is there may be half a copy.
func half(file string) error {
	_, err := os.Stat(file)
	if _, fresh := os.Stat(file + restoring); fresh == nil && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("putting a copy back was interrupted, so there is no database yet: do it again (assay restore FILE), or delete %s to begin with an empty one", file+restoring)
	}
	return nil
}

// A restorer does to files what a restore does that the next start relies on.
type restorer interface {
	link(from, to string) error
	remove(file string) error
	rename(from, to string) error
	sync(file string) error // a file or a folder, down to the disk
}

// A disk is the real one.
type disk struct{}

func (disk) link(from, to string) error   { return os.Link(from, to) }
func (disk) remove(file string) error     { return os.Remove(file) }
func (disk) rename(from, to string) error { return os.Rename(from, to) }
func (disk) sync(file string) error       { return syncFile(file) }

// syncFile brings a file or a folder down to the disk.
func syncFile(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
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

// copyFile copies a file.
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
	return errors.Join(err, out.Close())
}

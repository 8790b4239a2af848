package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"assay/research/engine"
)

// Backup writes a whole, consistent copy of the database to file, which must
// not be there yet. Runs go on meanwhile. Until the copy is whole and on the disk
// it is FILE.part, which only its owner may read.
func (d *DB) Backup(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("back up: %s is there already; name another file", file)
	}
	part := file + ".part"
	err := errors.Join(d.copyInto(ctx, part), syncFile(part))
	if err == nil {
		err = os.Rename(part, file)
	}
	if err == nil {
		err = syncFile(filepath.Dir(file))
	}
	if err != nil {
		os.Remove(part)
		return fmt.Errorf("back up: %w", full(err))
	}
	return nil
}

// copyInto writes a copy of the database to a file, over what is there.
func (d *DB) copyInto(ctx context.Context, file string) error {
	empty, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err := empty.Close(); err != nil {
		return err
	}
	source, err := sql.Open("sqlite", "file:"+(&url.URL{Path: d.file}).EscapedPath()+"?_pragma=busy_timeout(10000)") // of its own: writers need not wait
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = source.ExecContext(ctx, `VACUUM INTO ?`, file)
	return err
}

// full returns err, as a [engine.ErrFull] if there was no room to write.
func full(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code() == lib.SQLITE_FULL || e.Code() == lib.SQLITE_IOERR_WRITE) {
		return fmt.Errorf("%w: %w", engine.ErrFull, err)
	}
	return err
}

package main

import (
	"context"
	"errors"
	"path/filepath"

	"assay/db"
	"assay/db/sqlite"
)

// storeFile returns the file in which a data folder keeps everything.
func storeFile(dir string) string { return filepath.Join(dir, "assay.db") }

// openStore opens the store of a data folder.
func openStore(ctx context.Context, dir string) (db.Store, error) {
	d, err := sqlite.Open(ctx, storeFile(dir))
	if err != nil {
		return nil, err
	}
	return d, nil
}

// advice says what to do about an error of the store, or "".
func advice(err error) string {
	if errors.Is(sqlite.Damaged(err), db.ErrDamaged) {
		return "The database is damaged. Stop the server, copy the data folder as it is, and put a copy back with:  assay restore FILE " +
			"(what \"assay backup\" wrote; the damaged database is kept beside it). Without a copy, sqlite3's .recover saves what can be read."
	}
	return ""
}

// openDB opens the store alone, for commands that only look.
func (s *Settings) openDB(ctx context.Context) (db.Store, error) {
	dir, err := s.dataDir()
	if err != nil {
		return nil, err
	}
	return openStore(ctx, dir)
}

// restore puts a copy in the place of a data folder's store and brings it up to
// date. What was there is kept under the name that is returned; "" is nothing.
func restore(ctx context.Context, copy, dir string) (kept string, err error) {
	if kept, err = sqlite.Restore(ctx, copy, storeFile(dir)); err != nil {
		return "", err
	}
	d, err := openStore(ctx, dir)
	if err != nil {
		return kept, err
	}
	return kept, d.Close()
}

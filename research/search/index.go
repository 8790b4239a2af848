package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net/url"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// indexVersion changes whenever the same file would be indexed in another way.
const indexVersion = "1"

// schema is the index. A passage's id is its page's, shifted, plus its place
// in it (see passageBits). The full-text tables hold no text of their own.
const schema = `
CREATE TABLE file (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE,
	size INTEGER NOT NULL,
	mtime INTEGER NOT NULL,   -- ns since 1970
	raw TEXT NOT NULL,        -- SHA-256 of the file
	problem TEXT NOT NULL,    -- why it could not be read, or ''
	indexed INTEGER NOT NULL, -- ns since 1970
	key TEXT NOT NULL,        -- canonical URL
	url TEXT NOT NULL, title TEXT NOT NULL, author TEXT NOT NULL, site TEXT NOT NULL, published TEXT NOT NULL,
	language TEXT NOT NULL, kind TEXT NOT NULL, type TEXT NOT NULL, extractor TEXT NOT NULL, links REAL NOT NULL,
	hash TEXT NOT NULL,       -- SHA-256 of the text
	text TEXT NOT NULL
) STRICT;
CREATE INDEX file_key ON file (key);
CREATE TABLE span (id INTEGER PRIMARY KEY, start INTEGER NOT NULL, end INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE page USING fts5 (title, headings, body,
	content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE passage USING fts5 (under, body, exact,
	content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
`

// open opens the index and brings it up to date.
func (l *Library) open(ctx context.Context, indexFile, dir string) error {
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: indexFile}).EscapedPath()}).String() +
		"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)&_pragma=synchronous(NORMAL)&_txlock=immediate"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	l.db = db
	err = prepare(ctx, db, dir)
	if err == nil {
		_, err = l.Refresh(ctx)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	l.closers = append(l.closers, db.Close)
	return nil
}

// errStale reports an index of another version or of another folder.
var errStale = errors.New("the index is from another version or folder")

// prepare creates the schema in a new index, and checks that an old one is of
// this version and folder.
func prepare(ctx context.Context, db *sql.DB, dir string) error {
	want := int64(crc32.ChecksumIEEE([]byte(indexVersion+schema+dir))>>1) | 1
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	var version, tables int64
	err = tx.QueryRowContext(ctx, `SELECT user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_user_version`).Scan(&version, &tables)
	switch {
	case err != nil:
		return fmt.Errorf("open the index: %w", err)
	case version == want:
		return nil
	case version != 0 || tables != 0:
		return errStale
	}
	if _, err := tx.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA user_version = %d", want)); err != nil {
		return fmt.Errorf("make the index: %w", err)
	}
	return tx.Commit()
}

// damaged reports whether an index has to be made anew.
func damaged(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
			return true
		}
	}
	return errors.Is(err, errStale)
}

func removeIndex(file string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the old index: %w", err)
		}
	}
	return nil
}

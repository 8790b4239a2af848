// Package db keeps runs, their journals and the pages they read in one SQLite
// file. It implements [engine.Store].
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
	_ "modernc.org/sqlite"
)

//go:embed schema/*.sql
var schema embed.FS

// oldest is the oldest SQLite that is safe: before 3.51.3 a writer and a
// checkpoint on two connections could corrupt a database in WAL mode.
const oldest = "3.51.3"

// A DB is a store of runs.
type DB struct {
	file  string
	write *pool // one connection: writers queue here, not at the file's lock
	read  *pool
	zip   *zstd.Encoder
	unzip *zstd.Decoder

	insertEvent, insertText, insertPage *sql.Stmt // of write

	mu        sync.Mutex
	more      map[string]chan struct{} // by run; closed when the run gets an event
	gathering *batch                   // that the next event joins; nil if it begins one
}

// Open opens the database in file, creating its folder, creating it or
// migrating it as needed. It refuses a database that a newer version wrote.
func Open(ctx context.Context, file string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if err := half(file); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the database cannot be written; choose another data folder (--data, ASSAY_DATA) or mend its permissions: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	d := &DB{file: file, more: make(map[string]chan struct{})}
	if err := d.open(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", file, err), d.Close())
	}
	return d, nil
}

func (d *DB) open(ctx context.Context, migrations fs.FS) (err error) {
	if d.zip, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)); err != nil {
		return err
	}
	if d.unzip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20)); err != nil {
		return err
	}
	// The pragmas are in the DSN because each pooled connection needs them.
	// Commits are synced, so that an acknowledged run survives a power cut.
	dsn := "file:" + (&url.URL{Path: d.file}).EscapedPath() + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)&_pragma=foreign_keys(1)&_pragma=journal_size_limit(67108864)&_txlock=immediate"
	if d.write, err = openPool(dsn, 1); err != nil {
		return err
	}
	if d.read, err = openPool(dsn+"&_pragma=query_only(1)", 8); err != nil {
		return err
	}
	if err := d.checkVersion(ctx); err != nil {
		return err
	}
	if err := d.migrate(ctx, migrations); err != nil {
		return err
	}
	return d.prepare(ctx)
}

// prepare prepares what is written again and again, before a transaction takes
// the connection for itself.
func (d *DB) prepare(ctx context.Context) (err error) {
	if d.insertEvent, err = d.write.statement(ctx, insertEvent); err != nil {
		return err
	}
	if d.insertText, err = d.write.statement(ctx, insertText); err != nil {
		return err
	}
	d.insertPage, err = d.write.statement(ctx, insertPage)
	return err
}

// checkVersion refuses an SQLite that is too old to be safe.
func (d *DB) checkVersion(ctx context.Context) error {
	var version string
	var ok bool
	const q = `SELECT sqlite_version(), (
		SELECT printf('%03d%03d%03d', v->>0, v->>1, v->>2) FROM (SELECT '[' || replace(sqlite_version(), '.', ',') || ']' AS v)
	) >= (
		SELECT printf('%03d%03d%03d', v->>0, v->>1, v->>2) FROM (SELECT '[' || replace(?, '.', ',') || ']' AS v))`
	if err := d.write.QueryRowContext(ctx, q, oldest).Scan(&version, &ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("SQLite %s is too old: %s or newer is needed", version, oldest)
	}
	return nil
}

// Close closes the database.
func (d *DB) Close() error {
	var errs []error
	for _, s := range []*pool{d.read, d.write} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	if d.unzip != nil {
		d.unzip.Close()
	}
	return errors.Join(errs...)
}

// migrate runs the schema files that the database has not seen, in order, each
// in one transaction. There is no way back.
func (d *DB) migrate(ctx context.Context, migrations fs.FS) error {
	names, err := fs.Glob(migrations, "schema/*.sql")
	if err != nil {
		return err
	}
	var done int
	if err := d.write.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&done); err != nil {
		return err
	}
	if done > len(names) {
		return fmt.Errorf("a newer version of Assay wrote it (schema %d; this version knows %d): nothing was changed; use the newer version", done, len(names))
	}
	var tables int
	if err := d.write.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if done == 0 && tables > 0 {
		return errors.New("it is a database of something else: nothing was changed; choose another data folder (--data, ASSAY_DATA)")
	}
	for i := done; i < len(names); i++ {
		text, err := fs.ReadFile(migrations, names[i])
		if err != nil {
			return err
		}
		err = d.inTx(ctx, func(tx *sql.Tx) error {
			// Another process may have been faster.
			var now int
			if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&now); err != nil || now > i {
				return err
			}
			_, err := tx.ExecContext(ctx, fmt.Sprintf("%s;\nPRAGMA user_version = %d", text, i+1))
			return err
		})
		if err != nil {
			return fmt.Errorf("migrate %s: %w", names[i], err)
		}
	}
	return nil
}

// inTx calls fn in a write transaction, which it commits if fn succeeds.
func (d *DB) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"assay/research"
)

const selectRuns = `SELECT id, question, method, options, created, owner FROM runs `

// Info implements [engine.Store].
func (d *DB) Info(ctx context.Context, id string) (research.Info, error) {
	infos, err := d.infos(ctx, selectRuns+`WHERE id = ?`, id)
	if err == nil && len(infos) == 0 {
		err = research.ErrNotFound
	}
	if err != nil {
		return research.Info{}, fmt.Errorf("run %s: %w", id, err)
	}
	return infos[0], nil
}

// Unfinished implements [engine.Store].
func (d *DB) Unfinished(ctx context.Context) ([]research.Info, error) {
	return d.infos(ctx, selectRuns+`WHERE id IN (SELECT run FROM unfinished) ORDER BY +created, id`) // +: start from the few, not from all by date
}

// Runs returns the latest runs, newest first.
func (d *DB) Runs(ctx context.Context, limit int) ([]research.Info, error) {
	return d.infos(ctx, selectRuns+`ORDER BY created DESC, id LIMIT ?`, limit)
}

// Find returns the one run whose id begins with prefix.
func (d *DB) Find(ctx context.Context, prefix string) (research.Info, error) {
	infos, err := d.infos(ctx, selectRuns+`WHERE substr(id, 1, length(?1)) = ?1 LIMIT 2`, prefix)
	switch {
	case err != nil:
		return research.Info{}, err
	case len(infos) == 0 || prefix == "":
		return research.Info{}, fmt.Errorf("run %q: %w", prefix, research.ErrNotFound)
	case len(infos) > 1:
		return research.Info{}, fmt.Errorf("more than one run begins with %q: give more of its id", prefix)
	}
	return infos[0], nil
}

func (d *DB) infos(ctx context.Context, query string, args ...any) ([]research.Info, error) {
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var infos []research.Info
	for rows.Next() {
		var info research.Info
		var options []byte
		var ms int64
		if err := rows.Scan(&info.ID, &info.Question, &info.Method, &options, &ms, &info.Owner); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(options, &info.Options); err != nil {
			return nil, fmt.Errorf("options of run %s: %w", info.ID, err)
		}
		info.Created = time.UnixMilli(ms).UTC()
		infos = append(infos, info)
	}
	return infos, rows.Err()
}

// Lock implements [engine.Store] with a file lock, which the operating
// system takes back when the process dies.
func (d *DB) Lock(id string) (unlock func(), ok bool, err error) {
	dir := filepath.Join(filepath.Dir(d.file), "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, false, fmt.Errorf("lock run %s: %w", id, err)
	}
	l := flock.New(filepath.Join(dir, filepath.Base(id)+".lock"))
	ok, err = l.TryLock()
	if err != nil {
		return nil, false, errors.Join(fmt.Errorf("lock run %s: %w", id, err), l.Close())
	}
	if !ok {
		return nil, false, l.Close()
	}
	return func() { l.Close() }, true, nil
}

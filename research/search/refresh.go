package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"sync"
)

// Changes are what a refresh found.
type Changes struct {
	Added, Changed, Removed, Unchanged int // files
	Unreadable                         int // of those added and changed
}

// A stamp tells whether a file has changed since it was indexed.
type stamp struct {
	id          int64 // of the file in the index; 0 if it is new
	size, mtime int64
	raw         string // hash of its content
}

// A job is a file to be read; doc and err are what came of it.
type job struct {
	path string
	stamp
	same bool // the content is what it was
	kind string
	doc  document
	err  error
}

// Refresh brings the index up to date with the folder: it reads files that are
// new or whose size or time has changed, and forgets those that are gone.
// Hidden files and folders are left out, and so are symbolic links out of
// the folder. A file that cannot be read is kept in mind as such, with the
// reason (see [Library.Problems]).
func (l *Library) Refresh(ctx context.Context) (Changes, error) {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	known, err := l.stamps(ctx)
	if err != nil {
		return Changes{}, err
	}
	jobs, kept, err := l.walk(ctx, known)
	if err != nil {
		return Changes{}, err
	}
	c := Changes{Unchanged: kept}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	for j := range l.read(reading, jobs) { // to its end, for the readers to go
		if err != nil {
			stop()
		} else {
			err = l.store(ctx, j, &c)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = l.forget(ctx, known, &c)
	}
	if err != nil {
		return c, fmt.Errorf("index the library: %w", err)
	}
	return c, nil
}

// stamps returns the files of the index by path.
func (l *Library) stamps(ctx context.Context) (map[string]stamp, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT path, id, size, mtime, raw FROM file`)
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close()
	known := map[string]stamp{}
	for rows.Next() {
		var p string
		var s stamp
		if err := rows.Scan(&p, &s.id, &s.size, &s.mtime, &s.raw); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		known[p] = s
	}
	return known, rows.Err()
}

// walk returns the files to be read, and how many need not be. It takes the
// files it meets out of known, so that those which are gone remain.
func (l *Library) walk(ctx context.Context, known map[string]stamp) (jobs []job, kept int, err error) {
	err = fs.WalkDir(l.files, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && p == ".":
			return err
		case err != nil: // a folder that may not be read is left out, like one that is hidden
			return nil
		case p != "." && leftOut(d):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || mediaType(p) == "":
			return nil
		}
		info, err := fs.Stat(l.files, p) // follows a link that stays inside
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		old := known[p]
		delete(known, p)
		if now := (stamp{old.id, info.Size(), info.ModTime().UnixNano(), old.raw}); now != old {
			jobs = append(jobs, job{path: p, stamp: now})
		} else {
			kept++
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("walk the library: %w", err)
	}
	return jobs, kept, nil
}

// leftOut reports whether a file or folder is hidden, or made by a tool from
// the documents beside it.
func leftOut(d fs.DirEntry) bool {
	return strings.HasPrefix(d.Name(), ".") || d.IsDir() && generated[d.Name()]
}

var generated = setOf("_sources", "_static", "_images", "_downloads", "node_modules", "__pycache__")

// read reads the files side by side and yields them in batches as they are done.
func (l *Library) read(ctx context.Context, jobs []job) <-chan []job {
	todo, done, out := make(chan job), make(chan job), make(chan []job)
	var wg sync.WaitGroup
	for range min(2, runtime.GOMAXPROCS(0)) { // more parsers could exhaust memory on hostile files
		wg.Go(func() {
			for j := range todo {
				l.readFile(ctx, &j)
				done <- j
			}
		})
	}
	go func() {
		defer close(todo)
		for _, j := range jobs {
			if ctx.Err() != nil {
				return
			}
			todo <- j
		}
	}()
	go func() { wg.Wait(); close(done) }()
	go batch(done, out)
	return out
}

// batchSize is how many files are stored in one transaction.
const batchSize = 256

func batch(in <-chan job, out chan<- []job) {
	defer close(out)
	var jobs []job
	for j := range in {
		if jobs = append(jobs, j); len(jobs) == batchSize {
			out <- jobs
			jobs = nil
		}
	}
	if len(jobs) > 0 {
		out <- jobs
	}
}

// forget removes files from the index.
func (l *Library) forget(ctx context.Context, gone map[string]stamp, c *Changes) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for _, s := range gone {
			if err := remove(ctx, tx, s.id); err != nil {
				return err
			}
			c.Removed++
		}
		return nil
	})
}

func (l *Library) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

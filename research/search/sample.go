package search

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed sample/*.md
var sample embed.FS

// OpenSample opens the sample library: pages on common misconceptions that come
// with Assay, right ones and wrong ones, by publishers that do not exist. Their
// URLs are their own, such as https://quarry-museum.example/great-wall.
func OpenSample(ctx context.Context) (*Library, error) {
	files, err := fs.Sub(sample, "sample")
	if err != nil {
		return nil, fmt.Errorf("open the sample library: %w", err)
	}
	return openMemory(ctx, "sample", "", files)
}

// openMemory opens a library whose index lives in memory. Its files are indexed
// when they are first asked for.
func openMemory(ctx context.Context, name, host string, files fs.FS) (*Library, error) {
	l := &Library{name: name, host: host, files: files}
	db, err := sql.Open("sqlite", "file:"+rand.Text()+"?mode=memory&cache=shared&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open the %s library: %w", name, err)
	}
	l.db, l.closers = db, append(l.closers, db.Close)
	held, err := db.Conn(ctx) // the database lives as long as one connection does
	if err == nil {
		l.closers = append(l.closers, held.Close)
		err = prepare(ctx, db, "")
	}
	l.empty = true
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the %s library: %w", name, err), l.Close())
	}
	return l, nil
}

// fill indexes the files of a library that was opened empty, once.
func (l *Library) fill(ctx context.Context) error {
	l.filling.Lock()
	defer l.filling.Unlock()
	if !l.empty {
		return nil
	}
	_, err := l.Refresh(ctx)
	l.empty = err != nil
	return err
}

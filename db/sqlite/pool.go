package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A pool is a set of connections to the database that keeps the statements it
// has prepared: preparing one takes longer than most take to run. It keeps each
// text it was ever given, so texts must be few: what varies goes in as values.
type pool struct {
	*sql.DB
	prepared sync.Map // of *sql.Stmt, by text
}

// openPool returns a pool of at most size connections, which stay open.
func openPool(dsn string, size int) (*pool, error) {
	d, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	d.SetMaxOpenConns(size)
	d.SetMaxIdleConns(size) // else all but two are opened anew each time
	return &pool{DB: d}, nil
}

// statement returns the prepared statement of a text.
func (p *pool) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if s, ok := p.prepared.Load(text); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := p.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if first, ok := p.prepared.LoadOrStore(text, s); ok { // somebody was faster
		return first.(*sql.Stmt), s.Close()
	}
	return s, nil
}

// QueryContext is that of [sql.DB], prepared.
func (p *pool) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext is that of [sql.DB], prepared.
func (p *pool) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	s, err := p.statement(ctx, text)
	if err != nil {
		return p.DB.QueryRowContext(ctx, text, args...) // says what is wrong
	}
	return s.QueryRowContext(ctx, args...)
}

// Close closes the statements and the connections.
func (p *pool) Close() error {
	var errs []error
	p.prepared.Range(func(_, s any) bool {
		errs = append(errs, s.(*sql.Stmt).Close())
		return true
	})
	return errors.Join(append(errs, p.DB.Close())...)
}

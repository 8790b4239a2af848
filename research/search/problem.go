package search

import (
	"context"
	"fmt"
)

// A Problem is a file that could not be read.
type Problem struct{ Path, Reason string }

// Problems returns the files that could not be read, by path.
func (l *Library) Problems(ctx context.Context) ([]Problem, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT path, problem FROM file WHERE problem <> '' ORDER BY path`)
	if err != nil {
		return nil, fmt.Errorf("problems of the library: %w", err)
	}
	defer rows.Close()
	var out []Problem
	for rows.Next() {
		var p Problem
		if err := rows.Scan(&p.Path, &p.Reason); err != nil {
			return nil, fmt.Errorf("problems of the library: %w", err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

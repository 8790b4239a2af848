package sqlite

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/port"
)

// pastRuns is how many of the latest runs an estimate looks at.
const pastRuns = 100

// Past returns what runs of a method took that came to a whole report, of the
// latest at the same depth those that were as thrifty with votes.
func (d *DB) Past(ctx context.Context, method string, o research.Options) (db.Past, error) {
	rows, err := d.read.QueryContext(ctx, `
		SELECT seconds, cost FROM (SELECT run, seconds, cost FROM reports WHERE method = ? AND depth = ? AND status = ? ORDER BY n DESC LIMIT ?)
		LEFT JOIN runs ON id = run WHERE (CAST(options AS TEXT) ->> ? IS ?) = ?`,
		method, o.Depth, research.Done, pastRuns, "$.params."+research.VotesParam, research.EconomyVotes, o.Economy())
	if err != nil {
		return db.Past{}, fmt.Errorf("past runs: %w", err)
	}
	defer rows.Close()
	var times []time.Duration
	var costs []port.Money
	for rows.Next() {
		var seconds float64
		var cost port.Money
		if err := rows.Scan(&seconds, &cost); err != nil {
			return db.Past{}, fmt.Errorf("past runs: %w", err)
		}
		times, costs = append(times, time.Duration(seconds*float64(time.Second))), append(costs, cost)
	}
	p := db.Past{Runs: len(times)}
	if p.Runs > 0 {
		p.Fastest, p.Slowest = middle(times)
		p.Least, p.Most = middle(costs)
	}
	return p, rows.Err()
}

// middle returns the first and the last decile of values, which it sorts.
func middle[T time.Duration | port.Money](values []T) (low, high T) {
	slices.Sort(values)
	cut := len(values) / 10
	return values[cut], values[len(values)-1-cut]
}

// Running returns the runs that have not ended, newest first, at most limit,
// without those that are hidden.
func (d *DB) Running(ctx context.Context, limit int) ([]research.Info, error) {
	infos, err := d.infos(ctx, selectRuns+`
		WHERE id IN (SELECT run FROM unfinished) AND id NOT IN (SELECT run FROM hidden) ORDER BY +created DESC, id LIMIT ?`, limit) // +: start from the few, not from all by date
	if err != nil {
		return nil, fmt.Errorf("running runs: %w", err)
	}
	return infos, nil
}

package db

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assay/research"
	"assay/research/port"
)

// A Past says what runs of a kind took: the middle 80 % of the latest ones.
type Past struct {
	Runs             int // how many it was worked out from
	Fastest, Slowest time.Duration
	Least, Most      port.Money
}

// pastRuns is how many of the latest runs an estimate looks at.
const pastRuns = 100

// Past returns what runs of a method took that came to a whole report, of the
// latest at the same depth those that were as thrifty with votes.
func (db *DB) Past(ctx context.Context, method string, o research.Options) (Past, error) {
	rows, err := db.read.QueryContext(ctx, `
		SELECT seconds, cost FROM (SELECT run, seconds, cost FROM reports WHERE method = ? AND depth = ? AND status = ? ORDER BY n DESC LIMIT ?)
		LEFT JOIN runs ON id = run WHERE (CAST(options AS TEXT) ->> ? IS ?) = ?`,
		method, o.Depth, research.Done, pastRuns, "$.params."+research.VotesParam, research.EconomyVotes, o.Economy())
	if err != nil {
		return Past{}, fmt.Errorf("past runs: %w", err)
	}
	defer rows.Close()
	var times []time.Duration
	var costs []port.Money
	for rows.Next() {
		var seconds float64
		var cost port.Money
		if err := rows.Scan(&seconds, &cost); err != nil {
			return Past{}, fmt.Errorf("past runs: %w", err)
		}
		times, costs = append(times, time.Duration(seconds*float64(time.Second))), append(costs, cost)
	}
	p := Past{Runs: len(times)}
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
func (db *DB) Running(ctx context.Context, limit int) ([]research.Info, error) {
	infos, err := db.infos(ctx, selectRuns+`
		WHERE id IN (SELECT run FROM unfinished) AND id NOT IN (SELECT run FROM hidden) ORDER BY +created DESC, id LIMIT ?`, limit) // +: start from the few, not from all by date
	if err != nil {
		return nil, fmt.Errorf("running runs: %w", err)
	}
	return infos, nil
}

package sqlite

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"assay/db"
)

// weights of the catalog's columns in bm25: question, answer, findings, claims, quotes, facets.
const weights = "8, 4, 3, 1, 0.7, 0"

// ranked is how many matches of one expression are ranked. Ranking costs some
// microseconds a match.
const ranked = 400

// best returns matches, the best first, and how many there are. If there are
// more than can be ranked, or nothing tells them apart, those come first that
// are about the terms.
func (d *DB) best(ctx context.Context, q db.Query, t db.Terms) (ns []int64, total int, err error) {
	first, _ := between(q)
	match := match(t, facets(q))
	newest, err := d.newest(ctx, q, match, ranked+1)
	if err != nil {
		return nil, 0, err
	}
	if total = len(newest); total > ranked {
		older, err := d.count(ctx, mostOf(t)-total, matching, match, first, newest[ranked]-1)
		if err != nil {
			return nil, 0, err
		}
		total += older
	} else if ns, err = d.rank(ctx, t, newest); err != nil || len(ns) == total {
		return ns, total, err
	}
	ns, err = d.aboutThenNewest(ctx, q, t, newest, total)
	return ns, total, err
}

// aboutThenNewest returns the matches that are about the terms, and then the
// newest others, of which it is given some. If there are more than can be
// ranked, the newest of them are, as far as something tells them apart.
func (d *DB) aboutThenNewest(ctx context.Context, q db.Query, t db.Terms, newest []int64, total int) ([]int64, error) {
	end := min(q.Offset+q.Limit, total)
	ns, err := d.about(ctx, q, t, end)
	if err != nil || len(ns) >= end {
		return ns, err
	}
	if total > ranked {
		best, err := d.rank(ctx, t, newest[:ranked])
		if err != nil {
			return nil, err
		}
		ns = addNew(ns, best)
	}
	if enough := end + len(ns); len(ns) < end && len(newest) < min(enough, total) {
		if newest, err = d.newest(ctx, q, match(t, facets(q)), enough); err != nil {
			return nil, err
		}
	}
	return addNew(ns, newest), nil
}

// addNew appends those of more to ns that are not there.
func addNew(ns, more []int64) []int64 {
	seen := make(map[int64]bool, len(ns))
	for _, n := range ns {
		seen[n] = true
	}
	for _, n := range more {
		if !seen[n] {
			ns = append(ns, n)
		}
	}
	return ns
}

// rank puts the best of ns, which are matches, the newest first, in front: by
// the terms that tell them apart. With none of those it returns none.
func (d *DB) rank(ctx context.Context, t db.Terms, ns []int64) ([]int64, error) {
	if len(ns) < 2 {
		return ns, nil
	}
	telling, err := d.telling(ctx, t)
	if err != nil || len(telling.Want) == 0 {
		return nil, err
	}
	among, err := json.Marshal(ns)
	if err != nil {
		return nil, err
	}
	return d.numbers(ctx, `SELECT n FROM (
		SELECT rowid AS n, bm25(catalog, `+weights+`) AS score`+matching+` AND +rowid IN (SELECT value FROM json_each(?))
	) ORDER BY score, n DESC`, match(telling, nil), ns[len(ns)-1], ns[0], string(among))
}

// tried is how many reports may hold the words of a phrase that ranks.
const tried = 10_000

// telling returns the terms that fewer reports hold than are counted. Before it
// ranks by a term, SQLite goes through all that hold it; and one that is nearly
// everywhere would weigh next to nothing. A phrase is judged by its words: it
// may be rare, but each report that holds them all has to be looked into.
func (d *DB) telling(ctx context.Context, t db.Terms) (db.Terms, error) {
	var few db.Terms
	for _, w := range t.Want {
		limit, words := most, quoted(db.Words(w))
		if len(words) > 1 {
			limit = tried
		}
		n, err := d.count(ctx, limit, matching, strings.Join(words, " AND "), 0, math.MaxInt64)
		if err != nil {
			return few, err
		}
		if n < limit {
			few.Want = append(few.Want, w)
		}
	}
	return few, nil
}

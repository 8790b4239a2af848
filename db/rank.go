package db

import (
	"context"
	"encoding/json"
	"math"
)

// weights of the catalog's columns in bm25: question, answer, findings, claims, quotes, facets.
const weights = "8, 4, 3, 1, 0.7, 0"

// ranked is how many matches of one expression are ranked. Ranking costs some
// microseconds a match.
const ranked = 400

// best returns matches, the best first, and how many there are. More than can
// be ranked begin with the reports that are about the terms. Then come the
// newest others, the best of them first, unless there are more than are
// counted: then how often a term occurs tells nothing.
func (db *DB) best(ctx context.Context, q Query, t terms) (ns []int64, total int, err error) {
	first, last := q.between()
	match := t.match(q.facets())
	newest, err := db.newest(ctx, q, match, ranked+1)
	if err != nil {
		return nil, 0, err
	}
	if total = len(newest); total <= ranked {
		ns, err = db.rank(ctx, t, newest)
		return ns, total, err
	}
	if total, err = db.count(ctx, matching, match, first, last); err != nil {
		return nil, 0, err
	}
	end := min(q.Offset+q.Limit, total)
	ns, err = db.about(ctx, q, t, end)
	if err == nil && len(ns) < end && total < most {
		newest, err = db.rank(ctx, t, newest[:ranked])
		ns = addNew(ns, newest)
	}
	if err == nil && len(ns) < end {
		newest, err = db.newest(ctx, q, match, end+len(ns))
		ns = addNew(ns, newest)
	}
	return ns, total, err
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

// about returns up to limit reports whose questions have all the terms: the
// shorter a question, the more it is about them, however old it is. Then the
// newest comes first.
func (db *DB) about(ctx context.Context, q Query, t terms, limit int) (ns []int64, err error) {
	first, last := q.between()
	for size := 1; size <= maxSize && len(ns) < limit; size++ {
		more, err := db.numbers(ctx, `SELECT rowid FROM questions WHERE questions MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
			t.match(append(q.facets(), sizeFacet(size))), first, last, limit-len(ns))
		if err != nil {
			return nil, err
		}
		ns = append(ns, more...)
	}
	return ns, nil
}

// rank puts the best of ns, which are matches, the newest first, in front: by
// the terms that tell them apart. With none of those they stay as they are.
func (db *DB) rank(ctx context.Context, t terms, ns []int64) ([]int64, error) {
	if len(ns) < 2 {
		return ns, nil
	}
	telling, err := db.telling(ctx, t)
	if err != nil || len(telling.want) == 0 {
		return ns, err
	}
	among, err := json.Marshal(ns)
	if err != nil {
		return nil, err
	}
	return db.numbers(ctx, `SELECT n FROM (
		SELECT rowid AS n, bm25(catalog, `+weights+`) AS score`+matching+` AND +rowid IN (SELECT value FROM json_each(?))
	) ORDER BY score, n DESC`, telling.match(nil), ns[len(ns)-1], ns[0], string(among))
}

// telling returns the terms that fewer reports hold than are counted. Before it
// ranks by a term, SQLite goes through all that hold it; and one that is nearly
// everywhere would weigh next to nothing.
func (db *DB) telling(ctx context.Context, t terms) (terms, error) {
	var few terms
	for _, w := range t.want {
		n, err := db.count(ctx, matching, w, 0, math.MaxInt64)
		if err != nil {
			return few, err
		}
		if n < most {
			few.want = append(few.want, w)
		}
	}
	return few, nil
}

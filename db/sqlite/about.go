package sqlite

import (
	"cmp"
	"context"
	"slices"

	"assay/db"
)

// about returns up to limit reports whose questions have all the terms: the
// shorter a question, the more it is about them, however old it is. Then the
// newest comes first.
func (d *DB) about(ctx context.Context, q db.Query, t db.Terms, limit int) ([]int64, error) {
	ns, all, err := d.aboutFew(ctx, q, t, min(limit, ranked))
	if err != nil || all {
		return ns, err
	}
	first, last := between(q)
	ns = nil
	for size := 1; size <= maxSize && len(ns) < limit; size++ {
		more, err := d.numbers(ctx, `SELECT rowid FROM questions WHERE questions MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
			match(t, append(facets(q), sizeFacet(size))), first, last, limit-len(ns))
		if err != nil {
			return nil, err
		}
		ns = append(ns, more...)
	}
	return ns, nil
}

// aboutFew is about, without asking for every size, if that is no more than
// limit. Otherwise all is false.
func (d *DB) aboutFew(ctx context.Context, q db.Query, t db.Terms, limit int) (ns []int64, all bool, err error) {
	first, last := between(q)
	rows, err := d.read.QueryContext(ctx, `SELECT rowid, question FROM questions WHERE questions MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
		match(t, facets(q)), first, last, limit+1)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	sizes := make(map[int64]int)
	for rows.Next() {
		var n int64
		var question string
		if err := rows.Scan(&n, &question); err != nil {
			return nil, false, err
		}
		ns, sizes[n] = append(ns, n), sizeOf(question)
	}
	slices.SortStableFunc(ns, func(a, b int64) int { return cmp.Compare(sizes[a], sizes[b]) })
	return ns, len(ns) <= limit, rows.Err()
}

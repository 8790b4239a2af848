package sqlite

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/db"
	"assay/research"
)

// Search returns the reports that q asks for.
func (d *DB) Search(ctx context.Context, q db.Query) (db.Found, error) {
	if q.Limit <= 0 {
		q.Limit = 20
	}
	q.Offset = max(q.Offset, 0)
	terms := db.TermsOf(q.Text)
	var f db.Found
	var ns []int64
	var err error
	if len(terms.Want)+len(facets(q)) == 0 {
		ns, f.Total, err = d.list(ctx, q)
	} else {
		ns, f.Total, err = d.find(ctx, q, terms)
	}
	f.Capped = f.Total >= mostOf(terms)
	if err == nil {
		f.Cards, err = d.cardsOf(ctx, ns)
	}
	if err == nil {
		err = d.mark(ctx, f.Cards, terms)
	}
	if err == nil && f.Total == 0 {
		f.Suggest, err = d.suggest(ctx, q, terms)
	}
	if err != nil {
		return db.Found{}, fmt.Errorf("search reports: %w", err)
	}
	return f, nil
}

// most is how many matches are counted and can be leafed through; mostPhrases
// is it with a phrase, of which each report that holds the words is looked into.
const (
	most        = 4_000
	mostPhrases = 1_000
)

// mostOf returns how many matches of t are counted.
func mostOf(t db.Terms) int {
	if slices.ContainsFunc(t.Want, func(w string) bool { return len(db.Words(w)) > 1 }) {
		return mostPhrases
	}
	return most
}

// list returns the reports that q allows, when it has nothing to look for in the catalog.
func (d *DB) list(ctx context.Context, q db.Query) (ns []int64, total int, err error) {
	first, last := between(q)
	const from = ` FROM reports WHERE n BETWEEN ? AND ?`
	if total, err = d.count(ctx, most, from, first, last); err != nil {
		return nil, 0, err
	}
	order := ` ORDER BY n DESC`
	if q.Sort == db.ByConfidence {
		order = ` ORDER BY sure DESC, n DESC`
	}
	ns, err = d.numbers(ctx, `SELECT n`+from+order+` LIMIT ? OFFSET ?`, first, last, q.Limit, q.Offset)
	return ns, total, err
}

// find returns the reports that have the terms and the facets of q.
func (d *DB) find(ctx context.Context, q db.Query, t db.Terms) (ns []int64, total int, err error) {
	if q.Sort == db.ByRelevance && len(t.Want) > 0 {
		ns, total, err = d.best(ctx, q, t)
	} else {
		ns, total, err = d.inOrder(ctx, q, t)
	}
	ns = ns[min(q.Offset, len(ns)):]
	return ns[:min(q.Limit, len(ns))], total, err
}

// inOrder returns matches in the order that q asks for.
func (d *DB) inOrder(ctx context.Context, q db.Query, t db.Terms) (ns []int64, total int, err error) {
	first, last := between(q)
	match := match(t, facets(q))
	if total, err = d.count(ctx, mostOf(t), matching, match, first, last); err != nil {
		return nil, 0, err
	}
	if q.Sort == db.ByConfidence {
		ns, err = d.surest(ctx, q, t)
	} else {
		ns, err = d.newest(ctx, q, match, q.Offset+q.Limit)
	}
	return ns, total, err
}

// matching is the rows of the catalog that an expression matches, within a range of numbers.
const matching = ` FROM catalog WHERE catalog MATCH ? AND rowid BETWEEN ? AND ?`

// count counts rows up to limit.
func (d *DB) count(ctx context.Context, limit int, from string, args ...any) (n int, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1`+from+` LIMIT ?)`, append(args, limit)...).Scan(&n)
	return n, err
}

// newest returns the newest matches.
func (d *DB) newest(ctx context.Context, q db.Query, match string, limit int) ([]int64, error) {
	first, last := between(q)
	return d.numbers(ctx, `SELECT rowid`+matching+` ORDER BY rowid DESC LIMIT ?`, match, first, last, limit)
}

// surest returns the newest matches of each confidence, the highest first.
func (d *DB) surest(ctx context.Context, q db.Query, t db.Terms) (ns []int64, err error) {
	for _, c := range []research.Confidence{research.High, research.Medium, research.Low, ""} {
		want := q.Offset + q.Limit - len(ns)
		if want <= 0 || q.Confidence != "" && q.Confidence != c {
			continue
		}
		more, err := d.newest(ctx, q, match(t, append(facets(q), facet("confidence", string(c)))), want)
		if err != nil {
			return nil, err
		}
		ns = append(ns, more...)
	}
	return ns, nil
}

// suggest returns the most telling part of a query that finds something.
func (d *DB) suggest(ctx context.Context, q db.Query, t db.Terms) (string, error) {
	if len(t.Want) < 2 {
		return "", nil
	}
	first, last := between(q)
	best, suggestion := math.MaxInt, ""
	for i := range t.Want {
		less := db.Terms{Want: slices.Delete(slices.Clone(t.Want), i, i+1), Without: t.Without}
		total, err := d.count(ctx, mostOf(less), matching, match(less, facets(q)), first, last)
		if err != nil {
			return "", err
		}
		if total > 0 && total < best {
			best, suggestion = total, db.Together(strings.Join(less.Want, " "))
		}
	}
	return suggestion, nil
}

func (d *DB) numbers(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ns []int64
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		ns = append(ns, n)
	}
	return ns, rows.Err()
}

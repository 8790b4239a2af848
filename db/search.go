package db

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/research"
)

// A Found is a page of what a query found.
type Found struct {
	Cards   []Card
	Total   int    // how many there are, counted up to 4,000, with a phrase up to 1,000
	Capped  bool   // there may be more than were counted
	Suggest string // if nothing was found: a query that finds something, or ""
}

// Search returns the reports that q asks for.
func (db *DB) Search(ctx context.Context, q Query) (Found, error) {
	if q.Limit <= 0 {
		q.Limit = 20
	}
	q.Offset = max(q.Offset, 0)
	terms := termsOf(q.Text)
	var f Found
	var ns []int64
	var err error
	if len(terms.want)+len(q.facets()) == 0 {
		ns, f.Total, err = db.list(ctx, q)
	} else {
		ns, f.Total, err = db.find(ctx, q, terms)
	}
	f.Capped = f.Total >= terms.most()
	if err == nil {
		f.Cards, err = db.cardsOf(ctx, ns)
	}
	if err == nil {
		err = db.mark(ctx, f.Cards, terms)
	}
	if err == nil && f.Total == 0 {
		f.Suggest, err = db.suggest(ctx, q, terms)
	}
	if err != nil {
		return Found{}, fmt.Errorf("search reports: %w", err)
	}
	return f, nil
}

// most is how many matches are counted and can be leafed through; mostPhrases
// is it with a phrase, of which each report that holds the words is looked into.
const (
	most        = 4_000
	mostPhrases = 1_000
)

func (t terms) most() int {
	if slices.ContainsFunc(t.want, func(w string) bool { return len(wordsOf(w)) > 1 }) {
		return mostPhrases
	}
	return most
}

// list returns the reports that q allows, when it has nothing to look for in the catalog.
func (db *DB) list(ctx context.Context, q Query) (ns []int64, total int, err error) {
	first, last := q.between()
	const from = ` FROM reports WHERE n BETWEEN ? AND ?`
	if total, err = db.count(ctx, most, from, first, last); err != nil {
		return nil, 0, err
	}
	order := ` ORDER BY n DESC`
	if q.Sort == ByConfidence {
		order = ` ORDER BY sure DESC, n DESC`
	}
	ns, err = db.numbers(ctx, `SELECT n`+from+order+` LIMIT ? OFFSET ?`, first, last, q.Limit, q.Offset)
	return ns, total, err
}

// find returns the reports that have the terms and the facets of q.
func (db *DB) find(ctx context.Context, q Query, t terms) (ns []int64, total int, err error) {
	if q.Sort == ByRelevance && len(t.want) > 0 {
		ns, total, err = db.best(ctx, q, t)
	} else {
		ns, total, err = db.inOrder(ctx, q, t)
	}
	ns = ns[min(q.Offset, len(ns)):]
	return ns[:min(q.Limit, len(ns))], total, err
}

// inOrder returns matches in the order that q asks for.
func (db *DB) inOrder(ctx context.Context, q Query, t terms) (ns []int64, total int, err error) {
	first, last := q.between()
	match := t.match(q.facets())
	if total, err = db.count(ctx, t.most(), matching, match, first, last); err != nil {
		return nil, 0, err
	}
	if q.Sort == ByConfidence {
		ns, err = db.surest(ctx, q, t)
	} else {
		ns, err = db.newest(ctx, q, match, q.Offset+q.Limit)
	}
	return ns, total, err
}

// matching is the rows of the catalog that an expression matches, within a range of numbers.
const matching = ` FROM catalog WHERE catalog MATCH ? AND rowid BETWEEN ? AND ?`

// count counts rows up to limit.
func (db *DB) count(ctx context.Context, limit int, from string, args ...any) (n int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1`+from+` LIMIT ?)`, append(args, limit)...).Scan(&n)
	return n, err
}

// newest returns the newest matches.
func (db *DB) newest(ctx context.Context, q Query, match string, limit int) ([]int64, error) {
	first, last := q.between()
	return db.numbers(ctx, `SELECT rowid`+matching+` ORDER BY rowid DESC LIMIT ?`, match, first, last, limit)
}

// surest returns the newest matches of each confidence, the highest first.
func (db *DB) surest(ctx context.Context, q Query, t terms) (ns []int64, err error) {
	for _, c := range []research.Confidence{research.High, research.Medium, research.Low, ""} {
		want := q.Offset + q.Limit - len(ns)
		if want <= 0 || q.Confidence != "" && q.Confidence != c {
			continue
		}
		more, err := db.newest(ctx, q, t.match(append(q.facets(), facet("confidence", string(c)))), want)
		if err != nil {
			return nil, err
		}
		ns = append(ns, more...)
	}
	return ns, nil
}

// suggest returns the most telling part of a query that finds something.
func (db *DB) suggest(ctx context.Context, q Query, t terms) (string, error) {
	if len(t.want) < 2 {
		return "", nil
	}
	first, last := q.between()
	best, suggestion := math.MaxInt, ""
	for i := range t.want {
		less := terms{want: slices.Delete(slices.Clone(t.want), i, i+1), without: t.without}
		total, err := db.count(ctx, less.most(), matching, less.match(q.facets()), first, last)
		if err != nil {
			return "", err
		}
		if total > 0 && total < best {
			best, suggestion = total, together(strings.ReplaceAll(strings.Join(less.want, " "), `"`, ""))
		}
	}
	return suggestion, nil
}

func (db *DB) numbers(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := db.read.QueryContext(ctx, query, args...)
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

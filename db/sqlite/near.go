package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/db"
)

// Similar returns reports on questions that are near the same: at least three
// words in five are in both, the nearest first.
func (d *DB) Similar(ctx context.Context, question string, limit int) ([]db.Card, error) {
	return d.near(ctx, "questions", "question", question, 0.6, limit)
}

// Related returns reports on questions that share a word in three, the nearest first.
func (d *DB) Related(ctx context.Context, question string, limit int) ([]db.Card, error) {
	return d.near(ctx, "questions", "question", question, 1.0/3, limit)
}

// SameClaim returns reports that hold a claim of near the same words as text.
func (d *DB) SameClaim(ctx context.Context, text string, limit int) ([]db.Card, error) {
	return d.near(ctx, "catalog", "claims", text, 0.6, limit)
}

// nearest is how many of the newest candidates are compared.
const nearest = 300

// near returns reports that have a text in column of table whose words overlap with
// those of text by at least the given share of both together (Jaccard).
func (d *DB) near(ctx context.Context, table, column, text string, share float64, limit int) ([]db.Card, error) {
	words := db.Bag(text)
	if len(words) < 2 {
		return nil, nil
	}
	cards, err := d.nearOf(ctx, table, column, words, share, limit)
	if err != nil {
		return nil, fmt.Errorf("reports near a %s: %w", strings.TrimSuffix(column, "s"), err)
	}
	return cards, nil
}

func (d *DB) nearOf(ctx context.Context, table, column string, words []string, share float64, limit int) ([]db.Card, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT rowid, `+column+` FROM `+table+` WHERE `+table+` MATCH ? ORDER BY rowid DESC LIMIT ?`,
		column+" : ("+candidates(words, share)+")", nearest)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	type match struct {
		n    int64
		like float64
	}
	var found []match
	for rows.Next() {
		m := match{}
		var texts string
		if err := rows.Scan(&m.n, &texts); err != nil {
			return nil, err
		}
		for t := range strings.SplitSeq(db.Together(texts), db.Sep) {
			m.like = max(m.like, db.Overlap(words, db.Bag(t)))
		}
		if m.like >= share {
			found = append(found, m)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.like, a.like) })
	var ns []int64
	for _, m := range found[:min(limit, len(found))] {
		ns = append(ns, m.n)
	}
	return d.cardsOf(ctx, ns)
}

// candidates returns an FTS5 expression that fits what may be near. Near the
// same means that hardly a word is missing: each alternative leaves out two
// neighbours. Otherwise any two neighbours that are there will do.
func candidates(words []string, share float64) string {
	var terms []string
	for _, w := range words[:min(db.MaxTerms, len(words))] {
		terms = append(terms, db.Term(w))
	}
	terms = quoted(terms)
	var alternatives []string
	for i := range terms[1:] {
		some := terms[i : i+2]
		if share > 0.5 && len(terms) > 3 {
			some = slices.Delete(slices.Clone(terms), i, i+2)
		}
		alternatives = append(alternatives, "("+strings.Join(some, " AND ")+")")
	}
	return strings.Join(alternatives, " OR ")
}

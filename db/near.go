package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/research/text"
)

// Similar returns reports on questions that are near the same: at least three
// words in five are in both, the nearest first.
func (db *DB) Similar(ctx context.Context, question string, limit int) ([]Card, error) {
	return db.near(ctx, "questions", "question", question, 0.6, limit)
}

// Related returns reports on questions that share a word in three, the nearest first.
func (db *DB) Related(ctx context.Context, question string, limit int) ([]Card, error) {
	return db.near(ctx, "questions", "question", question, 1.0/3, limit)
}

// SameClaim returns reports that hold a claim of near the same words as text.
func (db *DB) SameClaim(ctx context.Context, text string, limit int) ([]Card, error) {
	return db.near(ctx, "catalog", "claims", text, 0.6, limit)
}

// nearest is how many of the newest candidates are compared.
const nearest = 300

// near returns reports that have a text in column of table whose words overlap with
// those of text by at least the given share of both together (Jaccard).
func (db *DB) near(ctx context.Context, table, column, text string, share float64, limit int) ([]Card, error) {
	words := bag(text)
	if len(words) < 2 {
		return nil, nil
	}
	cards, err := db.nearOf(ctx, table, column, words, share, limit)
	if err != nil {
		return nil, fmt.Errorf("reports near a %s: %w", strings.TrimSuffix(column, "s"), err)
	}
	return cards, nil
}

func (db *DB) nearOf(ctx context.Context, table, column string, words []string, share float64, limit int) ([]Card, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT rowid, `+column+` FROM `+table+` WHERE `+table+` MATCH ? ORDER BY rowid DESC LIMIT ?`,
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
		for t := range strings.SplitSeq(together(texts), sep) {
			m.like = max(m.like, overlap(words, bag(t)))
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
	return db.cardsOf(ctx, ns)
}

// candidates returns an FTS5 expression that fits what may be near. Near the
// same means that hardly a word is missing: each alternative leaves out two
// neighbours. Otherwise any two neighbours that are there will do.
func candidates(words []string, share float64) string {
	words = words[:min(maxTerms, len(words))]
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = literal(w)
	}
	var alternatives []string
	for i := range quoted[1:] {
		some := quoted[i : i+2]
		if share > 0.5 && len(quoted) > 3 {
			some = slices.Delete(slices.Clone(quoted), i, i+2)
		}
		alternatives = append(alternatives, "("+strings.Join(some, " AND ")+")")
	}
	return strings.Join(alternatives, " OR ")
}

// bag returns the words of a text that mean something, each once.
func bag(s string) []string {
	var words []string
	for _, w := range text.Words(spread(s)) {
		w = strings.TrimFunc(w, unicode.IsMark)
		if !text.Stop(w) && w != "" && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// overlap returns the share of words that a and b have in common among those
// that either has.
func overlap(a, b []string) float64 {
	both := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

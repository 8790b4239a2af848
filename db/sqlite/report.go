package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/db"
	"assay/research"
)

// sure puts a confidence on a scale; 0 is none.
func sure(c research.Confidence) int {
	return slices.Index([]research.Confidence{research.Low, research.Medium, research.High}, c) + 1
}

const selectCards = `SELECT n, run, question, method, depth, status, confidence, summary, topic, upheld, refuted, unverified, cost, seconds, ended FROM reports `

// Card returns the card of a run that has ended and is not hidden, or an error
// that wraps [research.ErrNotFound].
func (d *DB) Card(ctx context.Context, run string) (db.Card, error) {
	cards, err := d.cards(ctx, selectCards+`WHERE run = ?`, run)
	if err == nil && len(cards) == 0 {
		err = research.ErrNotFound
	}
	if err != nil {
		return db.Card{}, fmt.Errorf("report of run %s: %w", run, err)
	}
	return cards[0], nil
}

func (d *DB) cards(ctx context.Context, query string, args ...any) ([]db.Card, error) {
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var cards []db.Card
	for rows.Next() {
		var c db.Card
		var ended int64
		if err := rows.Scan(&c.N, &c.Run, &c.Question, &c.Method, &c.Depth, &c.Status, &c.Confidence, &c.Summary, &c.Topic,
			&c.Upheld, &c.Refuted, &c.Unverified, &c.Cost, &c.Seconds, &ended); err != nil {
			return nil, err
		}
		c.Created, c.Ended = time.UnixMilli(c.N>>10).UTC(), time.UnixMilli(ended).UTC()
		cards = append(cards, c)
	}
	return cards, rows.Err()
}

// cardsOf returns the cards with the given numbers, in their order.
func (d *DB) cardsOf(ctx context.Context, ns []int64) ([]db.Card, error) {
	if len(ns) == 0 {
		return nil, nil
	}
	place := make(map[int64]int, len(ns))
	for i, n := range ns {
		place[n] = i
	}
	wanted, err := json.Marshal(ns)
	if err != nil {
		return nil, err
	}
	cards, err := d.cards(ctx, selectCards+`WHERE n IN (SELECT value FROM json_each(?))`, string(wanted))
	slices.SortFunc(cards, func(a, b db.Card) int { return place[a.N] - place[b.N] })
	return cards, err
}

// insertCard writes c under the number c.N.
func insertCard(ctx context.Context, tx *sql.Tx, c db.Card, seq int64) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO reports (n, run, form, seq, question, method, depth, status, confidence, sure, summary, topic, upheld, refuted, unverified, cost, seconds, ended)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.N, c.Run, indexForm, seq, c.Question, c.Method, c.Depth, c.Status, c.Confidence, sure(c.Confidence), c.Summary, c.Topic,
		c.Upheld, c.Refuted, c.Unverified, c.Cost, c.Seconds, c.Ended.UnixMilli())
	return err
}

// number returns the number that run has among the reports, or a new one.
func number(ctx context.Context, tx *sql.Tx, run string, created time.Time) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT n FROM reports WHERE run = ?`, run).Scan(&n)
	if !errors.Is(err, sql.ErrNoRows) {
		return n, err
	}
	first := created.UnixMilli() << 10
	err = tx.QueryRowContext(ctx, `SELECT coalesce(max(n) + 1, ?1) FROM reports WHERE n BETWEEN ?1 AND ?2`, first, first+1022).Scan(&n)
	return n, err
}

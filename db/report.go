package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/research"
	"assay/research/port"
)

// A Card says what a run that has ended came to.
type Card struct {
	Run        string
	Question   string
	Method     string
	Depth      string
	Status     research.Status
	Confidence research.Confidence
	Summary    string
	Topic      string
	Upheld     int // claims
	Refuted    int
	Unverified int
	Cost       port.Money
	Seconds    float64 // worked
	Created    time.Time
	Ended      time.Time

	Title   []Part // the question, if a search matched words in it
	Hits    []Hit  // texts that a search matched, the best places first
	Matches int    // claims that a search matched, in their own words or their quotes'

	n int64
}

// card returns what s came to.
func card(s *research.State, topic string) Card {
	c := Card{
		Run: s.ID, Question: s.Question, Method: s.Method, Depth: s.Options.Depth, Status: s.Status, Topic: topic,
		Cost: s.Usage.Cost, Seconds: s.Elapsed.Seconds(), Created: s.Created, Ended: s.Last,
	}
	if s.Report != nil {
		c.Confidence, c.Summary = s.Report.Confidence, s.Report.Summary
	}
	c.Upheld, c.Refuted, c.Unverified = s.Fates()
	return c
}

// sure puts a confidence on a scale; 0 is none.
func sure(c research.Confidence) int {
	return slices.Index([]research.Confidence{research.Low, research.Medium, research.High}, c) + 1
}

const selectCards = `SELECT n, run, question, method, depth, status, confidence, summary, topic, upheld, refuted, unverified, cost, seconds, ended FROM reports `

// Card returns the card of a run that has ended and is not hidden, or an error
// that wraps [research.ErrNotFound].
func (db *DB) Card(ctx context.Context, run string) (Card, error) {
	cards, err := db.cards(ctx, selectCards+`WHERE run = ?`, run)
	if err == nil && len(cards) == 0 {
		err = research.ErrNotFound
	}
	if err != nil {
		return Card{}, fmt.Errorf("report of run %s: %w", run, err)
	}
	return cards[0], nil
}

func (db *DB) cards(ctx context.Context, query string, args ...any) ([]Card, error) {
	rows, err := db.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var cards []Card
	for rows.Next() {
		var c Card
		var ended int64
		if err := rows.Scan(&c.n, &c.Run, &c.Question, &c.Method, &c.Depth, &c.Status, &c.Confidence, &c.Summary, &c.Topic,
			&c.Upheld, &c.Refuted, &c.Unverified, &c.Cost, &c.Seconds, &ended); err != nil {
			return nil, err
		}
		c.Created, c.Ended = time.UnixMilli(c.n>>10).UTC(), time.UnixMilli(ended).UTC()
		cards = append(cards, c)
	}
	return cards, rows.Err()
}

// cardsOf returns the cards with the given numbers, in their order.
func (db *DB) cardsOf(ctx context.Context, ns []int64) ([]Card, error) {
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
	cards, err := db.cards(ctx, selectCards+`WHERE n IN (SELECT value FROM json_each(?))`, string(wanted))
	slices.SortFunc(cards, func(a, b Card) int { return place[a.n] - place[b.n] })
	return cards, err
}

// insertCard writes c under the number c.n.
func insertCard(ctx context.Context, tx *sql.Tx, c Card, seq int64) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO reports (n, run, form, seq, question, method, depth, status, confidence, sure, summary, topic, upheld, refuted, unverified, cost, seconds, ended)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.n, c.Run, indexForm, seq, c.Question, c.Method, c.Depth, c.Status, c.Confidence, sure(c.Confidence), c.Summary, c.Topic,
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

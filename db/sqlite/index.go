package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/db"
	"assay/research"
)

// indexForm is the form of the index. Raising it has every report indexed
// anew by [DB.Repair].
const indexForm = 3

// index makes the index say what the run's journal says: that of a run which
// has ended and is not hidden holds its report, that of others holds nothing.
func (d *DB) index(ctx context.Context, run string) error {
	return d.inTx(ctx, func(tx *sql.Tx) error { return d.indexIn(ctx, tx, run) })
}

// indexIn is index within a transaction.
func (d *DB) indexIn(ctx context.Context, tx *sql.Tx, run string) error {
	info, err := d.Info(ctx, run)
	if errors.Is(err, research.ErrNotFound) {
		return nil // a journal without a run
	}
	if err != nil {
		return err
	}
	events, err := eventsOf(ctx, tx, run, 0)
	if err != nil {
		return err
	}
	s := research.NewState(info)
	s.Add(events...)
	topic, err := d.topicOf(ctx, info)
	if err != nil {
		return err
	}
	if err := reindex(ctx, tx, s, topic); err != nil {
		return fmt.Errorf("index run %s: %w", run, err)
	}
	return nil
}

// reindex replaces what the index says of a run.
func reindex(ctx context.Context, tx *sql.Tx, s *research.State, topic string) error {
	n, err := number(ctx, tx, s.ID, s.Created)
	if err != nil {
		return err
	}
	if err := unindex(ctx, tx, s.ID); err != nil {
		return err
	}
	seq, shown, err := lastEnd(ctx, tx, s.ID)
	if err != nil || !shown {
		return err
	}
	c := db.CardOf(s, topic)
	c.N = n
	if err := insertCard(ctx, tx, c, seq); err != nil {
		return err
	}
	return errors.Join(insertTopic(ctx, tx, n, s), insertTexts(ctx, tx, n, s, c))
}

// unindex takes a run out of the index.
func unindex(ctx context.Context, tx *sql.Tx, run string) error {
	for _, stmt := range []string{
		`DELETE FROM catalog WHERE rowid = (SELECT n FROM reports WHERE run = ?)`,
		`DELETE FROM questions WHERE rowid = (SELECT n FROM reports WHERE run = ?)`,
		`DELETE FROM reports WHERE run = ?`,
	} {
		if _, err := tx.ExecContext(ctx, stmt, run); err != nil {
			return err
		}
	}
	return nil
}

// lastEnd returns the position of the run's last end, and whether its report
// is to be shown: the run was not retried since, and is not hidden.
func lastEnd(ctx context.Context, tx *sql.Tx, run string) (seq int64, shown bool, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT seq, kind = 'ended' AND NOT EXISTS (SELECT 1 FROM hidden WHERE run = ?1) FROM events
		WHERE run = ?1 AND kind IN ('ended', 'retried') ORDER BY seq DESC LIMIT 1`, run).Scan(&seq, &shown)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return seq, shown, err
}

// sectionTexts returns what the sections of a report say beside its findings.
func sectionTexts(r *research.Report) []string {
	var texts []string
	if r == nil {
		return nil
	}
	for _, section := range r.Sections {
		texts = append(texts, section.Title)
		for _, p := range section.Points {
			texts = append(texts, p.Label+" "+p.Text)
		}
	}
	for _, d := range r.Disputes {
		texts = append(texts, d.About+" "+d.Why)
	}
	return texts
}

// insertTexts writes what a search can find of a report.
func insertTexts(ctx context.Context, tx *sql.Tx, n int64, s *research.State, c db.Card) error {
	var findings, claims, quotes []string
	for _, f := range s.Findings {
		findings = append(findings, f.Claim+" "+f.Evidence)
	}
	findings = append(findings, sectionTexts(s.Report)...)
	for _, claim := range s.Claims {
		claims, quotes = append(claims, claim.Text), append(quotes, claim.Quote)
	}
	facets := strings.Join([]string{
		facet("method", c.Method), facet("status", string(c.Status)), facet("confidence", string(c.Confidence)), facet("topic", c.Topic),
	}, " ")
	_, err := tx.ExecContext(ctx, `INSERT INTO catalog (rowid, question, answer, findings, claims, quotes, facets) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		n, column(s.Question), column(c.Summary), column(findings...), column(claims...), column(quotes...), facets)
	if err != nil {
		return err
	}
	return insertQuestion(ctx, tx, n, s.Question, facets)
}

// insertQuestion writes the question of a report, with its size among the facets.
func insertQuestion(ctx context.Context, tx *sql.Tx, n int64, question, facets string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO questions (rowid, question, facets) VALUES (?, ?, ?)`,
		n, column(question), facets+" "+sizeFacet(sizeOf(question)))
	return err
}

// maxSize is the size of the longest questions, in words; longer ones are not told apart.
const maxSize = 24

// sizeOf returns the size of a question in words, from 1 to maxSize.
func sizeOf(question string) int {
	return min(max(len(db.Words(db.Spread(question))), 1), maxSize)
}

// sizeFacet returns the word that stands for a question's size.
func sizeFacet(size int) string { return facet("size", strconv.Itoa(size)) }

// facet returns the word that stands for a property in the catalog.
func facet(name, value string) string {
	return fmt.Sprintf("x%.8xq", sha256.Sum256([]byte(name+":"+value)))
}

// column joins texts for a column of the catalog.
func column(texts ...string) string {
	clean := make([]string, len(texts))
	for i, t := range texts {
		clean[i] = db.Spread(t)
	}
	return strings.Join(clean, db.Sep)
}

// Repair indexes what the index lacks, such as runs of an older version, and
// returns how many runs that were.
func (d *DB) Repair(ctx context.Context) (int, error) {
	stale, err := d.Stale(ctx)
	if err != nil {
		return 0, err
	}
	for i, run := range stale {
		if err := d.index(ctx, run); err != nil {
			return i, fmt.Errorf("repair the index: %w", err)
		}
	}
	return len(stale), nil
}

// Stale returns the runs whose end the index does not tell as it is, in order
// of acceptance.
func (d *DB) Stale(ctx context.Context) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, `
		SELECT ends.run FROM (SELECT run, max(seq) AS seq FROM events WHERE kind IN ('ended', 'retried') GROUP BY run) AS ends
		LEFT JOIN reports ON reports.run = ends.run
		WHERE (reports.seq IS NOT ends.seq OR reports.form IS NOT ?)
		AND ends.run NOT IN (SELECT run FROM unfinished) AND ends.run NOT IN (SELECT run FROM hidden) AND ends.run IN (SELECT id FROM runs)
		ORDER BY (SELECT created FROM runs WHERE id = ends.run)`, indexForm)
	if err != nil {
		return nil, fmt.Errorf("stale reports: %w", err)
	}
	defer rows.Close()
	var runs []string
	for rows.Next() {
		var run string
		if err := rows.Scan(&run); err != nil {
			return nil, fmt.Errorf("stale reports: %w", err)
		}
		runs = append(runs, run)
	}
	return runs, rows.Err()
}

// list returns the JSON form of a list of texts.
func list(texts []string) string {
	b, _ := json.Marshal(append([]string{}, texts...))
	return string(b)
}

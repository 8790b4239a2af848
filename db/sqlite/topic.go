package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"assay/db"
	"assay/research"
)

// Topics returns the topics researched last, the newest first, and at most
// ten reports of each.
func (d *DB) Topics(ctx context.Context, limit int) ([]db.Topic, error) {
	names, err := d.TopicNames(ctx, limit)
	if err != nil {
		return nil, err
	}
	topics := make([]db.Topic, len(names))
	for i, name := range names {
		if topics[i], err = d.topic(ctx, name); err != nil {
			return nil, fmt.Errorf("topic %q: %w", name, err)
		}
	}
	return topics, nil
}

// TopicNames returns the names of the topics researched last, the newest first.
func (d *DB) TopicNames(ctx context.Context, limit int) ([]string, error) {
	// Reports of one topic tend to lie together, so a few times as many hold enough.
	rows, err := d.read.QueryContext(ctx, `
		SELECT topic FROM (SELECT topic, n FROM reports ORDER BY n DESC LIMIT ?) GROUP BY topic ORDER BY max(n) DESC LIMIT ?`, 5*limit, limit)
	if err != nil {
		return nil, fmt.Errorf("topics: %w", err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("topics: %w", err)
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func (d *DB) topic(ctx context.Context, name string) (db.Topic, error) {
	t := db.Topic{Name: name}
	var err error
	if t.Reports, err = d.cards(ctx, selectCards+`WHERE topic = ? ORDER BY n DESC LIMIT 10`, name); err != nil || len(t.Reports) == 0 {
		return t, err
	}
	err = d.fillTopic(ctx, &t)
	return t, err
}

// fillTopic fills in what the reports of a topic found and left open.
func (d *DB) fillTopic(ctx context.Context, t *db.Topic) error {
	first, last := t.Reports[len(t.Reports)-1].N, t.Reports[0].N
	rows, err := d.read.QueryContext(ctx, `
		SELECT findings, explored, open FROM topics
		WHERE n IN (SELECT n FROM reports WHERE topic = ? AND n BETWEEN ? AND ?) ORDER BY n DESC`, t.Name, first, last)
	if err != nil {
		return err
	}
	defer rows.Close()
	for newest := true; rows.Next(); newest = false {
		var findings, explored, open sql.RawBytes
		if err := rows.Scan(&findings, &explored, &open); err != nil {
			return err
		}
		var branches []string
		if err := json.Unmarshal(explored, &branches); err != nil {
			return err
		}
		t.Explored = append(t.Explored, branches...)
		if newest {
			if err := errors.Join(json.Unmarshal(findings, &t.Findings), json.Unmarshal(open, &t.Open)); err != nil {
				return err
			}
		}
	}
	return rows.Err()
}

// insertTopic writes what a report adds to its topic.
func insertTopic(ctx context.Context, tx *sql.Tx, n int64, s *research.State) error {
	var findings, explored, open []string
	for _, f := range s.Findings[:min(3, len(s.Findings))] {
		findings = append(findings, f.Claim)
	}
	for _, a := range s.Angles {
		if a.Parent == 0 { // what grew out of a line of research belongs to it
			explored = append(explored, a.Label)
		}
	}
	if s.Map != nil {
		for _, b := range s.Map.Available {
			open = append(open, b.Label)
		}
	}
	if s.Report != nil {
		open = append(open, s.Report.OpenQuestions...)
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO topics (n, findings, explored, open) VALUES (?, ?, ?, ?)`, n, list(findings), list(explored), list(open))
	return err
}

// topicOf names the topic of a run: the question, shortened, of the first of
// the runs that build on each other.
func (d *DB) topicOf(ctx context.Context, info research.Info) (string, error) {
	for range 100 {
		if info.Options.From == "" {
			break
		}
		from, err := d.infos(ctx, selectRuns+`WHERE id = ?`, info.Options.From)
		if err != nil {
			return "", err
		}
		if len(from) == 0 {
			break
		}
		info = from[0]
	}
	return db.TopicName(info.Question), nil
}

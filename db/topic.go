package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/research"
)

// A Topic is what reports that build on each other found and left open. The
// newest of them speaks for it.
type Topic struct {
	Name     string
	Findings []string // key findings of the newest report
	Explored []string // branches that were followed, by any of the reports
	Open     []string // questions that the newest report left open
	Reports  []Card   // newest first
}

// Topics returns the topics researched last, the newest first, and at most
// ten reports of each.
func (db *DB) Topics(ctx context.Context, limit int) ([]Topic, error) {
	names, err := db.TopicNames(ctx, limit)
	if err != nil {
		return nil, err
	}
	topics := make([]Topic, len(names))
	for i, name := range names {
		if topics[i], err = db.topic(ctx, name); err != nil {
			return nil, fmt.Errorf("topic %q: %w", name, err)
		}
	}
	return topics, nil
}

// TopicNames returns the names of the topics researched last, the newest first.
func (db *DB) TopicNames(ctx context.Context, limit int) ([]string, error) {
	// Reports of one topic tend to lie together, so a few times as many hold enough.
	rows, err := db.read.QueryContext(ctx, `
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

func (db *DB) topic(ctx context.Context, name string) (Topic, error) {
	t := Topic{Name: name}
	var err error
	if t.Reports, err = db.cards(ctx, selectCards+`WHERE topic = ? ORDER BY n DESC LIMIT 10`, name); err != nil || len(t.Reports) == 0 {
		return t, err
	}
	err = db.fillTopic(ctx, &t)
	return t, err
}

// fillTopic fills in what the reports of a topic found and left open.
func (db *DB) fillTopic(ctx context.Context, t *Topic) error {
	first, last := t.Reports[len(t.Reports)-1].n, t.Reports[0].n
	rows, err := db.read.QueryContext(ctx, `
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
func (db *DB) topicOf(ctx context.Context, info research.Info) (string, error) {
	for range 100 {
		if info.Options.From == "" {
			break
		}
		from, err := db.infos(ctx, selectRuns+`WHERE id = ?`, info.Options.From)
		if err != nil {
			return "", err
		}
		if len(from) == 0 {
			break
		}
		info = from[0]
	}
	return shorten(info.Question), nil
}

// topicLength is about as long as a topic's name gets, in bytes.
const topicLength = 60

// shorten returns the beginning of a question, cut between words.
func shorten(question string) string {
	question = strings.TrimRight(strings.Join(strings.Fields(question), " "), "?!. ")
	if len(question) <= topicLength {
		return question
	}
	at := topicLength
	for !utf8.RuneStart(question[at]) {
		at--
	}
	if i := strings.LastIndexByte(question[:at], ' '); i > topicLength/2 {
		at = i
	}
	return strings.TrimRight(question[:at], " ,;:–-") + " …"
}

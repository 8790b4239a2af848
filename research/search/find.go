package search

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"assay/research/port"
)

// How many pages and passages that match are looked at.
const (
	pageCandidates    = 200
	passageCandidates = 400
)

// A candidate is a page that matches a query. Scores are BM25 with its sign
// turned round: more is better.
type candidate struct {
	id      int64
	hit     port.Hit
	links   float64
	page    float64 // of the page as a whole
	best    float64 // of its best passage
	passage int64   // which that is; 0 if none is among the best of all
	score   float64
}

// Search returns the pages that best match any of the query's words, each with
// the passage that matches best as its snippet. There is nothing in a query that
// makes it an error; one without words has no hits.
func (l *Library) Search(ctx context.Context, q port.Query) (port.Results, error) {
	words := Terms(q.Text)
	if len(words) == 0 || q.Limit <= 0 {
		return port.Results{}, nil
	}
	hits, err := l.find(ctx, words, q)
	if err != nil {
		return port.Results{}, fmt.Errorf("search the library: %w", err)
	}
	return port.Results{Hits: hits}, nil
}

func (l *Library) find(ctx context.Context, words []string, q port.Query) ([]port.Hit, error) {
	if err := l.fill(ctx); err != nil {
		return nil, err
	}
	m := match(words)
	found, err := l.candidates(ctx, m)
	if err != nil {
		return nil, err
	}
	if err := l.describe(ctx, found); err != nil {
		return nil, err
	}
	ranked := rank(found, words)
	ranked = slices.DeleteFunc(ranked, func(c *candidate) bool { return !keep(c.hit, q.Filter) })
	ranked = ranked[:min(len(ranked), q.Limit)]
	hits := make([]port.Hit, len(ranked))
	for i, c := range ranked {
		if c.hit.Snippet, err = l.snippet(ctx, c, m); err != nil {
			return nil, err
		}
		hits[i] = c.hit
	}
	return hits, nil
}

// candidates returns the pages that match best, as a whole or with a passage.
func (l *Library) candidates(ctx context.Context, m string) (map[int64]*candidate, error) {
	found := map[int64]*candidate{}
	at := func(id int64) *candidate {
		if found[id] == nil {
			found[id] = &candidate{id: id}
		}
		return found[id]
	}
	err := l.scores(ctx, `SELECT rowid, -bm25(page, 10, 4, 1) FROM page WHERE page MATCH $1 ORDER BY 2 DESC, 1 LIMIT $2`,
		func(id int64, score float64) { at(id).page = score }, m, pageCandidates)
	if err != nil {
		return nil, err
	}
	err = l.scores(ctx, `SELECT rowid, -bm25(passage, 0.8, 1, 0.3) FROM passage WHERE passage MATCH $1 ORDER BY 2 DESC, 1 LIMIT $2`,
		func(id int64, score float64) {
			if c := at(id >> passageBits); score > c.best {
				c.best, c.passage = score, id
			}
		}, m, passageCandidates)
	return found, err
}

func (l *Library) scores(ctx context.Context, query string, each func(id int64, score float64), args ...any) error {
	rows, err := l.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var score float64
		if err := rows.Scan(&id, &score); err != nil {
			return err
		}
		each(id, score)
	}
	return rows.Err()
}

// describe fills in what the index knows of the pages.
func (l *Library) describe(ctx context.Context, found map[int64]*candidate) error {
	ids := make([]int64, 0, len(found))
	for id := range found {
		ids = append(ids, id)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	rows, err := l.db.QueryContext(ctx, `SELECT id, url, title, published, links FROM file WHERE id IN (SELECT value FROM json_each($1))`, string(list))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var h port.Hit
		var links float64
		if err := rows.Scan(&id, &h.URL, &h.Title, &h.Published, &links); err != nil {
			return err
		}
		h.Engines = []string{l.name}
		found[id].hit, found[id].links = h, links
	}
	return rows.Err()
}

// snippet returns a page's best passage as one line.
func (l *Library) snippet(ctx context.Context, c *candidate, m string) (string, error) {
	if c.passage == 0 {
		err := l.db.QueryRowContext(ctx, `SELECT rowid FROM passage WHERE passage MATCH $1 AND rowid BETWEEN $2 AND $3
			ORDER BY bm25(passage, 0.8, 1, 0.3), rowid LIMIT 1`, m, c.id<<passageBits, (c.id+1)<<passageBits-1).Scan(&c.passage)
		if errors.Is(err, sql.ErrNoRows) { // only its title matches: show how it begins
			c.passage = c.id << passageBits
		} else if err != nil {
			return "", err
		}
	}
	var text []byte // spans count bytes, as substr does in a BLOB
	err := l.db.QueryRowContext(ctx, `SELECT substr(CAST(text AS BLOB), start + 1, end - start) FROM file, span WHERE file.id = $1 AND span.id = $2`, c.id, c.passage).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return Fold(string(text)), err
}

// rank orders candidates, best first. A page's score is the sum of its own and
// of its best passage's, each as a share of the highest there is; pages that
// are mostly links or are lists of changes score less, for they mention
// everything and explain nothing.
func rank(found map[int64]*candidate, words []string) []*candidate {
	out := make([]*candidate, 0, len(found))
	var page, best float64
	for _, c := range found {
		page, best = max(page, c.page), max(best, c.best)
		out = append(out, c)
	}
	for _, c := range out {
		c.score = worth(c.links, c.hit.Title, words) * (share(c.page, page) + share(c.best, best))
	}
	slices.SortFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.hit.URL, b.hit.URL))
	})
	return out
}

func share(x, of float64) float64 {
	if of <= 0 {
		return 0
	}
	return x / of
}

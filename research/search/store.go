package search

import (
	"context"
	"database/sql"
	"path"
	"strings"
	"time"

	"assay/research/text"
)

// passageBits is how far a page's id is shifted to make room for the places of
// its passages; any more are not indexed.
const passageBits = 17

// store writes a batch of files that were read to the index.
func (l *Library) store(ctx context.Context, jobs []job, c *Changes) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for _, j := range jobs {
			switch {
			case j.id == 0:
				c.Added++
			case j.same:
				c.Unchanged++
			default:
				c.Changed++
			}
			if j.err != nil {
				if ctx.Err() != nil { // it says nothing about the file
					return ctx.Err()
				}
				c.Unreadable++
			}
			if err := l.put(ctx, tx, j); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *Library) put(ctx context.Context, tx *sql.Tx, j job) error {
	if j.same {
		_, err := tx.ExecContext(ctx, `UPDATE file SET size = $1, mtime = $2 WHERE id = $3`, j.size, j.mtime, j.id)
		return err
	}
	if err := remove(ctx, tx, j.id); err != nil {
		return err
	}
	if j.err != nil {
		_, err := tx.ExecContext(ctx, insertFile, j.path, j.size, j.mtime, j.raw, j.err.Error(), time.Now().UnixNano(), "", "", "", "", "", "", "", "", "", "", 0, "", "")
		return err
	}
	d, content := j.doc, j.doc.text()
	url, title, extractor := l.urlOf(j.path, d), titleOf(d, j.path), d.extractor
	if extractor == "" {
		extractor = "library/" + indexVersion
	}
	res, err := tx.ExecContext(ctx, insertFile, j.path, j.size, j.mtime, j.raw, "", time.Now().UnixNano(), text.Canonical(url), url,
		title, d.author, d.site, d.published, d.language, d.kind, j.kind, extractor, d.links, hash(content), content)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO page (rowid, title, headings, body) VALUES ($1, $2, $3, $4)`,
		id, spaced(title), spaced(d.headings()), spaced(content))
	if err != nil {
		return err
	}
	return putPassages(ctx, tx, id, d, content)
}

const insertFile = `INSERT INTO file (path, size, mtime, raw, problem, indexed, key, url,
	title, author, site, published, language, kind, type, extractor, links, hash, text)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`

func putPassages(ctx context.Context, tx *sql.Tx, page int64, d document, text string) error {
	span, err := tx.PrepareContext(ctx, `INSERT INTO span (id, start, end) VALUES ($1, $2, $3)`)
	if err != nil {
		return err
	}
	defer span.Close()
	words, err := tx.PrepareContext(ctx, `INSERT INTO passage (rowid, under, body, exact) VALUES ($1, $2, $3, $4)`)
	if err != nil {
		return err
	}
	defer words.Close()
	for i, p := range passages(d) {
		if i == 1<<passageBits {
			break
		}
		id := page<<passageBits + int64(i)
		if _, err := span.ExecContext(ctx, id, p.start, p.end); err != nil {
			return err
		}
		prose, exact := spaced(text[p.start:p.end]), ""
		if p.exact {
			prose, exact = exact, prose
		}
		if _, err := words.ExecContext(ctx, id, spaced(p.under), prose, exact); err != nil {
			return err
		}
	}
	return nil
}

// titleOf returns a page's title, or what its file's name makes of one.
func titleOf(d document, p string) string {
	if d.title != "" {
		return d.title
	}
	name := strings.TrimSuffix(path.Base(p), ".gz")
	return strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(strings.TrimSuffix(name, path.Ext(name))))
}

// remove takes a file out of the index; 0 is no file.
func remove(ctx context.Context, tx *sql.Tx, id int64) error {
	if id == 0 {
		return nil
	}
	first, last := id<<passageBits, (id+1)<<passageBits-1
	for _, table := range []string{"passage WHERE rowid", "span WHERE id"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` BETWEEN $1 AND $2`, first, last); err != nil {
			return err
		}
	}
	for _, table := range []string{"page WHERE rowid", "file WHERE id"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` = $1`, id); err != nil {
			return err
		}
	}
	return nil
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/research"
	"assay/research/port"
)

// insertText adds a text unless it is there.
const insertText = `INSERT INTO texts (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING`

// insertPage adds a page unless the run has it.
const insertPage = `
	INSERT INTO pages (run, url, final_url, title, author, site, published, language, kind, type, status, fetched, raw_hash, extractor, hash)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// packed returns the text of a page as it is stored; nil for no page.
func (d *DB) packed(p *port.Page) []byte {
	if p == nil {
		return nil
	}
	return d.zip.EncodeAll([]byte(p.Text), nil)
}

// keepPage stores a page that a run read, and its packed text once.
func (d *DB) keepPage(ctx context.Context, tx *sql.Tx, run string, p *port.Page, text []byte) error {
	if _, err := tx.StmtContext(ctx, d.insertText).ExecContext(ctx, p.Hash, text); err != nil {
		return err
	}
	_, err := tx.StmtContext(ctx, d.insertPage).ExecContext(ctx,
		run, p.URL, p.FinalURL, p.Title, p.Author, p.Site, p.Published, p.Language, p.Kind, p.Type, p.Status, p.Fetched.UnixMilli(), p.RawHash, p.Extractor, p.Hash)
	return err
}

// Page implements [research.Journal].
func (d *DB) Page(ctx context.Context, run, url string) (port.Page, error) {
	p := port.Page{URL: url}
	var ms int64
	var packed []byte
	err := d.read.QueryRowContext(ctx, `
		SELECT final_url, title, author, site, published, language, kind, type, status, fetched, raw_hash, extractor, pages.hash, text
		FROM pages JOIN texts ON texts.hash = pages.hash WHERE run = ? AND url = ?`, run, url).Scan(
		&p.FinalURL, &p.Title, &p.Author, &p.Site, &p.Published, &p.Language, &p.Kind, &p.Type, &p.Status, &ms, &p.RawHash, &p.Extractor, &p.Hash, &packed)
	if errors.Is(err, sql.ErrNoRows) {
		err = research.ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("page %s of run %s: %w", url, run, err)
	}
	p.Fetched = time.UnixMilli(ms).UTC()
	text, err := d.unzip.DecodeAll(packed, nil)
	if err != nil {
		return p, fmt.Errorf("unpack page %s of run %s: %w", url, run, err)
	}
	p.Text = string(text)
	return p, nil
}

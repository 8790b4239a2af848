package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"assay/research"
	"assay/research/port"
	"assay/research/text"
)

// An Extractor turns the raw body of a file into a page, of which the text and
// the metadata are used. The library asks it about PDF files only: Markdown,
// plain text and HTML it reads by itself.
type Extractor func(ctx context.Context, name, mediaType string, body []byte) (port.Page, error)

// A Library is a folder of documents with a full-text index. It finds pages
// in them (as a [port.Searcher]) and reads them (as a [port.Fetcher])
// from the index, without touching the files. It is safe for concurrent use.
//
// Its pages have URLs such as library://manuals/guide/intro.html, where the
// host stands for the folder: all of them count as one publisher.
type Library struct {
	name    string // as engine: "library" or "sample"
	host    string // of its URLs; "" if its pages say their own
	files   fs.FS
	extract Extractor
	db      *sql.DB
	closers []func() error

	refreshing sync.Mutex // held during a refresh
	filling    sync.Mutex
	empty      bool // its files are yet to be indexed, see fill
}

// OpenLibrary opens the library in a folder and brings its index up to date,
// as [Library.Refresh] does. The index file is a cache: it is made if there is
// none, made anew if it is damaged or from another version, and may be deleted
// while no library is open.
func OpenLibrary(ctx context.Context, dir, indexFile string, extract Extractor) (*Library, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	root, err := os.OpenRoot(dir) // refuses paths and symbolic links that lead out of the folder
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	l := &Library{name: "library", host: hostOf(dir), files: root.FS(), extract: extract, closers: []func() error{root.Close}}
	err = l.open(ctx, indexFile, dir)
	if damaged(err) {
		if err = removeIndex(indexFile); err == nil {
			err = l.open(ctx, indexFile, dir)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open library %s: %w", dir, err), l.Close())
	}
	return l, nil
}

// Close closes the index.
func (l *Library) Close() error {
	var errs []error
	for _, c := range slices.Backward(l.closers) {
		errs = append(errs, c())
	}
	l.closers = nil
	return errors.Join(errs...)
}

// Host returns the host of the library's URLs, or "" if its pages have URLs of
// their own. Libraries whose hosts are the same should not be used side by side.
func (l *Library) Host() string { return l.host }

// Len returns how many pages the library holds.
func (l *Library) Len(ctx context.Context) (int, error) {
	var n int
	err := l.fill(ctx)
	if err == nil {
		err = l.db.QueryRowContext(ctx, `SELECT count(*) FROM file WHERE problem = ''`).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("count the pages of the library: %w", err)
	}
	return n, nil
}

// Fetch returns a page's text as it was when the page was indexed.
func (l *Library) Fetch(ctx context.Context, url string) (port.Page, error) {
	page, err := l.page(ctx, url)
	if errors.Is(err, research.ErrNotFound) {
		return port.Page{}, port.Fail(port.Blocked, "the library has no such page (any more)")
	}
	return page, err
}

// page is Fetch with an error that wraps [research.ErrNotFound] if there is no such page.
func (l *Library) page(ctx context.Context, url string) (port.Page, error) {
	p := port.Page{URL: url}
	if err := l.fill(ctx); err != nil {
		return p, err
	}
	var indexed int64
	err := l.db.QueryRowContext(ctx, `
		SELECT url, title, author, site, published, language, kind, type, indexed, hash, raw, extractor, text
		FROM file WHERE key = $1 AND problem = '' ORDER BY url = $2 DESC, path LIMIT 1`, text.Canonical(url), url).
		Scan(&p.FinalURL, &p.Title, &p.Author, &p.Site, &p.Published, &p.Language, &p.Kind, &p.Type, &indexed, &p.Hash, &p.RawHash, &p.Extractor, &p.Text)
	if errors.Is(err, sql.ErrNoRows) {
		err = research.ErrNotFound
	}
	if err != nil {
		return port.Page{}, fmt.Errorf("read %s from the library: %w", url, err)
	}
	p.Fetched = time.Unix(0, indexed).UTC()
	return p, nil
}

// urlOf returns the URL of the file at a path.
func (l *Library) urlOf(path string, d document) string {
	if l.host == "" {
		return d.url
	}
	return (&url.URL{Scheme: "library", Host: l.host, Path: "/" + path}).String()
}

// hostOf returns a folder's base name in the letters that a host may have. A
// name that says nothing is put after that of the folder above: "python3.11-html".
func hostOf(dir string) string {
	base := filepath.Base(dir)
	if parent := filepath.Base(filepath.Dir(dir)); vague[strings.ToLower(base)] && len(parent) > 1 {
		base = parent + "-" + base
	}
	host := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' {
			return unicode.ToLower(r)
		}
		return '-'
	}, base)
	if host = strings.Trim(host, "-."); host == "" {
		return "library"
	}
	return host
}

var vague = setOf("html", "doc", "docs", "documents", "pages", "content", "files", "public", "www")

package search

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"assay/research/port"
)

// The largest files that are read, in bytes after decompression.
const (
	maxText = 5 << 20
	maxPDF  = 20 << 20
)

// mediaType returns the media type that a file's name promises, or "" if it is
// not one that a library reads. ".gz" after the name makes no difference.
func mediaType(name string) string {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(name, ".gz"))) {
	case ".md", ".markdown":
		return "text/markdown"
	case ".txt", ".text":
		return "text/plain"
	case ".html", ".htm", ".xhtml":
		return "text/html"
	case ".pdf":
		return "application/pdf"
	}
	return ""
}

// readFile reads a file and what it says, unless its content is what it was.
func (l *Library) readFile(ctx context.Context, j *job) {
	j.kind = mediaType(j.path)
	body, err := l.body(j.path, j.kind)
	if err != nil {
		j.raw, j.err = "", err
		return
	}
	raw := hash(body)
	if j.same = raw == j.raw; j.same {
		return
	}
	j.raw = raw
	if j.doc, j.err = l.parse(ctx, j.path, j.kind, body); j.err != nil {
		return
	}
	if strings.TrimSpace(j.doc.text()) == "" {
		j.err = errors.New("there is no text in it")
	}
	if j.doc.url == "" && l.host == "" {
		j.err = errors.New("its front matter has no url")
	}
}

func (l *Library) body(name, kind string) ([]byte, error) {
	f, err := l.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	limit := maxText
	if kind == "application/pdf" {
		limit = maxPDF
	}
	body, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err == nil && len(body) > limit {
		err = fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	return body, err
}

func (l *Library) parse(ctx context.Context, name, kind string, body []byte) (d document, err error) {
	defer func() {
		if p := recover(); p != nil { // one bad file must not take the library away
			err = fmt.Errorf("its parser panicked: %v", p)
		}
	}()
	switch kind {
	case "text/markdown":
		return parseMarkdown(ctx, Clean(string(body)))
	case "text/html":
		return parseHTML(body)
	case "text/plain":
		return parseText(Clean(string(body))), nil
	}
	if l.extract == nil {
		return document{}, errors.New("no extractor for this type of file")
	}
	p, err := l.extract(ctx, name, kind, body)
	return fromPage(p), err
}

// fromPage returns the document in an extracted page.
func fromPage(p port.Page) document {
	d := document{title: p.Title, author: p.Author, site: p.Site, published: p.Published, language: p.Language, kind: p.Kind, extractor: p.Extractor}
	d.blocks = paragraphs(Clean(p.Text))
	return d
}

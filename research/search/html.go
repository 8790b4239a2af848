package search

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"assay/research/text"
)

// parseHTML reads the main text of an HTML file. It is meant for documents
// that somebody chose to keep (manuals, saved articles), so it takes the whole
// <main> or <body> without navigation, rather than guess at the article as the
// extractor for web pages does; that makes it some fifty times faster.
func parseHTML(body []byte) (document, error) {
	if !utf8.Valid(body) { // a charset must only be guessed at if there is need
		r, err := charset.NewReader(bytes.NewReader(body), "text/html")
		if err != nil {
			return document{}, fmt.Errorf("decode HTML: %w", err)
		}
		if body, err = io.ReadAll(r); err != nil {
			return document{}, fmt.Errorf("decode HTML: %w", err)
		}
	}
	root := text.ParseHTML(string(body))
	if root == nil {
		return document{blocks: paragraphs(Clean(looseText(body)))}, nil
	}
	w := htmlWalker{}
	w.head(root)
	main := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Main || attr(n, "role") == "main" })
	if main == nil {
		main = find(root, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	}
	if main != nil {
		w.children(main)
		w.flush()
	}
	if w.chars > 0 {
		w.doc.links = float64(w.linked) / float64(w.chars)
	}
	return w.doc, nil
}

// head takes the metadata: the title, the language and what <meta> elements say.
func (w *htmlWalker) head(n *html.Node) {
	switch n.DataAtom {
	case atom.Html:
		w.doc.language = attr(n, "lang")
	case atom.Title:
		if w.doc.title == "" {
			w.doc.title = Fold(Clean(rawText(n)))
		}
	case atom.Meta:
		w.meta(strings.ToLower(attr(n, "name")+attr(n, "property")), Fold(Clean(attr(n, "content"))))
	case atom.Body:
		return
	}
	for c := range n.ChildNodes() {
		w.head(c)
	}
}

func (w *htmlWalker) meta(name, content string) {
	switch name {
	case "author", "article:author", "dc.creator", "citation_author":
		w.doc.author = content
	case "og:site_name", "application-name":
		w.doc.site = content
	case "article:published_time", "date", "dc.date", "dcterms.date", "citation_publication_date":
		w.doc.published = Date(content)
	}
}

// looseText returns the text of HTML too odd to parse: all of it, with a blank
// line in the place of every tag that is not inline.
func looseText(body []byte) string {
	var out strings.Builder
	z := html.NewTokenizer(bytes.NewReader(body))
	hidden := atom.Atom(0)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out.String()
		case html.TextToken:
			if hidden == 0 {
				out.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if a == atom.Script || a == atom.Style || a == atom.Title {
				hidden = a
			}
			out.WriteString(separator(a))
		case html.EndTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if a == hidden {
				hidden = 0
			}
			out.WriteString(separator(a))
		}
	}
}

func separator(a atom.Atom) string {
	if isBlock[a] {
		return "\n\n"
	}
	return ""
}

// find returns the first node, in document order, that satisfies ok, or nil.
func find(n *html.Node, ok func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && ok(d) {
			return d
		}
	}
	return nil
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func rawText(n *html.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
		}
	}
	return out.String()
}

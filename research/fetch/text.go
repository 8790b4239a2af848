package fetch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// A writer turns a tree into text: a paragraph for every block, separated by
// blank lines; white space within one collapsed as a browser would.
type writer struct {
	strings.Builder
	pending string // white space owed before the next character: "", " ", "\t", "\n" or "\n\n"
}

// blockText returns the text under n, leaving out elements for which skip is true.
func blockText(n *html.Node, skip func(*html.Node) bool) string {
	var w writer
	w.node(n, skip, false)
	return w.String()
}

func (w *writer) node(n *html.Node, skip func(*html.Node) bool, pre bool) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data, pre)
		return
	case html.ElementNode:
		if skip(n) {
			return
		}
	case html.CommentNode, html.DoctypeNode:
		return
	}
	block := n.Type == html.ElementNode && blockElements[n.Data]
	switch {
	case n.Data == "br" && w.pending == "\n": // two in a row part paragraphs
		w.owe("\n\n")
	case n.Data == "br":
		w.owe("\n")
	case n.Data == "td", n.Data == "th":
		w.owe("\t")
	case block:
		w.owe("\n\n")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c, skip, pre || n.Data == "pre")
	}
	if block {
		w.owe("\n\n")
	}
}

// text writes s. In pre-formatted text, line ends and indents stand.
func (w *writer) text(s string, pre bool) {
	for s != "" {
		word := strings.IndexFunc(s, unicode.IsSpace)
		if word < 0 {
			word = len(s)
		}
		if word > 0 {
			w.pay()
			w.WriteString(s[:word])
			s = s[word:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		w.space(r, pre)
		s = s[size:]
	}
}

// space writes or notes one character of white space.
func (w *writer) space(r rune, pre bool) {
	switch {
	case pre && r == '\n':
		w.pay()
		w.WriteRune(r)
	case pre && (r == ' ' || r == '\t') && w.pending == "":
		w.WriteRune(r)
	default:
		w.owe(" ")
	}
}

// owe notes white space; the widest that is owed wins.
func (w *writer) owe(space string) {
	if w.Len() > 0 && rank(space) > rank(w.pending) {
		w.pending = space
	}
}

func rank(space string) int {
	if space == "" {
		return -1
	}
	return strings.Index(" \t\n\n", space) + len(space)
}

func (w *writer) pay() {
	w.WriteString(w.pending)
	w.pending = ""
}

// chrome reports whether n is no part of a page's text.
func chrome(n *html.Node) bool {
	switch n.Data {
	case "head", "script", "style", "noscript", "template", "iframe", "svg", "canvas", "object",
		"nav", "footer", "menu", "button", "select", "textarea", "input", "dialog":
		return true
	}
	return false
}

func nothingSkipped(*html.Node) bool { return false }

var blockElements = set("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
	"dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
	"h6", "header", "hgroup", "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table",
	"tbody", "tfoot", "thead", "tr", "ul")

func set(words ...string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

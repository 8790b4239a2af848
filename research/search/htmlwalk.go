package search

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// An htmlWalker turns the elements of a page into blocks.
type htmlWalker struct {
	doc           document
	trail         trail
	para          strings.Builder // the paragraph being read
	lists         int             // how many <dl> are open
	linkDepth     int
	chars, linked int // characters of text, and those of them in links
}

// termLevel is the level of a <dt> among headings, less the depth of its <dl>:
// what defines a term stands under it, until its list ends.
const termLevel = 6

func (w *htmlWalker) children(n *html.Node) {
	for c := range n.ChildNodes() {
		w.node(c)
	}
}

func (w *htmlWalker) node(n *html.Node) {
	if n.Type == html.TextNode {
		w.text(n.Data)
	}
	if n.Type != html.ElementNode || skipped(n) {
		return
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.flush()
		w.heading(int(n.Data[1]-'0'), w.inner(n))
	case atom.Dt:
		w.flush()
		s := w.inner(n)
		w.trail.enter(termLevel+w.lists, s)
		w.add(s)
	case atom.Dl:
		w.flush()
		outer := slices.Clone(w.trail)
		w.lists++
		w.children(n)
		w.lists--
		w.flush()
		w.trail = outer
	case atom.Pre:
		w.flush()
		w.count(rawText(n))
		w.exact(strings.Trim(blankLines.ReplaceAllString(Clean(rawText(n)), "\n"), "\n"))
	case atom.Table:
		w.flush()
		w.table(n)
	case atom.Br:
		w.para.WriteByte('\n')
	case atom.A:
		w.linkDepth++
		w.children(n)
		w.linkDepth--
	default:
		if isBlock[n.DataAtom] {
			w.flush()
			w.children(n)
			w.flush()
			return
		}
		w.children(n)
	}
}

func (w *htmlWalker) text(s string) {
	w.count(s)
	if s != "" && isSpace(s[0]) {
		w.para.WriteByte(' ')
	}
	folded := Fold(s)
	w.para.WriteString(folded)
	if folded != "" && isSpace(s[len(s)-1]) {
		w.para.WriteByte(' ')
	}
}

func (w *htmlWalker) count(s string) {
	n := len(strings.TrimSpace(s))
	w.chars += n
	if w.linkDepth > 0 {
		w.linked += n
	}
}

// flush ends the paragraph. Its lines are those that <br> made.
func (w *htmlWalker) flush() {
	lines := strings.Split(Clean(w.para.String()), "\n")
	w.para.Reset()
	kept := lines[:0]
	for _, l := range lines {
		if l = Fold(l); l != "" {
			kept = append(kept, l)
		}
	}
	w.add(strings.Join(kept, "\n"))
}

func (w *htmlWalker) add(s string) {
	if s != "" {
		w.doc.blocks = append(w.doc.blocks, block{text: s, under: w.trail.String()})
	}
}

func (w *htmlWalker) exact(s string) {
	if s != "" {
		w.doc.blocks = append(w.doc.blocks, block{text: s, exact: true, under: w.trail.String()})
	}
}

func (w *htmlWalker) heading(level int, s string) {
	if s == "" {
		return
	}
	if w.doc.title == "" {
		w.doc.title = s
	}
	w.doc.blocks = append(w.doc.blocks, block{text: s, head: true, under: w.trail.enter(level, s)})
}

// inner returns the text inside an element as one line.
func (w *htmlWalker) inner(n *html.Node) string {
	in := htmlWalker{}
	in.children(n)
	in.flush()
	w.chars += in.chars
	w.linked += in.linked
	texts := make([]string, len(in.doc.blocks))
	for i, b := range in.doc.blocks {
		texts[i] = b.text
	}
	return Fold(strings.Join(texts, " "))
}

// table adds a table of data as one block with a row a line. The cells of a
// table that lays out a page are paragraphs like any others.
func (w *htmlWalker) table(n *html.Node) {
	if layout(n) {
		w.children(n)
		w.flush()
		return
	}
	var rows []string
	for d := range n.Descendants() {
		if d.DataAtom == atom.Caption {
			w.add(w.inner(d))
		}
		if d.DataAtom != atom.Tr {
			continue
		}
		var cells []string
		for c := range d.ChildNodes() {
			if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
				cells = append(cells, w.inner(c))
			}
		}
		if row := strings.Trim(strings.Join(cells, " | "), " |"); row != "" {
			rows = append(rows, row)
		}
	}
	w.exact(strings.Join(rows, "\n"))
}

// layout reports whether a table holds another, a heading or a long cell.
func layout(table *html.Node) bool {
	return find(table, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Table, atom.H1, atom.H2, atom.H3:
			return true
		case atom.Td:
			return len(rawText(n)) > 2000
		}
		return false
	}) != nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

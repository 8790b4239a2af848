package search

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"assay/research"
)

// sectionSize is the most Markdown that is parsed in one piece, in bytes:
// goldmark takes quadratic time on hostile input, 0.3 s for 20 KiB.
const sectionSize = 16 << 10

// markdownTime is how long the sections of one document may take. What is left
// then is read as paragraphs: its text is there, its headings are not.
const markdownTime = 4 * time.Second

// parseMarkdown reads Markdown, whose front matter may give url, title, site,
// author, published, language and kind.
func parseMarkdown(ctx context.Context, source string) (document, error) {
	fields, body := frontMatter(source)
	doc := document{
		url: fields["url"], title: fields["title"], site: fields["site"], author: fields["author"],
		published: Date(fields["published"]), language: fields["language"],
	}
	if slices.Contains(research.SourceGrades, research.SourceGrade(fields["kind"])) {
		doc.kind = fields["kind"]
	}
	w := markdownWalker{until: time.Now().Add(markdownTime), parser: goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))}
	parts := sections(body)
	for i, s := range parts {
		if err := ctx.Err(); err != nil {
			return document{}, err
		}
		if len(w.blocks) > mostParagraphs || time.Now().After(w.until) {
			w.blocks = append(w.blocks, paragraphs(strings.Join(parts[i:], ""))...)
			break
		}
		w.section(s)
	}
	doc.blocks = w.blocks
	if w.chars > 0 {
		doc.links = float64(w.linked) / float64(w.chars)
	}
	if doc.title == "" {
		doc.title = w.title
	}
	return doc, nil
}

// sections cuts Markdown at blank lines outside fences into pieces of at most
// sectionSize, or of one block if that is longer.
func sections(source string) []string {
	var out []string
	start, cut, fenced, pos := 0, 0, false, 0
	for line := range strings.Lines(source) {
		trimmed := strings.TrimLeft(line, " ")
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		pos += len(line)
		if pos-start > sectionSize && cut > start {
			out = append(out, source[start:cut])
			start = cut
		}
		if !fenced && strings.TrimSpace(line) == "" {
			cut = pos
		}
	}
	return append(out, source[start:])
}

// A markdownWalker turns Markdown into blocks.
type markdownWalker struct {
	parser        goldmark.Markdown
	until         time.Time // for what is parsed; the rest is not worth it
	trail         trail
	title         string // the first level 1 heading
	blocks        []block
	chars, linked int // characters of text, and those of them in links
}

func (w *markdownWalker) section(source string) {
	if len(source) > 2*sectionSize { // one enormous block: not worth a parser's time
		w.blocks = append(w.blocks, paragraphs(source)...)
		return
	}
	src := []byte(source)
	_ = ast.Walk(w.parser.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			w.heading(n.Level, Fold(w.inline(n, src)))
		case *ast.Paragraph, *ast.TextBlock:
			w.add(w.inline(n, src), false)
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			w.add(string(n.Lines().Value(src)), true)
		case *east.Table:
			w.add(w.table(n, src), true)
		default:
			return ast.WalkContinue, nil
		}
		return ast.WalkSkipChildren, nil
	})
}

func (w *markdownWalker) heading(level int, s string) {
	if s == "" {
		return
	}
	if w.title == "" && level == 1 {
		w.title = s
	}
	w.blocks = append(w.blocks, block{text: s, head: true, under: w.trail.enter(level, s)})
}

func (w *markdownWalker) add(s string, exact bool) {
	for _, b := range paragraphs(s) {
		w.blocks = append(w.blocks, block{text: b.text, exact: exact, under: w.trail.String()})
	}
}

// table returns a table with one row a line.
func (w *markdownWalker) table(t *east.Table, src []byte) string {
	var rows []string
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, Fold(w.inline(cell, src)))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return strings.Join(rows, "\n")
}

// inline returns the text of what is inside a block. Raw HTML is dropped.
func (w *markdownWalker) inline(n ast.Node, src []byte) string {
	var out strings.Builder
	links := 0
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if _, ok := n.(*ast.Link); ok {
			links += map[bool]int{true: 1, false: -1}[entering]
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		before := out.Len()
		switch n := n.(type) {
		case *ast.Text:
			out.WriteString(unescape(n, src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte('\n')
			}
		case *ast.String:
			out.Write(n.Value)
		case *ast.AutoLink:
			out.Write(n.Label(src))
		}
		w.chars += out.Len() - before
		if links > 0 {
			w.linked += out.Len() - before
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// unescape returns a piece of text without Markdown's escapes and entities.
func unescape(n *ast.Text, src []byte) string {
	v := n.Value(src)
	if !n.IsRaw() { // code is
		v = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(v)))
	}
	return Clean(string(v))
}

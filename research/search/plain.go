package search

import (
	"regexp"
	"strings"
)

var blankLines = regexp.MustCompile(`\n[ \t]*(?:\n[ \t]*)+`)

// parseText reads plain text: paragraphs stand between blank lines, and the
// first short line is the title.
func parseText(text string) document {
	doc := document{blocks: paragraphs(text)}
	if len(doc.blocks) > 0 {
		first, _, _ := strings.Cut(doc.blocks[0].text, "\n")
		if first = Fold(first); len(first) <= 120 {
			doc.title = first
		}
	}
	return doc
}

// mostParagraphs is how many paragraphs text is split into; what comes after
// them is one more.
const mostParagraphs = 100_000

// paragraphs splits text at blank lines.
func paragraphs(text string) []block {
	var out []block
	for text != "" {
		p := text
		text = ""
		if gap := blankLines.FindStringIndex(p); gap != nil && len(out) < mostParagraphs {
			p, text = p[:gap[0]], p[gap[1]:]
		}
		if p = strings.Trim(p, "\n"); strings.TrimSpace(p) != "" {
			out = append(out, block{text: p})
		}
	}
	return out
}

// frontMatter takes the "key: value" lines between two "---" lines off the top
// of a Markdown file. It reads the YAML that people write by hand: one value a
// line, perhaps in quotes; what is nested is skipped.
func frontMatter(text string) (fields map[string]string, body string) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return nil, text
	}
	head, body, ok := strings.Cut("\n"+rest, "\n---\n")
	if !ok {
		return nil, text
	}
	fields = map[string]string{}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(line, ":")
		if !ok || key != strings.TrimSpace(key) {
			continue
		}
		value = strings.TrimSpace(value)
		if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		fields[strings.ToLower(key)] = value
	}
	return fields, body
}

package fetch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reflow joins the lines of a printed page to paragraphs, so that a quote does
// not stop at a margin. Lines are joined by a space and parted by a blank
// line; no other character changes. A line is taken to end a paragraph if it
// stops well short of the margin, which is where most of the longer lines end.
// Hyphens at line ends are pdfium's business: it has marked them with U+0002.
func reflow(page string) string {
	var lines []string
	for line := range strings.Lines(page) {
		lines = append(lines, strings.Join(strings.FieldsFunc(line, unicode.IsSpace), " "))
	}
	margin := margin(lines)
	var b strings.Builder
	for i, line := range lines {
		if line == "" {
			continue
		}
		b.WriteString(line)
		if i+1 == len(lines) {
			break
		}
		if endsParagraph(line, lines[i+1], margin) {
			b.WriteString("\n\n")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// margin returns the length, in characters, that four lines in five keep to.
func margin(lines []string) int {
	var lengths []int
	for _, l := range lines {
		if l != "" {
			lengths = append(lengths, utf8.RuneCountInString(l))
		}
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[len(lengths)*4/5]
}

func endsParagraph(line, next string, margin int) bool {
	if next == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	n := utf8.RuneCountInString(line)
	if strings.ContainsRune(`.!?:;"”’)]。！？`, last) {
		return n*10 < margin*9
	}
	return n*10 < margin*7 && !unicode.IsLower(first)
}

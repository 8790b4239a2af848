package text

import (
	"strings"

	"golang.org/x/net/html"
)

// mostTags is how many tags a page may have. A node takes some hundred bytes,
// a tag can make four of them.
const mostTags = 200_000

// A parser of HTML does what browsers do, and that is not always in proportion
// to what it is given: 36 KB can make a million elements, and 5 MB more than
// fit in any memory. What limitHTML returns makes a tree of a few nodes for
// every tag, and of a bounded number of tags.

// ParseHTML returns the tree of src, nil if that would cost too much: for too many
// tags, or for more than 512 elements open at once.
func ParseHTML(src string) *html.Node {
	limited, ok := limitHTML(src)
	if !ok {
		return nil
	}
	doc, err := html.Parse(strings.NewReader(limited))
	if err != nil {
		return nil
	}
	return doc
}

// formatting are the elements that the HTML standard has a parser open anew in
// every paragraph until they are closed, as often as they were opened.
var formatting = [...]string{"b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}

const longestName = len("strong")

// limitHTML returns HTML with the same text as src, for a parser: every formatting
// element is a span, which is opened once. It is not ok if src has too many
// tags for a tree of it.
//
// It looks at bytes, not at where they stand: what it takes for a tag is all
// that a parser in any of its states might take for one.
func limitHTML(src string) (limited string, ok bool) {
	if strings.Count(src, "<") > mostTags {
		return "", false
	}
	var b strings.Builder
	done := 0
	for at := 0; ; {
		next := strings.IndexByte(src[at:], '<')
		if next < 0 {
			break
		}
		at += next + 1
		if at < len(src) && src[at] == '/' {
			at++
		}
		if end := at + nameLength(src[at:]); isFormatting(src[at:end]) {
			b.WriteString(src[done:at])
			b.WriteString("span")
			at, done = end, end
		}
	}
	if done == 0 {
		return src, true
	}
	b.WriteString(src[done:])
	return b.String(), true
}

// nameLength returns the length of the tag name that s begins with; 0 if it is
// too long for any of formatting.
func nameLength(s string) int {
	return max(strings.IndexAny(s[:min(len(s), longestName+1)], " \t\n\f\r/>"), 0)
}

func isFormatting(name string) bool {
	if name == "" {
		return false
	}
	for _, f := range formatting {
		if strings.EqualFold(name, f) {
			return true
		}
	}
	return false
}

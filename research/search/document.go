package search

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode"
)

// A document is what was read from one file.
type document struct {
	url       string // what its front matter says; only the sample goes by it
	title     string
	author    string
	site      string
	published string
	language  string
	kind      string
	extractor string  // "" means this package
	links     float64 // share of the text that is links, 0 to 1
	blocks    []block
}

// A block is one paragraph, heading, list item, table or piece of code.
type block struct {
	text  string
	head  bool   // it is a heading
	exact bool   // it is code or a table: not made of sentences
	under string // the headings it stands under, outermost first; for a heading, those above it
}

// text returns the blocks separated by blank lines.
func (d document) text() string {
	texts := make([]string, len(d.blocks))
	for i, b := range d.blocks {
		texts[i] = b.text
	}
	return strings.Join(texts, "\n\n")
}

// headings returns the document's headings, one a line.
func (d document) headings() string {
	var heads []string
	for _, b := range d.blocks {
		if b.head {
			heads = append(heads, b.text)
		}
	}
	return strings.Join(heads, "\n")
}

// Clean makes text of unknown origin fit to be stored, shown and quoted: valid
// UTF-8 without control characters (tab and newline stay), characters that
// reorder what is shown (Unicode TR 9 embeddings, overrides and isolates) and
// invisible tag characters (U+E0000 block).
func Clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return '\n'
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069,
			r == 0xFEFF, r >= 0xE0000 && r <= 0xE007F:
			return -1
		}
		return r
	}, s)
}

// Fold replaces runs of white space by one space.
func Fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// hash returns the hex SHA-256 of s.
func hash[T ~string | ~[]byte](s T) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// Date returns the date at the beginning of s as YYYY-MM-DD, YYYY-MM or YYYY,
// or "" if there is none.
func Date(s string) string {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if len(s) < len(layout) || len(s) > len(layout) && s[len(layout)] >= '0' && s[len(layout)] <= '9' {
			continue
		}
		if _, err := time.Parse(layout, s[:len(layout)]); err == nil {
			return s[:len(layout)]
		}
	}
	for _, layout := range []string{time.RFC1123, time.RFC1123Z, "January 2, 2006", "2 January 2006", "Jan 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

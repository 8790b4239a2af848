package views

import (
	"regexp"
	"strings"
)

// markdown returns foreign text as one line of Markdown that renders as that
// text and nothing else: no markup, HTML, link, heading, list or entity, in
// CommonMark and in the extensions of GitHub, Pandoc and goldmark. Any ASCII
// punctuation may stand after a backslash
// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
func markdown(s string) string {
	s = line(s)
	var b strings.Builder
	number := numbered.FindStringIndex(s)
	for i, r := range s {
		switch {
		case strings.ContainsRune("\\`*_[]<>{}&#~$@^", r),
			i == 0 && strings.ContainsRune("+-=:|", r),               // a list item, underline, definition or line block
			number != nil && i == number[1]-1,                        // an item of an ordered list
			r == ':' && strings.HasPrefix(s[i:], "://"),              // an address, which some renderers make a link
			r == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"): // the same
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// numbered matches the start of an item of an ordered list.
var numbered = regexp.MustCompile(`^[0-9]+[.)]`)

// markdownAddress returns raw as a link that shows its target, or as plain text if
// it is not an address.
func markdownAddress(raw string) string {
	if a, ok := address(raw); ok {
		return "<" + a + ">"
	}
	return markdown(raw)
}

package views

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line makes one clean line of foreign text: runs of white space, line ends
// of every kind among them, become one space, and characters that steer a
// terminal or hide from the reader are taken out.
func line(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case hidden(r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// hidden reports whether r is a control (C0, C1, DEL) or a format character
// such as a bidi override, a zero-width space or a tag. Joiners stay, because
// scripts and emoji need them, and so do the format characters one can see.
func hidden(r rune) bool {
	switch {
	case r == '\u200c' || r == '\u200d':
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf)
}

// sentence returns s as one clean line that ends like a sentence.
func sentence(s string) string {
	s = line(s)
	if end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "\"')]”’»")); s == "" || strings.ContainsRune(".!?…。！？", end) {
		return s
	}
	return s + "."
}

// address returns raw as a link target made of the characters that RFC 3986
// allows, all others percent-encoded. It is false for what is not an absolute
// URL of a kind that sources have: the web's, or a library's.
func address(raw string) (string, bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "", false
	}
	switch u.Scheme {
	case "http", "https", "library", "sample":
	default:
		return "", false
	}
	var b strings.Builder
	for _, c := range []byte(raw) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"\\^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// place returns raw for people to read and copy: an address where it is one,
// else a clean line.
func place(raw string) string {
	if a, ok := address(raw); ok {
		return a
	}
	return line(raw)
}

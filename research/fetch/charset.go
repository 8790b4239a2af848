package fetch

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"assay/research/port"
)

// utf7 finds a declaration of UTF-7, in which markup hides from every filter.
var utf7 = regexp.MustCompile(`(?i)charset\s*=\s*["']?\s*(unicode-1-1-)?utf-7`)

// decode returns body as UTF-8. Bytes that are valid UTF-8 are UTF-8 whatever
// anyone declares; else a byte order mark, the Content-Type and the document's
// own words decide, in the order of the HTML standard.
func decode(body []byte, contentType string) (string, error) {
	enc, name, _ := charset.DetermineEncoding(body, contentType)
	if utf7.Match(body[:min(len(body), 1024)]) || utf7.MatchString(contentType) {
		return "", port.Fail(port.Blocked, "charset utf-7 is not read")
	}
	// These two are valid UTF-8 as well, taken byte by byte.
	other := name == "iso-2022-jp" && bytes.IndexByte(body, 0x1b) >= 0 ||
		strings.HasPrefix(name, "utf-16") && bytes.IndexByte(body, 0) >= 0
	if utf8.Valid(body) && !other {
		return string(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))), nil
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return "", port.Fail(port.Blocked, "charset %s could not be read", name)
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd"), nil
}

// clean returns text as people see it: line ends are \n, and what shows
// nothing but can steer a terminal, a line's direction or a model is gone.
// Joiners (U+200C, U+200D) stay: scripts and emoji need them.
func clean(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
			return '\n'
		case r == '\n', r == '\t':
			return r
		case invisible(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// invisible reports whether r shows nothing and no script needs it.
func invisible(r rune) bool {
	switch {
	case r < ' ', 0x7f <= r && r <= 0x9f: // C0, C1
	case r == 0xad, r == 0x200b, r == 0xfeff: // soft hyphen, zero-width spaces
	case r == 0x061c, r == 0x200e, r == 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069: // bidi controls
	case 0x2060 <= r && r <= 0x2065, 0x206a <= r && r <= 0x206f: // invisible operators, deprecated controls
	case 0xfff9 <= r && r <= 0xfffb: // interlinear annotation
	case 0xe0000 <= r && r <= 0xe0fff: // tags, variation selectors 17-256
	case r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef: // noncharacters
	default:
		return false
	}
	return true
}

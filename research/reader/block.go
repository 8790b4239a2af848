package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// blocks returns the parts of text that no sentence crosses: paragraphs, list
// items, headings.
func blocks(text string) []span {
	var out []span
	start := 0
	for at := 0; at < len(text); {
		end := len(text)
		next := end
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		line := text[at:end]
		if opensBlock(line) {
			out = appendTrimmed(out, text, span{Start: start, End: at})
			start = at
		}
		if closesBlock(line, text[next:]) {
			out = appendTrimmed(out, text, span{Start: start, End: end})
			start = next
		}
		at = next
	}
	return appendTrimmed(out, text, span{Start: start, End: len(text)})
}

// opensBlock reports whether a line starts a new block.
func opensBlock(line string) bool {
	s := strings.TrimLeft(line, " \t")
	for _, p := range [...]string{"#", "- ", "* ", "+ ", "• ", "> ", "|", "```"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits > 0 && digits <= 2 && (strings.HasPrefix(s[digits:], ". ") || strings.HasPrefix(s[digits:], ") "))
}

// closesBlock reports whether a block ends with this line: it is blank, a
// heading, or a short line without a stop before one that starts afresh.
func closesBlock(line, rest string) bool {
	s := strings.TrimSpace(line)
	if s == "" || s[0] == '#' {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	if utf8.RuneCountInString(s) > 60 || strings.ContainsRune(`.,;:!?-–—("”'’`, last) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t"))
	return unicode.IsUpper(next) && !endsOpen(s)
}

// endsOpen reports whether a line's last word wants another to follow.
func endsOpen(s string) bool {
	word := strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
	return function(word)
}

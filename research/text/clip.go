package text

import (
	"strings"
	"unicode/utf8"
)

const ellipsis = "…"

// Head returns the first n bytes of s, or fewer: no character is cut in two.
func Head(s string, n int) string {
	if n = max(n, 0); n >= len(s) {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Tail returns the last n bytes of s, or fewer: no character is cut in two.
func Tail(s string, n int) string {
	at := len(s) - max(n, 0)
	if at <= 0 {
		return s
	}
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return s[at:]
}

// HeadRunes returns the first n characters of s.
func HeadRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// Clip returns at most n bytes of s, with an ellipsis for what is left out.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.TrimSpace(Head(s, n-len(ellipsis))) + ellipsis
}

// ClipRunes returns at most n characters of s, with an ellipsis for what is left out.
func ClipRunes(s string, n int) string {
	if len(HeadRunes(s, n)) == len(s) {
		return s
	}
	return strings.TrimSpace(HeadRunes(s, n-1)) + ellipsis
}

// ClipWords returns the whole words of the first n characters of s, with an
// ellipsis behind them for what is left out. Where the last word begins in the
// first half, it is cut.
func ClipWords(s string, n int) string {
	head := HeadRunes(s, n)
	if len(head) == len(s) {
		return s
	}
	if i := strings.LastIndexByte(head, ' '); i > n/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:.") + " " + ellipsis
}

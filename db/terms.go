package db

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTerms is how many words of a query count; maxTerm how long one may be, in bytes.
const (
	MaxTerms = 12
	maxTerm  = 64
)

// Terms are a query's text taken apart: words, and phrases of several, spread
// (see [Spread]) and without quotation marks or control characters.
type Terms struct{ Want, Without []string }

// TermsOf takes a text apart. Words that mean nothing are left out unless there are no others.
func TermsOf(text string) Terms {
	var t Terms
	var plain []string
	for text = strings.TrimSpace(text); text != "" && len(t.Want)+len(t.Without)+len(plain) < 4*MaxTerms; text = strings.TrimSpace(text) {
		minus := strings.HasPrefix(text, "-")
		text = strings.TrimPrefix(text, "-")
		var word string
		quoted := strings.HasPrefix(text, `"`)
		if quoted {
			word, text, _ = strings.Cut(text[1:], `"`)
		} else if at := strings.IndexFunc(text, unicode.IsSpace); at >= 0 {
			word, text = text[:at], text[at:]
		} else {
			word, text = text, ""
		}
		term := Term(word)
		switch {
		case term == "":
		case minus:
			t.Without = append(t.Without, term)
		case !quoted && idle(word):
			plain = append(plain, term)
		default:
			t.Want = append(t.Want, term)
		}
	}
	if len(t.Want) == 0 {
		t.Want = plain
	}
	t.Want, t.Without = t.Want[:min(MaxTerms, len(t.Want))], t.Without[:min(MaxTerms, len(t.Without))]
	return t
}

// Term returns word as a term, or "" if there is nothing to find in it.
func Term(word string) string {
	word = strings.Map(func(r rune) rune {
		if r == '"' || r == utf8.RuneError || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(word, " "))
	if len(word) > maxTerm {
		word = strings.ToValidUTF8(word[:maxTerm], "")
	}
	if strings.IndexFunc(word, func(r rune) bool { return !notWord(r) }) < 0 {
		return ""
	}
	return Spread(word)
}

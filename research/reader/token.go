package reader

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a number or a mark of a sentence.
type token struct {
	word  string  // lower case; a mark's rune
	term  string  // what the token counts as when texts are compared; "" for marks and function words
	value float64 // of a number
	kind  kind
	upper bool // the word begins with a capital
	start int  // byte offset in the text
}

type kind uint8

const (
	word kind = iota
	number
	mark
)

// A memo keeps the terms of the words of one call, which repeat a lot; nil keeps none.
type memo map[string]string

func (m memo) termOf(w string) string {
	if m == nil {
		return termOf(w)
	}
	term, ok := m[w]
	if !ok {
		term = termOf(w)
		m[w] = term
	}
	return term
}

// tokenize cuts text into tokens. Contractions with "not" become two words,
// possessive endings go, hyphenated and dotted words fall apart, numbers
// written as words become numbers.
func tokenize(text string) []token { return memo(nil).tokenize(text) }

func (m memo) tokenize(text string) []token {
	out := make([]token, 0, len(text)/5)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r < utf8.RuneSelf && isDigit(byte(r)):
			j := numberEnd(text, i)
			out = append(out, numeral(text[i:j], i))
			i = j
		case unicode.IsLetter(r), unicode.IsDigit(r):
			j := wordEnd(text, i)
			out = m.appendWord(out, text[i:j], i)
			i = j
		case unicode.IsSpace(r):
			i += n
		default:
			t := token{word: string(r), kind: mark, start: i}
			if r == '%' {
				t = token{word: "percent", term: "percent", start: i}
			}
			out = append(out, t)
			i += n
		}
	}
	return out
}

// numberEnd returns the end of the numeral at i: digits with inner points and
// thousands separators.
func numberEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		inner := (c == '.' || c == ',') && i+1 < len(text) && isDigit(text[i+1])
		if c == ',' && inner && !(i+3 < len(text) && isDigit(text[i+2]) && isDigit(text[i+3])) {
			inner = false
		}
		if !isDigit(c) && !inner {
			break
		}
		i++
	}
	return i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func numeral(s string, at int) token {
	plain := strings.ReplaceAll(s, ",", "")
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil { // a version such as 15.2.1 is a name
		return token{word: s, term: s, start: at}
	}
	return token{word: s, term: numberTerm(v), value: v, kind: number, start: at}
}

func numberTerm(v float64) string { return "#" + strconv.FormatFloat(v, 'g', -1, 64) }

func wordEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '\'' || r == '’' {
			next, _ := utf8.DecodeRuneInString(text[i+n:])
			if !unicode.IsLetter(next) {
				return i
			}
		} else if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
			return i
		}
		i += n
	}
	return i
}

func (m memo) appendWord(out []token, s string, at int) []token {
	first, _ := utf8.DecodeRuneInString(s)
	t := token{word: strings.ToLower(strings.ReplaceAll(s, "’", "'")), upper: unicode.IsUpper(first), start: at}
	switch {
	case t.word == "cannot" || t.word == "can't":
		t.word = "can"
	case t.word == "won't":
		t.word = "will"
	case strings.HasSuffix(t.word, "n't"):
		t.word = strings.TrimSuffix(t.word, "n't")
	default:
		t.word, _, _ = strings.Cut(t.word, "'")
		return append(out, m.named(t))
	}
	return append(out, m.named(t), token{word: "not", start: at + len(t.word)})
}

// named fills in the term of a word.
func (m memo) named(t token) token {
	if v, ok := numberWords[t.word]; ok {
		t.kind, t.value, t.term = number, v, numberTerm(v)
		return t
	}
	t.term = m.termOf(t.word)
	return t
}

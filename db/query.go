package db

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/research"
	"assay/research/text"
)

// A Query says which reports are wanted. Zero fields do not narrow.
type Query struct {
	Text       string // words, "phrases", -excluded words; all of them must occur
	Method     string
	Confidence research.Confidence
	Status     research.Status
	Topic      string
	After      time.Time // accepted at or after
	Before     time.Time // accepted before
	Sort       Sort
	Offset     int
	Limit      int // 0 means 20
}

// A Sort says what comes first.
type Sort string

const (
	ByRelevance  Sort = "" // without text: the newest
	ByNewest     Sort = "newest"
	ByConfidence Sort = "confidence" // then the newest
)

// maxTerms is how many words of a query count; maxTerm how long one may be, in bytes.
const (
	maxTerms = 12
	maxTerm  = 64
)

// facets returns the words that a report must have for the filters of q.
func (q Query) facets() []string {
	var words []string
	for _, f := range []struct{ name, value string }{
		{"method", q.Method}, {"confidence", string(q.Confidence)}, {"status", string(q.Status)}, {"topic", q.Topic},
	} {
		if f.value != "" {
			words = append(words, facet(f.name, f.value))
		}
	}
	return words
}

// between returns the range of report numbers that q allows.
func (q Query) between() (first, last int64) {
	last = 1<<62 - 1
	if !q.After.IsZero() {
		first = q.After.UnixMilli() << 10
	}
	if !q.Before.IsZero() {
		last = q.Before.UnixMilli()<<10 - 1
	}
	return first, last
}

// Terms are a query's text taken apart. Each is quoted for FTS5, so that no
// text can break out of its place.
type terms struct{ want, without []string }

// termsOf takes a text apart. Words that mean nothing are left out unless there are no others.
func termsOf(text string) terms {
	var t terms
	var plain []string
	for text = strings.TrimSpace(text); text != "" && len(t.want)+len(t.without)+len(plain) < 4*maxTerms; text = strings.TrimSpace(text) {
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
		term := literal(word)
		switch {
		case term == "":
		case minus:
			t.without = append(t.without, term)
		case !quoted && idle(word):
			plain = append(plain, term)
		default:
			t.want = append(t.want, term)
		}
	}
	if len(t.want) == 0 {
		t.want = plain
	}
	t.want, t.without = t.want[:min(maxTerms, len(t.want))], t.without[:min(maxTerms, len(t.without))]
	return t
}

// literal returns word as an FTS5 string, or "" if there is nothing to find in it.
func literal(word string) string {
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
	return `"` + spread(word) + `"`
}

// wordsOf returns the words of a term, each as a term.
func wordsOf(term string) []string {
	words := strings.FieldsFunc(term, notWord)
	for i, w := range words {
		words[i] = `"` + w + `"`
	}
	return words
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// match returns the FTS5 expression for reports that have all the terms and the facets.
func (t terms) match(facets []string) string {
	expr := strings.Join(slices.Concat(t.want, facets), " AND ")
	if len(t.without) > 0 {
		expr = "(" + expr + ") NOT (" + strings.Join(t.without, " OR ") + ")"
	}
	return expr
}

// idle reports whether a word says nothing about what a text is about.
func idle(word string) bool { return text.Stop(strings.ToLower(strings.TrimFunc(word, notWord))) }

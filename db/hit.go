package db

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Hit is a text of a report with the words that a search matched.
type Hit struct {
	Where string // "answer", "finding", "claim" or "quote"
	Parts []Part // in order
}

// A Part is a piece of a text, matched or not.
type Part struct {
	Text  string
	Match bool
}

// maxHits is how many texts of a report are shown; HitLength is about how long
// each is, in bytes.
const (
	maxHits   = 3
	HitLength = 240
)

// Mark takes the hits from texts of the report in which [MarkBegin] and [MarkEnd]
// stand around what was matched.
func (c *Card) Mark(question, answer string, findings, claims, quotes []string) {
	if strings.ContainsRune(question, MarkBegin) {
		c.Title = parts(question)
	}
	c.hit("answer", answer)
	for _, f := range findings {
		c.hit("finding", f)
	}
	for i, claim := range claims {
		quote := ""
		if i < len(quotes) {
			quote = quotes[i]
		}
		if strings.ContainsRune(claim, MarkBegin) || strings.ContainsRune(quote, MarkBegin) {
			c.Matches++
		}
		c.hit("claim", claim)
		c.hit("quote", quote)
	}
}

// hit adds a marked text if it holds a match that is worth showing.
func (c *Card) hit(where, marked string) {
	if len(c.Hits) >= maxHits || !strings.ContainsRune(marked, MarkBegin) {
		return
	}
	h := Hit{where, parts(marked)}
	// A finding is often the sentence of its claim.
	if !slices.ContainsFunc(c.Hits, func(o Hit) bool { return slices.Equal(o.Parts, h.Parts) }) {
		c.Hits = append(c.Hits, h)
	}
}

// parts cuts a marked text to what stands around its first match.
func parts(marked string) []Part {
	marked = Together(marked)
	first := strings.IndexRune(marked, MarkBegin)
	var out []Part
	if from := wordBefore(marked, first-HitLength/3); from > 0 {
		out = append(out, Part{Text: "… "})
		marked = marked[from:]
	}
	room := HitLength
	for marked != "" && room > 0 {
		text, rest, hit := strings.Cut(marked, string(MarkBegin))
		if len(text) > room {
			text, rest, hit = strings.TrimRight(text[:wordBefore(text, room)], " ")+" …", "", false
		}
		if text != "" {
			out = append(out, Part{Text: text})
		}
		if !hit {
			break
		}
		word, after, _ := strings.Cut(rest, string(MarkEnd))
		out = append(out, Part{word, true})
		room -= len(text) + len(word)
		marked = after
	}
	return out
}

// wordBefore returns where the last word that begins at or before byte i begins.
func wordBefore(s string, i int) int {
	if i <= 0 {
		return 0
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	if at := strings.LastIndexFunc(s[:i], unicode.IsSpace); at >= 0 && i-at < 40 {
		_, size := utf8.DecodeRuneInString(s[at:])
		return at + size
	}
	return i
}

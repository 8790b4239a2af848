package db

import (
	"context"
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

// maxHits is how many texts of a report are shown; hitLength about how long
// each is, in bytes.
const (
	maxHits   = 3
	hitLength = 240
)

// mark fills in what the terms match in each report.
func (db *DB) mark(ctx context.Context, cards []Card, t terms) error {
	if len(t.want) == 0 || len(cards) == 0 {
		return nil
	}
	match := strings.Join(t.want, " OR ")
	st, err := db.read.statement(ctx, `
		SELECT highlight(catalog, 0, char(57584), char(57585)), highlight(catalog, 1, char(57584), char(57585)), highlight(catalog, 2, char(57584), char(57585)),
			highlight(catalog, 3, char(57584), char(57585)), highlight(catalog, 4, char(57584), char(57585))
		FROM catalog WHERE catalog MATCH ? AND rowid = ?`)
	if err != nil {
		return err
	}
	for i := range cards {
		var question, answer, findings, claims, quotes string
		if err := st.QueryRowContext(ctx, match, cards[i].n).Scan(&question, &answer, &findings, &claims, &quotes); err != nil {
			return err
		}
		if strings.ContainsRune(question, hitBegin) {
			cards[i].Title = parts(question)
		}
		cards[i].fill(answer, strings.Split(findings, sep), strings.Split(claims, sep), strings.Split(quotes, sep))
	}
	return nil
}

// fill takes the hits from marked texts.
func (c *Card) fill(answer string, findings, claims, quotes []string) {
	c.hit("answer", answer)
	for _, f := range findings {
		c.hit("finding", f)
	}
	for i, claim := range claims {
		quote := ""
		if i < len(quotes) {
			quote = quotes[i]
		}
		if strings.ContainsRune(claim, hitBegin) || strings.ContainsRune(quote, hitBegin) {
			c.Matches++
		}
		c.hit("claim", claim)
		c.hit("quote", quote)
	}
}

// hit adds a marked text if it holds a match that is worth showing.
func (c *Card) hit(where, marked string) {
	if len(c.Hits) >= maxHits || !strings.ContainsRune(marked, hitBegin) {
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
	marked = together(marked)
	first := strings.IndexRune(marked, hitBegin)
	var out []Part
	if from := wordBefore(marked, first-hitLength/3); from > 0 {
		out = append(out, Part{Text: "… "})
		marked = marked[from:]
	}
	room := hitLength
	for marked != "" && room > 0 {
		text, rest, hit := strings.Cut(marked, string(hitBegin))
		if len(text) > room {
			text, rest, hit = strings.TrimRight(text[:wordBefore(text, room)], " ")+" …", "", false
		}
		if text != "" {
			out = append(out, Part{Text: text})
		}
		if !hit {
			break
		}
		word, after, _ := strings.Cut(rest, string(hitEnd))
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

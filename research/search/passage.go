package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

// Sizes of passages in bytes. A passage is closed once it has passageSize; what
// is left over under its headings joins it if that is less than passageRest.
// Longer sentences than passageMax are cut at a space.
const (
	passageSize = 300
	passageRest = 100
	passageMax  = 600
)

// A passage is a run of whole sentences of a page's text, long enough to be
// understood and short enough to be shown as a search result.
type passage struct {
	start, end int    // text[start:end]
	under      string // the headings it stands under
	exact      bool   // it is code or a table
	first      bool   // a heading comes before it
}

// passages divides a document into passages. None crosses a heading.
func passages(d document) []passage {
	var out []passage
	first := true
	pos := 0
	for _, b := range d.blocks {
		start := pos
		pos += len(b.text) + len("\n\n")
		if b.head {
			first = true
			continue
		}
		for _, s := range sentences(b.text) {
			p := passage{start + s[0], start + s[1], b.under, b.exact, first}
			if last := len(out) - 1; last >= 0 && out[last].takes(p) {
				out[last].end = p.end
			} else {
				out = append(joinRest(out), p)
			}
			first = false
		}
	}
	return joinRest(out)
}

// takes reports whether p should grow by what follows it.
func (p passage) takes(next passage) bool {
	return p.joins(next) && p.end-p.start < passageSize && next.end-p.start <= passageMax
}

// joins reports whether p and what follows it may be one passage.
func (p passage) joins(next passage) bool {
	return !next.first && p.under == next.under && p.exact == next.exact
}

// joinRest makes the last passage part of the one before if it is a small rest of it.
func joinRest(all []passage) []passage {
	n := len(all)
	if n < 2 || all[n-1].end-all[n-1].start >= passageRest || !all[n-2].joins(all[n-1]) {
		return all
	}
	all[n-2].end = all[n-1].end
	return all[:n-1]
}

// sentences returns the bounds of the sentences of a block of text. Pieces of
// more than passageMax bytes are cut at a space.
func sentences(text string) [][2]int {
	var out [][2]int
	start := 0
	add := func(end int) {
		for end-start > passageMax {
			cut := start + CutBefore(text[start:end], passageMax)
			out = append(out, [2]int{start, cut})
			start = cut + len(text[cut:end]) - len(strings.TrimLeft(text[cut:end], " \n\t"))
		}
		if strings.TrimSpace(text[start:end]) != "" {
			out = append(out, [2]int{start, end})
		}
	}
	for i, r := range text {
		if !strings.ContainsRune(".!?。!?", r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], `"')]”’»`))
		next := strings.TrimLeft(text[end:], " \n\t")
		if end <= start || next == "" || !endsSentence(text[start:i], r, text[end:], next) {
			continue
		}
		add(end)
		start = len(text) - len(next)
	}
	add(len(text))
	return out
}

// endsSentence reports whether a stop ends a sentence: a space and something
// that can begin one must follow, and no abbreviation come before.
func endsSentence(before string, stop rune, after, next string) bool {
	if stop > unicode.MaxASCII {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	if len(after) == len(next) || unicode.IsLower(r) || unicode.IsPunct(r) && !strings.ContainsRune(`"'([“‘«-`, r) {
		return false
	}
	word := before[strings.LastIndexAny(before, " \n\t(")+1:]
	return stop != '.' || !abbreviations[strings.ToLower(word)]
}

var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "etc": true, "cf": true, "vs": true, "dr": true, "mr": true, "mrs": true, "ms": true,
	"prof": true, "st": true, "no": true, "fig": true, "sec": true, "vol": true, "pp": true, "ca": true, "al": true,
}

// CutBefore returns where to cut s so that at most n bytes come before: at the
// last space there, or else between two characters.
func CutBefore(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	if i := strings.LastIndexAny(s[:n], " \n\t"); i > 0 {
		return i
	}
	return len(text.Head(s, n))
}

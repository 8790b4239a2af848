package research

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pieceSize is the most bytes of one passage; longer paragraphs are cut at a
// sentence's end.
const pieceSize = 1200

// Passages returns the parts of text that bear on about, in order, at most max
// bytes in all; short texts are returned whole. A part is a paragraph or a
// piece of a long one. Parts are ranked by the rarity of the words they share
// with about (tf-idf with sublinear tf, over the text's own parts), so a model
// is not paid to read what cannot matter.
func Passages(text, about string, max int) []string {
	parts := pieces(text)
	total := 0
	for _, p := range parts {
		total += len(p)
	}
	if total <= max {
		return parts
	}
	scores := rank(parts, about)
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var keep []int
	for _, i := range order {
		if len(parts[i]) <= max {
			keep = append(keep, i)
			max -= len(parts[i])
		}
	}
	slices.Sort(keep)
	out := make([]string, len(keep))
	for i, k := range keep {
		out[i] = parts[k]
	}
	return out
}

// Excerpt returns the one part of text that bears most on about, cut to about
// size bytes, and its score; a score of 0 means that nothing bears on it.
func Excerpt(text, about string, size int) (string, float64) {
	parts := pieces(text)
	if len(parts) == 0 {
		return "", 0
	}
	scores := rank(parts, about)
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	head, _ := cutAt(parts[best], size)
	return head, scores[best]
}

// pieces splits a text into paragraphs and long paragraphs at sentence ends.
func pieces(text string) []string {
	var out []string
	for p := range strings.SplitSeq(text, "\n\n") {
		for p = strings.TrimSpace(p); p != ""; {
			var head string
			head, p = cutAt(p, pieceSize)
			out = append(out, head)
		}
	}
	return out
}

// cutAt cuts s after the last sentence that ends within size bytes, or, if
// none does, after the last word or at worst character.
func cutAt(s string, size int) (head, tail string) {
	if len(s) <= size {
		return s, ""
	}
	for !utf8.RuneStart(s[size]) {
		size--
	}
	at := size
	if i := strings.LastIndexAny(s[:size], ".!?\n"); i > size/3 {
		at = i + 1
	} else if i := strings.LastIndexByte(s[:size], ' '); i > size/3 {
		at = i
	}
	return strings.TrimSpace(s[:at]), strings.TrimSpace(s[at:])
}

// rank scores each part by the words it shares with about.
func rank(parts []string, about string) []float64 {
	want := make(map[string]bool)
	for _, t := range terms(about) {
		want[t] = true
	}
	counts := make([]map[string]int, len(parts))
	seenIn := make(map[string]int)
	for i, p := range parts {
		counts[i] = make(map[string]int)
		for _, t := range terms(p) {
			if want[t] {
				counts[i][t]++
			}
		}
		for t := range counts[i] {
			seenIn[t]++
		}
	}
	scores := make([]float64, len(parts))
	for i, c := range counts {
		for _, t := range slices.Sorted(maps.Keys(c)) { // in order, so that sums are the same every time
			scores[i] += (1 + math.Log(float64(c[t]))) * math.Log(1+float64(len(parts))/float64(seenIn[t]))
		}
	}
	return scores
}

// terms returns the words of s that carry meaning, lower-cased and cut to six
// letters, which stands in for stemming.
func terms(s string) []string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	out := words[:0]
	for _, w := range words {
		if stop[w] || utf8.RuneCountInString(w) < 2 {
			continue
		}
		if r := []rune(w); len(r) > 6 {
			w = string(r[:6])
		}
		out = append(out, w)
	}
	return out
}

var stop = func() map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(`a an and are as at be been but by can could did do does for from had has have how if in into is it its
		may might more most no not of on one only or other our should so some such than that the their them then there these they this
		those to was we were what when where which who why will with would you your`) {
		m[w] = true
	}
	return m
}()

package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// pieceSize is the most bytes of one passage; longer paragraphs are cut at a
// sentence's end.
const pieceSize = 1200

// Parts are the paragraphs of a text, and the pieces of long ones, prepared so
// that those which bear on something are found without reading the text again.
type Parts struct {
	parts []string
	where map[string][]count // by term: the parts that it stands in, in order
}

// A count is how often a term stands in a part.
type count struct{ part, times int32 }

// Cut prepares a text.
func Cut(text string) *Parts {
	p := &Parts{parts: pieces(text), where: make(map[string][]count)}
	for i, part := range p.parts {
		for _, t := range terms(part) {
			at := p.where[t]
			if last := len(at) - 1; last >= 0 && int(at[last].part) == i {
				at[last].times++
			} else {
				p.where[t] = append(at, count{int32(i), 1})
			}
		}
	}
	return p
}

// Passages returns the parts that bear on about, in order, at most max bytes in
// all; short texts are returned whole. Parts are ranked by the rarity of the
// words they share with about (tf-idf with sublinear tf, over the text's own
// parts), so a model is not paid to read what cannot matter.
func (p *Parts) Passages(about string, max int) []string {
	total := 0
	for _, part := range p.parts {
		total += len(part)
	}
	if total <= max {
		return p.parts
	}
	scores := p.rank(about)
	order := make([]int, len(p.parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var keep []int
	for _, i := range order {
		if len(p.parts[i]) <= max {
			keep = append(keep, i)
			max -= len(p.parts[i])
		}
	}
	slices.Sort(keep)
	out := make([]string, len(keep))
	for i, k := range keep {
		out[i] = p.parts[k]
	}
	return out
}

// Excerpt returns the one part that bears most on about, cut to about size
// bytes, and its score; a score of 0 means that nothing bears on it.
func (p *Parts) Excerpt(about string, size int) (string, float64) {
	if len(p.parts) == 0 {
		return "", 0
	}
	scores := p.rank(about)
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	head, _ := cutAt(p.parts[best], size)
	return head, scores[best]
}

// rank scores each part by the words it shares with about.
func (p *Parts) rank(about string) []float64 {
	want := terms(about)
	slices.Sort(want) // so that sums are the same every time
	scores := make([]float64, len(p.parts))
	for _, t := range slices.Compact(want) {
		rarity := math.Log(1 + float64(len(p.parts))/float64(len(p.where[t])))
		for _, c := range p.where[t] {
			scores[c.part] += (1 + math.Log(float64(c.times))) * rarity
		}
	}
	return scores
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

// terms returns the words of s that carry meaning, cut to six letters, which
// stands in for stemming. A single letter carries none, a Chinese character does.
func terms(s string) []string {
	words := Words(s)
	out := words[:0]
	for _, w := range words {
		if !short(w) && !Stop(w) {
			out = append(out, stem(w))
		}
	}
	return out
}

// short reports whether w is a single letter or digit, of any script but those
// whose characters are words.
func short(w string) bool {
	if len(w) == 1 || len(w) > utf8.UTFMax {
		return len(w) == 1
	}
	first, size := utf8.DecodeRuneInString(w)
	return size == len(w) && first < firstEastern
}

// stem returns the first six letters of w.
func stem(w string) string {
	n := 0
	for i := range w {
		if n == 6 {
			return w[:i]
		}
		n++
	}
	return w
}

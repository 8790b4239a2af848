package reader

import (
	"math"
	"strings"
)

// A quantity is a number of a sentence with what it counts or measures.
type quantity struct {
	low, high float64 // equal unless it is a range or a bound ("more than 30")
	unit      string  // term of the noun after it; "year" for a calendar year; "" if none was found
	of        string  // term of what it is a part of: "brain" of "ten percent of the brain"
	about     bool    // it is an approximation
}

// quantities returns the quantities among tokens.
func quantities(tokens []token) []quantity {
	var out []quantity
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if share, ok := shares[t.word]; ok && t.kind == word && i+1 < len(tokens) && wholes[tokens[i+1].word] {
			out = append(out, quantity{low: share, high: share, unit: "percent", of: wholeAfter(tokens, i), about: true})
			continue
		}
		if t.kind != number {
			continue
		}
		q := quantity{low: t.value, high: t.value}
		q.low, i = scaled(tokens, i)
		q.high = q.low
		if j, ok := rangeTo(tokens, i); ok {
			q.high, i = scaled(tokens, j)
		}
		q.bound(tokens, i)
		q.unit = unitAfter(tokens, i)
		q.of = wholeAfter(tokens, i)
		if q.unit == "" && q.low == q.high && isYear(q.low) {
			q.unit = "year"
		}
		out = append(out, q)
	}
	return out
}

// scaled returns the number at i times the scale words after it, and the index
// of its last token.
func scaled(tokens []token, i int) (float64, int) {
	v := tokens[i].value
	for i+1 < len(tokens) {
		s, ok := scales[tokens[i+1].word]
		if !ok {
			break
		}
		v *= s
		i++
	}
	return v, i
}

// rangeTo returns the index of the second number of "4-9", "4 to 9" or "between 4 and 9".
func rangeTo(tokens []token, i int) (int, bool) {
	if i+2 >= len(tokens) || tokens[i+2].kind != number {
		return 0, false
	}
	switch tokens[i+1].word {
	case "-", "–", "to", "or":
		return i + 2, true
	case "and":
		return i + 2, i > 0 && tokens[i-1].word == "between"
	}
	return 0, false
}

// bound opens a quantity that words before it bound on one side only, and
// marks approximations.
func (q *quantity) bound(tokens []token, i int) {
	for j := max(0, i-4); j < i; j++ {
		w := tokens[j].word
		next := tokens[min(j+1, len(tokens)-1)].word
		switch {
		case w == "about" || w == "around" || w == "roughly" || w == "approximately" || w == "nearly" || w == "almost" || w == "~":
			q.about = true
		case (w == "more" || w == "greater" || w == "longer") && next == "than", w == "over", w == "exceeds", w == "at" && next == "least":
			q.high = math.Inf(1)
		case (w == "less" || w == "fewer") && next == "than", w == "under", w == "up" && next == "to", w == "at" && next == "most":
			q.low = math.Inf(-1)
		}
	}
}

// unitAfter returns the term of what the number at i counts: the first noun-like
// word after it, past one adjective.
func unitAfter(tokens []token, i int) string {
	for j := i + 1; j < len(tokens) && j <= i+3; j++ {
		t := tokens[j]
		if t.word == "-" {
			continue
		}
		if t.word == "of" && j == i+1 {
			continue
		}
		if t.kind != word || t.term == "" {
			return ""
		}
		if units[t.term] || j == i+3 || j+1 >= len(tokens) || tokens[j+1].kind != word || tokens[j+1].term == "" {
			return t.term
		}
		if strings.HasSuffix(t.word, "s") && !strings.HasSuffix(t.word, "ss") {
			return t.term
		}
	}
	return ""
}

// wholeAfter returns the term of what the quantity at i is a part of, or "".
func wholeAfter(tokens []token, i int) string {
	for j := i + 1; j < len(tokens) && j <= i+2; j++ {
		if tokens[j].word != "of" {
			continue
		}
		for _, t := range tokens[j+1 : min(j+4, len(tokens))] {
			if t.term != "" {
				return t.term
			}
		}
	}
	return ""
}

func isYear(v float64) bool { return v >= 1000 && v <= 2100 && v == math.Trunc(v) }

// agrees reports whether two quantities of the same unit can both be right:
// ranges that meet, with a tolerance of 2% (10% for approximations; none for years).
func (q quantity) agrees(p quantity) bool {
	tolerance := 0.02
	switch {
	case q.unit == "year":
		tolerance = 0
	case q.about || p.about:
		tolerance = 0.1
	}
	slack := tolerance * math.Max(magnitude(q), magnitude(p))
	return q.low <= p.high+slack && p.low <= q.high+slack
}

func magnitude(q quantity) float64 {
	if math.IsInf(q.high, 1) {
		return math.Abs(q.low)
	}
	return math.Abs(q.high)
}

// numbersDiffer returns a quantity of a and the one of b that contradicts it:
// both give numbers for one unit and no pair of them agrees.
func numbersDiffer(a, b []quantity) (quantity, quantity, bool) {
	for _, q := range a {
		if q.unit == "" {
			continue
		}
		var other *quantity
		for _, p := range b {
			if p.unit != q.unit || p.of != q.of && p.of != "" && q.of != "" {
				continue
			}
			if q.agrees(p) {
				other = nil
				break
			}
			other = &p
		}
		if other != nil {
			return q, *other, true
		}
	}
	return quantity{}, quantity{}, false
}

var numberWords = map[string]float64{
	"zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
	"eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9,
}

var scales = map[string]float64{"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12}

// Words for a share of a whole, in percent. They only meet quantities in percent.
var shares = map[string]float64{"half": 50, "all": 100, "entire": 100, "whole": 100, "every": 100}

// Words that show that a share is one of a whole.
var wholes = set(`of the their its our your his her part region area brain body`)

// Terms that are units by themselves, whatever follows.
var units = index(stems(`percent second minute hour day week month year century decade kilometer meter mile foot inch centimeter
	millimeter gram kilogram pound ton liter gallon degree dollar euro volt watt joule pixel byte kilobyte megabyte gigabyte
	planet moon story floor time`))

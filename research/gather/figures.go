package gather

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/research/text"
)

// A claim must not bring numbers that its page does not give. Whether a number
// stands there can be told only where it is written in digits, so this looks
// for what is certainly absent, and lets pass what may be there in other words:
//
//   - it compares significant digits: "1.5 million" is 1,500,000 and 1.500.000;
//     a page's 12.57 bears out 12.5 and 12.6;
//   - numbers with one significant digit (7, 30, 2000) may be spelled out or
//     rounded, and numbers that touch letters (COVID-19, 5G, 21st) may be names;
//   - so may numbers of two digits that an English page spells out, and any of
//     them on a page in another language;
//   - a year may follow from the page's date and "two years ago", or be short
//     for one ("1990-94");
//   - a difference, sum or share may be worked out from the quote;
//   - a measure may be converted, if the page does not use its unit.
//
// Title, address and date of the page, and the question, count as the page's text.

// missing returns a number of a claim that stands nowhere in its page, as the
// claim writes it, or "".
func missing(c taking, question string) string {
	var page given
	for _, at := range text.NumberSpans(c.Text) {
		n := c.Text[at.Start:at.End]
		if len(significant(n)) < 2 || named(c.Text, at) || strings.Contains(c.page.Page.Text, n) {
			continue
		}
		if page.text == "" {
			page = givenBy(c.page, question)
		}
		if !page.gives(n) && !page.implies(n, c.Text[at.End:]) && !derived(n, c.Quote) {
			return n
		}
	}
	return ""
}

// A given is what a page gives in numbers.
type given struct {
	text   string   // in lower case, with what stands around it
	digits []string // significant digits of its numbers, sorted
}

func givenBy(p *Page, question string) given {
	h := p.Head()
	all := strings.ToLower(strings.Join([]string{p.Page.Text, h.Title, p.Hit.Title, h.URL, h.FinalURL, h.Published, question}, "\n"))
	return given{all, digitsIn(all)}
}

// digitsIn returns the significant digits of the numbers of a text, and of each
// of the parts between their marks, sorted.
func digitsIn(s string) []string {
	var out []string
	for _, n := range text.Numbers(s) {
		out = append(out, n.Significant())
		for _, part := range n.Parts() {
			out = append(out, significant(part))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// significant returns the significant digits of a number.
func significant(n string) string { return text.Number(n).Significant() }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// gives reports whether the page has a number, as it is or with more digits. A
// number that may be several, such as 12.03.2020, may be given in parts.
func (g given) gives(n string) bool {
	if g.has(significant(n)) {
		return true
	}
	return text.Number(n).Several() && !slices.ContainsFunc(text.Number(n).Parts(), func(part string) bool { return !g.has(significant(part)) })
}

func (g given) has(digits string) bool {
	if len(digits) < 2 {
		return true
	}
	i, found := slices.BinarySearch(g.digits, digits)
	if found || i < len(g.digits) && strings.HasPrefix(g.digits[i], digits) {
		return true
	}
	return slices.ContainsFunc(g.digits, func(d string) bool { return len(d) > len(digits) && rounded(d, len(digits)) == digits })
}

// rounded returns the first size digits of d, rounded, without zeros at the end.
func rounded(d string, size int) string {
	n, err := strconv.Atoi(d[:size])
	if err != nil {
		return ""
	}
	if d[size] >= '5' {
		n++
	}
	return significant(strconv.Itoa(n))
}

// implies reports whether the page may give a number that it does not have in
// digits; rest is what follows the number in the claim.
func (g given) implies(n, rest string) bool {
	two := len(significant(n)) == 2
	switch {
	case otherDigits(g.text):
		return true
	case year.MatchString(n) && (relative.MatchString(g.text) || slices.Contains(g.digits, significant(n[2:]))):
		return true
	case two && (g.spells(significant(n)) || !strings.Contains(g.text, " the ")):
		return true
	}
	unit := unitWord.FindString(strings.ToLower(rest))
	return unit != "" && !strings.Contains(g.text, strings.TrimLeft(unit, " -"))
}

var (
	year     = regexp.MustCompile(`^(?:1[5-9]|20)\d\d$`)
	relative = regexp.MustCompile(`\b(?:ago|yesterday|today|(?:last|this|next|past|previous) (?:year|month|week|spring|summer|autumn|fall|winter|decade|century))\b`)

	// unitWord matches a unit after a number that a claim may have converted to.
	unitWord = regexp.MustCompile(`^[ -]?(?:(?:square|cubic) )?(?:kilomet\pL+|met(?:er|re)s?|centimet\pL+|millimet\pL+|miles?|feet|foot|ft|inch\pL*|yards?|km|cm|mm|` +
		`kilogram\pL*|grams?|kg|pounds?|lbs?|ounces?|tons?|tonnes?|lit(?:er|re)s?|gallons?|pints?|acres?|hectares?|degrees|°[cf]?|celsius|fahrenheit|kelvin|` +
		`hours?|minutes?|seconds?|days?|weeks?|months?|decades?|calories|kilojoules?|joules?|mph|knots|dollars?|euros?|yen|yuan)`)
)

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// spells reports whether the page may have a number of two significant digits
// in English words: twelve, twelve hundred, one hundred and twenty, a dozen; two
// and a half, a third.
func (g given) spells(digits string) bool {
	first, second := int(digits[0]-'0'), int(digits[1]-'0')
	words := []string{ones[first] + " hundred", tens[first] + "-" + ones[second], tens[first] + " " + ones[second]}
	if first == 1 {
		words = append(words, ones[10+second], "a hundred and")
	}
	if second == 5 {
		words = append(words, "half", "quarter", "½", "¼", "¾")
	}
	words = append(words, "dozen", "third", "⅓", "⅔")
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(g.text, w) })
}

// derived reports whether a number follows from two numbers of a quote: as their
// difference, sum or share, or the change from one to the other in percent.
func derived(n, quote string) bool {
	want, ok := text.Number(n).Value()
	if !ok || year.MatchString(n) {
		return false
	}
	var known []float64
	for _, f := range text.Numbers(quote) {
		if v, ok := f.Value(); ok {
			known = append(known, v)
		}
	}
	same := func(v float64) bool { return math.Abs(v-want) < 0.01 }
	near := func(v float64) bool { return math.Abs(v-want) <= max(0.5, 0.01*want) }
	for i, a := range known {
		for j, b := range known {
			if i != j && (same(a+b) || same(a-b) || b != 0 && (near(100*a/b) || near(100*math.Abs(a-b)/b) || near(a/b))) {
				return true
			}
		}
	}
	return slices.ContainsFunc(known, func(v float64) bool { return same(100 - v) })
}

// named reports whether a number of a claim touches letters, and so may be part
// of a name, or is a time of day.
func named(claim string, at text.Span) bool {
	last, size := utf8.DecodeLastRuneInString(claim[:at.Start])
	before, _ := utf8.DecodeLastRuneInString(claim[:at.Start-size])
	next, size := utf8.DecodeRuneInString(claim[at.End:])
	after, _ := utf8.DecodeRuneInString(claim[at.End+size:])
	return unicode.IsLetter(last) || unicode.IsLetter(next) ||
		strings.ContainsRune("-‑/#_.", last) && unicode.IsLetter(before) || strings.ContainsRune("-‑_", next) && unicode.IsLetter(after) ||
		last == ':' && isDigit(before) || next == ':' && isDigit(after)
}

// otherDigits reports whether a text has digits that are not ASCII, or Chinese
// numerals: its numbers cannot be told by their digits.
func otherDigits(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return r > unicode.MaxASCII && (unicode.Is(unicode.Nd, r) || strings.ContainsRune("〇一二三四五六七八九十百千万萬億亿", r))
	})
}

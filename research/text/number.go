package text

import (
	"regexp"
	"strconv"
	"strings"
)

// A Number is a number as a text writes it in digits, with the marks between
// them: 1,200 and 1.5, but also 12.03.2020.
type Number string

// number matches digits, with single marks or spaces between them.
var number = regexp.MustCompile(`\d+(?:[.,’'\x{a0}\x{2009}\x{202f}]\d+| \d{3}\b)*`)

// Numbers returns the numbers of s, in order.
func Numbers(s string) []Number {
	var out []Number
	for _, n := range number.FindAllString(s, -1) {
		out = append(out, Number(n))
	}
	return out
}

// NumberSpans returns where in s its numbers stand.
func NumberSpans(s string) []Span {
	var out []Span
	for _, at := range number.FindAllStringIndex(s, -1) {
		out = append(out, Span{at[0], at[1]})
	}
	return out
}

// Parts returns the digits between the marks.
func (n Number) Parts() []string {
	return strings.FieldsFunc(string(n), func(r rune) bool { return r < '0' || r > '9' })
}

// Digits returns the digits without the marks, which differ by language.
func (n Number) Digits() string { return strings.Join(n.Parts(), "") }

// Significant returns the digits without the marks and without zeros at either
// end: "15" of "1.5 million" as of "1,500,000".
func (n Number) Significant() string { return strings.Trim(n.Digits(), "0") }

// wellFormed matches a number that is one, with thousands apart or not.
var wellFormed = regexp.MustCompile(`^(?:\d+|\d{1,3}(?:[., ’'\x{a0}\x{2009}\x{202f}]\d{3})+)(?:[.,]\d+)?$`)

// Several reports whether what stands there may be several numbers: a date, a
// version, "2019 120".
func (n Number) Several() bool {
	return !wellFormed.MatchString(string(n)) || strings.Contains(string(n), " ")
}

// Value reads a number whose marks are thousands or a decimal point.
func (n Number) Value() (float64, bool) {
	parts := n.Parts()
	whole := strings.Join(parts, "")
	if last := parts[len(parts)-1]; len(parts) > 1 && len(last) != 3 {
		whole = strings.TrimSuffix(whole, last) + "." + last
	}
	v, err := strconv.ParseFloat(whole, 64)
	return v, err == nil
}

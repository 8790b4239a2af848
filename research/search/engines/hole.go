package engines

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// hole matches a hole in a text: its name and perhaps a filter.
var hole = regexp.MustCompile(`\{([a-z]+)(?:\|([a-z]+))?\}`)

// holeNames are the holes there are; see [Entry].
var holeNames = []string{"q", "n", "after", "before", "since", "until", "lang", "domains", "exclude", "key", "mail", "base"}

// queryFilters turn a value into what may stand in another language: a quote
// in a question must not end a string there.
var queryFilters = map[string]func(string) string{
	"cql":     strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace,
	"lucene":  func(s string) string { return luceneSpecial.ReplaceAllString(s, `\$0`) },
	"compact": func(s string) string { return strings.ReplaceAll(s, "-", "") },
	"range":   func(s string) string { return timeRange(s, time.Now()) },
}

var luceneSpecial = regexp.MustCompile(`[-+&|!(){}\[\]^"~*?:\\/]`)

// timeRange returns the smallest of day, month and year that goes back to a
// date, or "" if none does.
func timeRange(after string, now time.Time) string {
	t, err := time.Parse(time.DateOnly, after)
	if err != nil {
		return ""
	}
	switch days := now.Sub(t).Hours() / 24; {
	case days <= 1:
		return "day"
	case days <= 30:
		return "month"
	case days <= 365:
		return "year"
	}
	return ""
}

// checkHoles refuses a text with a hole or filter that there is not.
func checkHoles(at, text string) error {
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(holeNames, m[1]) {
			return fmt.Errorf("%s: there is no hole {%s}; there are %s", at, m[1], strings.Join(holeNames, ", "))
		}
		if m[2] != "" && queryFilters[m[2]] == nil {
			return fmt.Errorf("%s: there is no filter %q; there are %s", at, m[2], strings.Join(slices.Sorted(maps.Keys(queryFilters)), ", "))
		}
	}
	if strings.ContainsAny(hole.ReplaceAllString(text, ""), "{}") {
		return fmt.Errorf("%s: %q has a brace that is no hole's", at, text)
	}
	return nil
}

// holds reports whether a text has the hole.
func holds(text, name string) bool {
	return slices.ContainsFunc(hole.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[1] == name })
}

// values are what goes into holes: strings, numbers and lists of strings.
type values map[string]any

// fill returns the text with its holes filled, each value escaped for where it
// stands. ok is false if one is empty.
func (v values) fill(text string, escape func(string) string) (filled string, ok bool) {
	ok = true
	filled = hole.ReplaceAllStringFunc(text, func(h string) string {
		m := hole.FindStringSubmatch(h)
		s := ""
		switch value := v[m[1]].(type) {
		case string:
			s = value
		case int:
			s = fmt.Sprint(value)
		case []string:
			s = strings.Join(value, ",")
		}
		if filter := queryFilters[m[2]]; filter != nil {
			s = filter(s)
		}
		ok = ok && s != ""
		if m[1] == "base" {
			return s
		}
		return escape(s)
	})
	return filled, ok
}

func asIs(s string) string { return s }

// body returns a value of a JSON body with its holes filled; nil if that leaves
// nothing. What is but one hole keeps its type: {n} is a number, {domains} a list.
func (v values) body(of any) any {
	switch of := of.(type) {
	case string:
		if m := hole.FindStringSubmatch(of); m != nil && m[0] == of && m[2] == "" {
			switch value := v[m[1]].(type) {
			case int:
				return value
			case []string:
				if len(value) > 0 {
					return value
				}
				return nil
			}
		}
		if s, ok := v.fill(of, asIs); ok {
			return s
		}
		return nil
	case map[string]any:
		out := make(map[string]any)
		for name, w := range of {
			if w = v.body(w); w != nil {
				out[name] = w
			}
		}
		if len(out) == 0 && len(of) > 0 {
			return nil
		}
		return out
	case []any:
		out := []any{}
		for _, w := range of {
			if w = v.body(w); w != nil {
				out = append(out, w)
			}
		}
		return out
	}
	return of
}

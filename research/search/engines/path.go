package engines

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// at returns what a path such as "a.b.0.c" leads to, nil if to nothing. The
// empty path leads to v itself.
func at(v any, path string) any {
	for path != "" {
		var step string
		step, path, _ = strings.Cut(path, ".")
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// inner matches a path in a template.
var inner = regexp.MustCompile(`\{([^{}]+)\}`)

// read returns the text that an expression of [HitPaths] finds in a hit.
func read(expr string, hit any) string {
	for alternative := range strings.SplitSeq(expr, "||") {
		if s := readOne(strings.TrimSpace(alternative), hit); s != "" {
			return s
		}
	}
	return ""
}

func readOne(expr string, hit any) string {
	if expr == "" {
		return ""
	}
	if strings.Contains(expr, "{") {
		whole := true
		s := inner.ReplaceAllStringFunc(expr, func(path string) string {
			v := asText(at(hit, strings.Trim(path, "{}")))
			whole = whole && v != ""
			return v
		})
		if !whole {
			return ""
		}
		return s
	}
	path, filter, _ := strings.Cut(expr, "|")
	v := at(hit, path)
	if f := pathFilters[filter]; f != nil {
		return f(v)
	}
	return asText(v)
}

// asText returns a string, number or true as text; anything else is "".
func asText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
	}
	return ""
}

// pathFilters turn what an engine says into what a hit has.
var pathFilters = map[string]func(any) string{
	"inverted": inverted,
	"parts":    parts,
	"unix":     unix,
	"compact":  compact,
	"html":     func(v any) string { return plain(asText(v)) },
	"doi":      func(v any) string { return doi.FindString(asText(v)) },
}

var doi = regexp.MustCompile(`\b10\.[0-9]{4,9}/[^\s"<>]+`)

// inverted returns the text of an index of its words: {"tea": [0, 2], "is": [1]}.
func inverted(v any) string {
	type placed struct {
		at   int64
		word string
	}
	var words []placed
	index, _ := v.(map[string]any)
	for word, places := range index {
		list, _ := places.([]any)
		for _, p := range list {
			if n, ok := p.(json.Number); ok {
				if i, err := n.Int64(); err == nil {
					words = append(words, placed{i, word})
				}
			}
		}
	}
	slices.SortFunc(words, func(a, b placed) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.word, b.word)) })
	var out []string
	for _, w := range words {
		out = append(out, w.word)
	}
	return strings.Join(out, " ")
}

// parts returns a date given as [[2024, 3, 9]], as far as it goes.
func parts(v any) string {
	date, _ := at(v, "0").([]any)
	var out []string
	for i, p := range date[:min(len(date), 3)] {
		n, err := strconv.Atoi(asText(p))
		if err != nil {
			break
		}
		out = append(out, fmt.Sprintf("%0*d", []int{4, 2, 2}[i], n))
	}
	return strings.Join(out, "-")
}

// unix returns the date of a number of seconds since 1970.
func unix(v any) string {
	n, err := strconv.ParseInt(asText(v), 10, 64)
	if err != nil || n <= 0 {
		return ""
	}
	return time.Unix(n, 0).UTC().Format(time.DateOnly)
}

// compact returns the date at the beginning of 20260102T030405Z.
func compact(v any) string {
	s := asText(v)
	if len(s) < 8 {
		return ""
	}
	t, err := time.Parse("20060102", s[:8])
	if err != nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

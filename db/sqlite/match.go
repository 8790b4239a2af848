package sqlite

import (
	"slices"
	"strings"

	"assay/db"
)

// facets returns the words that a report must have for the filters of q.
func facets(q db.Query) []string {
	var words []string
	for _, f := range []struct{ name, value string }{
		{"method", q.Method}, {"confidence", string(q.Confidence)}, {"status", string(q.Status)}, {"topic", q.Topic},
	} {
		if f.value != "" {
			words = append(words, facet(f.name, f.value))
		}
	}
	return words
}

// between returns the range of report numbers that q allows.
func between(q db.Query) (first, last int64) {
	last = 1<<62 - 1
	if !q.After.IsZero() {
		first = q.After.UnixMilli() << 10
	}
	if !q.Before.IsZero() {
		last = q.Before.UnixMilli()<<10 - 1
	}
	return first, last
}

// quoted returns terms as FTS5 strings, so that no text can break out of its place.
func quoted(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = `"` + t + `"`
	}
	return out
}

// match returns the FTS5 expression for reports that have all the terms and the facets.
func match(t db.Terms, facets []string) string {
	expr := strings.Join(slices.Concat(quoted(t.Want), facets), " AND ")
	if len(t.Without) > 0 {
		expr = "(" + expr + ") NOT (" + strings.Join(quoted(t.Without), " OR ") + ")"
	}
	return expr
}

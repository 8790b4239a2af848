package search

import (
	"regexp"
	"slices"
	"strings"
)

// changes matches the titles of pages that list changes, contents or terms.
var changes = regexp.MustCompile(`(?i)^(what['’]s new\b|change ?log\b|news\b|history\b|([a-z]\.\d+\. )?release (notes|\d)|(general )?index\b|contents\b|full table of contents|search\b|glossary\b)`)

// changeWords are words of a query that asks for such a page.
var changeWords = setOf("new", "news", "change", "changed", "changes", "changelog", "release", "releases", "released", "version", "history", "index", "glossary", "added", "removed", "deprecated")

// worth returns what to multiply a page's score with, 0 to 1.
func worth(links float64, title string, words []string) float64 {
	// Nine of ten pages of the PostgreSQL and Python manuals have 15 of 100
	// characters in links or less, their lists of links 57 to 99.
	w := 1 - 0.8*min(1, max(0, (links-0.25)/0.35))
	if changes.MatchString(title) && !slices.ContainsFunc(words, func(s string) bool { return changeWords[strings.ToLower(s)] }) {
		w *= 0.6
	}
	return w
}

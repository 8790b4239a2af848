package engines

import (
	"strings"

	"golang.org/x/net/html"

	"assay/research/port"
	"assay/research/search"
)

// plain returns a title or excerpt of an engine as one line of plain text,
// without the tags and entities that engines put in them.
func plain(s string) string {
	if !strings.ContainsAny(s, "<&") { // there are none
		return search.Fold(search.Clean(s))
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return search.Fold(search.Clean(out.String()))
		case html.TextToken:
			out.Write(z.Text())
		}
	}
}

// hit returns a hit of an engine's with its texts made plain. ok is false if
// its URL is not one of the web.
func hit(engine, url, title, snippet, published string) (h port.Hit, ok bool) {
	return port.Hit{URL: url, Title: plain(title), Snippet: plain(snippet), Engines: []string{engine}, Published: search.Date(published)}, onWeb(url)
}

// onWeb reports whether a URL is one of the web.
func onWeb(url string) bool {
	low := strings.ToLower(url)
	return strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://")
}

// clip cuts a query at a space so that it has at most n bytes.
func clip(query string, n int) string {
	query = search.Fold(search.Clean(query))
	return strings.TrimSpace(query[:search.CutBefore(query, n)])
}

// scoped adds a filter's domains to a query, in the syntax that all large web
// engines share.
func scoped(query string, f port.Filter) string {
	var out strings.Builder
	out.WriteString(query)
	for i, d := range f.Domains {
		if i > 0 {
			out.WriteString(" OR")
		}
		out.WriteString(" site:" + search.Fold(d))
	}
	for _, d := range f.Exclude {
		out.WriteString(" -site:" + search.Fold(d))
	}
	return out.String()
}

// language returns the primary subtag of a BCP 47 tag in lower case, or "".
func language(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	for _, r := range primary {
		if r < 'a' || r > 'z' {
			return ""
		}
	}
	if len(primary) < 2 || len(primary) > 3 {
		return ""
	}
	return primary
}

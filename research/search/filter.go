package search

import (
	"net/url"
	"slices"
	"strings"

	"assay/research/port"
)

// keep reports whether a hit passes a filter's domains and dates. A hit whose
// date is not known passes, for few engines say it; one of which only the year
// or month is known passes if it may lie in the range.
func keep(h port.Hit, f port.Filter) bool {
	if len(f.Domains) > 0 && !slices.ContainsFunc(f.Domains, func(d string) bool { return within(h.URL, d) }) {
		return false
	}
	if slices.ContainsFunc(f.Exclude, func(d string) bool { return within(h.URL, d) }) {
		return false
	}
	p := Date(h.Published)
	if p == "" {
		return true
	}
	return (f.After == "" || p+"-99-99" >= f.After) && (f.Before == "" || p <= f.Before)
}

// within reports whether a URL's host is a domain or stands below it.
func within(rawURL, domain string) bool {
	u, err := url.Parse(rawURL)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	domain = strings.ToLower(strings.Trim(domain, ". "))
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}

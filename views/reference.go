package views

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// A reference is a source as reference managers want it.
type reference struct {
	Key       string // unique in the report; the same in every export of the source
	Title     string
	Author    string
	Site      string
	Published []string // year, month, day, as far as known
	URL       string   // "" if the source's is no address
	Fetched   time.Time
	Note      string
}

// references returns the sources of r by number. The texts are clean lines.
func (r *Report) references() []reference {
	var refs []reference
	taken := make(map[string]int)
	for _, src := range r.Sources {
		ref := reference{
			Key: keyOf(src), Title: cmp.Or(line(src.Title), place(src.URL)), Author: line(src.Author), Site: line(src.Site),
			Published: dateOf(src.Published), Fetched: src.Fetched.UTC(),
			Note: line(fmt.Sprintf("Source %d, %s. Grade: %s. Research: %s", src.N, src.Used.Words(), src.Grade, r.Question)),
		}
		ref.URL, _ = address(src.URL)
		if taken[ref.Key]++; taken[ref.Key] > 1 {
			ref.Key += fmt.Sprintf("-%d", taken[ref.Key])
		}
		refs = append(refs, ref)
	}
	return refs
}

// keyOf returns a citation key that follows from the source's URL and date
// alone: its host, its year, and eight digits of the URL's hash.
func keyOf(src *Source) string {
	host := ""
	if u, err := url.Parse(src.URL); err == nil {
		host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(host))
	year := ""
	if d := dateOf(src.Published); len(d) > 0 {
		year = d[0]
	}
	sum := sha256.Sum256([]byte(src.URL))
	return fmt.Sprintf("%s%s-%x", cmp.Or(host, "source"), year, sum[:4])
}

// dateOf splits a date of the forms YYYY-MM-DD, YYYY-MM and YYYY; of anything
// else nothing is known.
func dateOf(s string) []string {
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if _, err := time.Parse(layout, s); err == nil {
			return strings.Split(s, "-")
		}
	}
	return nil
}

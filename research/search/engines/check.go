package engines

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

var (
	names    = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	variable = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	taken    = []string{"library", "sample", "wikipedia", "none"} // what is not in the table
)

// check returns what is wrong with an entry, which begins with the field.
func (e Entry) check() error {
	switch {
	case !names.MatchString(e.Name) || slices.Contains(taken, e.Name):
		return fmt.Errorf("name: %q is not a name of lower-case letters, digits and hyphens that is free", e.Name)
	case e.Title == "":
		return fmt.Errorf("title: it has none")
	case e.Key != "" && !variable.MatchString(e.KeyVar()):
		return fmt.Errorf("key: %q is not the name of an environment variable", e.Key)
	case slices.ContainsFunc(e.BaseFrom, func(v string) bool { return !variable.MatchString(v) }):
		return fmt.Errorf("base_from: %q are not names of environment variables", e.BaseFrom)
	case len(e.Results) == 0:
		return fmt.Errorf("results: no path to the hits")
	case e.Hit.URL == "" || e.Hit.Title == "":
		return fmt.Errorf("hit: it needs paths for url and title")
	case e.Most < 0 || e.Longest < 0 || e.Words < 0:
		return fmt.Errorf("most, longest, words: a limit is negative")
	}
	if _, err := e.limiter(); err != nil {
		return err
	}
	return cmp.Or(e.checkAddress(), e.checkHoles(), e.checkHit(), e.checkErrors())
}

// checkAddress refuses addresses that cannot be asked, and that a key stands in.
func (e Entry) checkAddress() error {
	if strings.Contains(e.URL, "{base}") && e.Base == "" && len(e.BaseFrom) == 0 {
		return fmt.Errorf("base: it is not set, and base_from names nothing that sets it")
	}
	if e.Base != "" && !address(e.Base) {
		return fmt.Errorf("base: %q is not an address that begins with http:// or https://", e.Base)
	}
	if !address(strings.ReplaceAll(e.URL, "{base}", cmp.Or(e.Base, "http://base.example"))) {
		return fmt.Errorf("url: %q is not an address that begins with http:// or https://", e.URL)
	}
	if holds(e.URL, "key") {
		return fmt.Errorf("url: a key in an address would be logged on its way; send it in header")
	}
	for _, params := range []map[string]string{e.Query, e.Academic} {
		for name, v := range params {
			if holds(v, "key") {
				return fmt.Errorf("query.%s: a key in an address would be logged on its way; send it in header", name)
			}
		}
	}
	return nil
}

// address reports whether s is an absolute HTTP address. Holes may stand in it.
func address(s string) bool {
	u, err := url.Parse(hole.ReplaceAllString(s, "x"))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

// checkHoles refuses holes and filters that there are not.
func (e Entry) checkHoles() error {
	if err := checkHoles("url", e.URL); err != nil {
		return err
	}
	for field, texts := range map[string]map[string]string{"query": e.Query, "when_academic": e.Academic, "header": e.Header} {
		for name, v := range texts {
			if err := checkHoles(field+"."+name, v); err != nil {
				return err
			}
		}
	}
	return checkBody("body", e.Body)
}

func checkBody(at string, v any) error {
	switch v := v.(type) {
	case string:
		return checkHoles(at, v)
	case map[string]any:
		for name, w := range v {
			if err := checkBody(at+"."+name, w); err != nil {
				return err
			}
		}
	case []any:
		for i, w := range v {
			if err := checkBody(fmt.Sprintf("%s.%d", at, i), w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e Entry) checkHit() error {
	h := e.Hit
	for field, expr := range map[string]string{
		"url": h.URL, "title": h.Title, "snippet": h.Snippet, "published": h.Published, "author": h.Author, "doi": h.DOI, "copy": h.Copy, "retracted": h.Retracted,
	} {
		for _, alternative := range strings.Split(expr, "||") {
			_, filter, filtered := strings.Cut(strings.TrimSpace(alternative), "|")
			if filtered && !strings.Contains(alternative, "{") && pathFilters[filter] == nil {
				return fmt.Errorf("hit.%s: there is no filter %q", field, filter)
			}
		}
	}
	return nil
}

func (e Entry) checkErrors() error {
	for i, r := range e.Errors {
		if meanings[r.Means] == "" {
			return fmt.Errorf("errors.%d.means: %q is none of key, credit, busy and setup", i, r.Means)
		}
		if r.Status < 200 || r.Status > 599 || r.Status == 200 && r.Has == "" {
			return fmt.Errorf("errors.%d.status: %d is no status of an error, or tells nothing without has", i, r.Status)
		}
	}
	return nil
}

// limiter returns what paces the requests to the engine, or nil if nothing does.
func (e Entry) limiter() (*rate.Limiter, error) {
	if e.Rate == "" {
		return nil, nil
	}
	var n int
	var unit string
	if _, err := fmt.Sscanf(e.Rate, "%d/%s", &n, &unit); err == nil && unit != "" {
		if unit[0] < '0' || unit[0] > '9' {
			unit = "1" + unit
		}
		if per, err := time.ParseDuration(unit); err == nil && n > 0 && per > 0 {
			return rate.NewLimiter(rate.Every(per/time.Duration(n)), n), nil
		}
	}
	return nil, fmt.Errorf("rate: %q is not a number of requests in a time, such as 10/s or 1/5s", e.Rate)
}

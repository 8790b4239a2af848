package views

import (
	"net/url"
	"strconv"
	"strings"
)

// Paths of this server. IDs are made by the engine, numbers by methods.

func runPath(id string) string             { return "/r/" + url.PathEscape(id) }
func claimPath(id string, n int) string    { return runPath(id) + "/c/" + strconv.Itoa(n) }
func snapshotPath(id string, n int) string { return runPath(id) + "/s/" + strconv.Itoa(n) }

// askPath returns the path of the ask page with a question filled in that
// builds on the run with ID from, if that is not "".
func askPath(question, from string) string {
	v := url.Values{"q": {question}}
	if from != "" {
		v.Set("from", from)
	}
	return "/?" + v.Encode()
}

// outside returns raw as the target of a link that leaves this server. It is
// false for everything that is no address of the web: library pages, and those
// of the sample library, whose hosts have a top-level name that is reserved for
// examples (RFC 2606) and leads nowhere.
func outside(raw string) (string, bool) {
	a, ok := address(raw)
	if !ok {
		return "", false
	}
	u, err := url.Parse(a)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || strings.HasSuffix(strings.ToLower(u.Hostname()), ".example") {
		return "", false
	}
	return a, true
}

// passage returns a link target that makes a browser scroll to what fragment
// (":~:text=...") names in the page at raw, or the top of it if fragment is "".
func passage(raw, fragment string) string {
	a, ok := outside(raw)
	if !ok || fragment == "" {
		return a
	}
	if strings.Contains(a, "#") {
		return a + fragment
	}
	return a + "#" + fragment
}

// hostOf returns where raw is, for people: a host, or a library's name.
func hostOf(raw string) string {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "":
		return line(raw)
	case u.Scheme == "http" || u.Scheme == "https":
		return strings.TrimPrefix(u.Hostname(), "www.")
	}
	return u.Scheme + " " + line(u.Host)
}

// Expressions for Datastar. They hold nothing but constants and a run's ID,
// and are "" if that is not one that the engine makes: then forms are posted
// and pages loaded as without JavaScript.

// watching returns the expression that keeps the region of a run up to date.
func watching(id string) string {
	if !plainID(id) {
		return ""
	}
	return "@get('/r/" + id + "/events',{retry:'always',retryMaxCount:1000000,retryMaxWait:10000})"
}

// posting returns the expression that posts the form it stands on.
func posting(id, action string) string {
	if !plainID(id) {
		return ""
	}
	return "@post('/r/" + id + "/" + action + "',{contentType:'form'})"
}

// plainID reports whether id is made of lower-case letters and digits only.
func plainID(id string) bool {
	return id != "" && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

package fetch

import (
	"net/http"
	"net/url"
	"strings"

	"assay/research/port"
)

const (
	longestURL = 4096
	mostHops   = 5
)

// errAddress is what a user is told of every address that is refused, so that
// refusals do not map the network that the server stands in.
var errAddress = &port.Failure{Class: port.Blocked, Reason: "address not allowed"}

// errHost is the same for names: of hosts that do not exist, that are not
// public, and that are asked on a port which is not the web's.
var errHost = &port.Failure{Class: port.Blocked, Reason: "no public site at this address"}

// parseURL returns raw as a URL that may be asked for: http or https, with a
// host, and without anything that two parsers could read differently
// (backslashes, control bytes, user names, zone ids).
func parseURL(raw string) (*url.URL, error) {
	if len(raw) > longestURL {
		return nil, port.Fail(port.Blocked, "address longer than %d bytes", longestURL)
	}
	if strings.ContainsFunc(raw, ambiguous) {
		return nil, errAddress
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errAddress
	}
	if err := checkURL(u); err != nil {
		return nil, err
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// ambiguous reports whether parsers disagree on what r means in a URL.
func ambiguous(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }

// checkURL refuses what parseURL refuses and parsing does not show.
func checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return port.Fail(port.Blocked, "not a web address")
	case u.User != nil, u.Opaque != "", u.Hostname() == "", strings.ContainsAny(u.Hostname(), "%\\@ "):
		return errAddress
	}
	return nil
}

// checkHop is the CheckRedirect of every client: at most five hops, to
// addresses that could have been asked for directly, and never from https
// to http.
func checkHop(next *http.Request, via []*http.Request) error {
	if len(via) > mostHops {
		return port.Fail(port.Blocked, "more than %d redirects", mostHops)
	}
	if strings.ContainsFunc(next.Response.Header.Get("Location"), ambiguous) {
		return errAddress
	}
	if err := checkURL(next.URL); err != nil {
		return err
	}
	if via[len(via)-1].URL.Scheme == "https" && next.URL.Scheme == "http" {
		return port.Fail(port.Blocked, "redirected from https to http")
	}
	return nil
}

// printable returns raw for an error: without a password, and not too long.
func printable(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "a malformed address"
	}
	s := u.Redacted()
	if len(s) > 200 {
		s = s[:200] + "..."
	}
	return s
}

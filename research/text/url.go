package text

import (
	"net"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Canonical returns the key by which two URLs are told to be the same page. It
// is no URL to fetch.
//
// Of a web address it leaves out the scheme, a leading "www.", the user, the
// default port, the fragment, tracking parameters and slashes at the end of the
// path or doubled in it; the host is in lower case and ASCII (IDNA), dot
// segments are resolved and escapes spelled one way (RFC 3986, 6.2.2). Path and
// the rest of the query stay as they are, in their case and order: they say
// which page it is. Addresses of other schemes keep the scheme.
//
// What is no absolute URL, such as a key, is returned as it is.
func Canonical(rawURL string) string {
	u, web, ok := parseURL(rawURL)
	if !ok {
		return rawURL
	}
	host := strings.ToLower(u.Host)
	if web {
		host = webHost(u)
	}
	key := host + cleanPath(u.EscapedPath())
	if !web {
		key = strings.ToLower(u.Scheme) + "://" + key
	}
	if q := cleanQuery(u.RawQuery); q != "" {
		key += "?" + q
	}
	return key
}

// Site returns who stands behind a URL: the registrable domain of a web address
// ("bbc.co.uk"; on shared hosts the customer's own, "someone.github.io"), else
// the host: an IP address, localhost, the name of a library. In lower case,
// without port; "" for what is no absolute URL. Two URLs of one site are no
// independent sources.
func Site(rawURL string) string {
	u, web, ok := parseURL(rawURL)
	if !ok {
		return ""
	}
	host := hostname(u)
	if !web || net.ParseIP(host) != nil {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// parseURL returns an absolute URL, and whether it is a web address. "//host"
// is one.
func parseURL(raw string) (u *url.URL, web, ok bool) {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.Opaque != "" {
		return nil, false, false
	}
	web = u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https"
	if web {
		return u, true, u.Hostname() != ""
	}
	return u, false, u.Host != "" || strings.HasPrefix(u.Path, "/")
}

// hostname returns u's host in lower case and ASCII, without port and final dot.
func hostname(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

// webHost returns u's host without "www.", with a port that is not the default.
func webHost(u *url.URL) string {
	host, port := hostname(u), u.Port()
	if bare, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(bare, ".") {
		host = bare
	}
	if port == "80" && u.Scheme != "https" || port == "443" && u.Scheme != "http" {
		port = ""
	}
	switch {
	case port != "":
		return net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		return "[" + host + "]"
	}
	return host
}

// cleanPath resolves dot segments and drops needless slashes: "" or "/a/b".
func cleanPath(escaped string) string {
	p := path.Clean("/" + unescapePlain(escapeIllegal(escaped)))
	if p == "/" {
		return ""
	}
	return p
}

// cleanQuery drops tracking parameters, keeping the order of the rest.
func cleanQuery(raw string) string {
	params := strings.Split(raw, "&")
	params = slices.DeleteFunc(params, func(p string) bool {
		name, _, _ := strings.Cut(p, "=")
		return p == "" || tracking.MatchString(unescapePlain(name))
	})
	for i, p := range params {
		params[i] = unescapePlain(strings.ReplaceAll(escapeIllegal(p), "%20", "+"))
	}
	return strings.Join(params, "&")
}

// tracking matches parameters that say where a reader came from, never what
// page it is: of analytics (utm_, Matomo, Adobe, HubSpot), advertising clicks,
// mail campaigns and shares.
var tracking = regexp.MustCompile(`(?i)^(` +
	`(utm|mtm|pk|piwik|matomo|hsa|hmb|_bta)_.*|_ga|_gl|_gac_.*|_openstat|s_cid|wt_mc|` +
	`gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ymclid|twclid|ttclid|li_fat_id|srsltid|wickedid|rb_clickid|irclickid|epik|` +
	`mc_[ce]id|_hs(enc|mi)|__hs(sc|tc|fp)|hsctatracking|mkt_tok|vero_(id|conv)|oly_(anon|enc)_id|ml_subscriber(_hash)?|` +
	`igshid?|ref_(src|url)|fb_(action_ids|action_types|source|ref)|at_(medium|campaign|custom[0-9])` +
	`)$`)

var escapes = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// unescapePlain spells escapes one way: plain letters, digits and -._~ as they
// are, others in upper case.
func unescapePlain(s string) string {
	return escapes.ReplaceAllStringFunc(s, func(e string) string {
		c, _ := url.PathUnescape(e)
		if len(c) == 1 && (c[0] >= '0' && c[0] <= '9' || c[0]|0x20 >= 'a' && c[0]|0x20 <= 'z' || strings.Contains("-._~", c)) {
			return c
		}
		return strings.ToUpper(e)
	})
}

var illegal = regexp.MustCompile("[^!-~]|[\"<>\\\\^`{|}\\[\\]]")

// escapeIllegal escapes what must not stand in a URL.
func escapeIllegal(s string) string {
	return illegal.ReplaceAllStringFunc(s, url.PathEscape)
}

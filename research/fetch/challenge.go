package fetch

import (
	"bytes"
	"strings"
)

// A vendor sells pages that stand between a robot and a page.
type vendor struct {
	name    string
	markers []string // in the source of its challenges, lower case, and not in pages that it lets through
}

var vendors = []vendor{
	{"Cloudflare", []string{"__cf_chl", "_cf_chl_opt", "cf-chl-", "/cdn-cgi/challenge-platform/h/", "attention required! | cloudflare", "cf-error-details"}},
	{"DataDome", []string{"captcha-delivery.com"}},
	{"PerimeterX", []string{"px-captcha", "captcha.px-cdn.net", "captcha.px-cloud.net"}},
	{"Akamai", []string{"errors.edgesuite.net", "sec-if-cpt-container", "sec-bc-tile-container"}},
	{"Imperva", []string{"incapsula incident id", "_incapsula_resource?cwudnsai"}},
	{"AWS WAF", []string{"window.gokuprops", "awswafcookiedomainlist"}},
	{"Sucuri", []string{"sucuri website firewall"}},
	{"DDoS-Guard", []string{"<title>ddos-guard", "/.well-known/ddos-guard/js-challenge"}},
	{"Anubis", []string{`id="anubis_challenge"`, `id="anubis_version"`}},
	{"Google", []string{"our systems have detected unusual traffic"}},
}

// challenge returns the vendor whose challenge a is, or "". It does not tell a
// challenge from a page that quotes one: that takes the page's text.
func challenge(a *answer) string {
	switch {
	case strings.EqualFold(a.header.Get("Cf-Mitigated"), "challenge"):
		return "Cloudflare"
	case a.header.Get("X-Amzn-Waf-Action") != "":
		return "AWS WAF"
	case a.media != typeHTML && a.media != typeXHTML:
		return ""
	}
	source := bytes.ToLower(a.body[:min(len(a.body), 256<<10)])
	for _, v := range vendors {
		for _, m := range v.markers {
			if bytes.Contains(source, []byte(m)) {
				return v.name
			}
		}
	}
	return ""
}

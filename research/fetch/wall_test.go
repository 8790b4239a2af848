package fetch

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"assay/research/port"
)

func markup(title, body string) string {
	return "<!DOCTYPE html><html><head><title>" + title + "</title></head><body>" + body + "</body></html>"
}

func TestWallsAreNamed(t *testing.T) {
	f := newLocal(t)
	teaser := "<article><p>" + prose[:400] + "</p></article>"
	for _, c := range []struct {
		name   string
		status int
		path   string
		header http.Header
		body   string
		want   string
	}{
		{"cloudflare", 403, "", nil, markup("Just a moment...", `<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cvId:'3'}</script>`), "challenge page (Cloudflare)"},
		{"cloudflare, busy", 503, "", nil, markup("Just a moment...", `<form id="challenge-form" action="/x?__cf_chl_f_tk=1"></form>`), "challenge page (Cloudflare)"},
		{"cloudflare by header", 200, "", http.Header{"Cf-Mitigated": {"challenge"}}, markup("x", "<p>"+prose), "challenge page (Cloudflare)"},
		{"cloudflare block", 403, "", nil, markup("Attention Required! | Cloudflare", "<h1>Sorry, you have been blocked</h1>"), "challenge page (Cloudflare)"},
		{"datadome", 403, "", nil, markup("example.com", `<script src="https://ct.captcha-delivery.com/c.js"></script>`), "challenge page (DataDome)"},
		{"perimeterx", 403, "", nil, markup("Access to this page has been denied", `<div id="px-captcha"></div>`), "challenge page (PerimeterX)"},
		{"akamai", 403, "", nil, markup("Access Denied", `<h1>Access Denied</h1>You don't have permission. Reference #18.2d. https://errors.edgesuite.net/18.2d`), "challenge page (Akamai)"},
		{"aws", 202, "", http.Header{"X-Amzn-Waf-Action": {"challenge"}}, markup("", "<script>window.gokuProps = {}</script>"), "challenge page (AWS WAF)"},
		{"unnamed", 200, "", nil, markup("Robot Check", "<p>Enter the characters you see below. Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser accepts cookies.</p>"), "challenge page"},
		{"press and hold", 200, "", nil, markup("example.com", "<p>Before we continue... Press & Hold to confirm you are a human (and not a bot). Reference ID 1234-5678.</p>"), "challenge page"},
		{"soft 404", 200, "", nil, markup("Page Not Found | Example", "<p>"+prose[:300]), "page not found"},
		{"soft 404", 200, "", nil, markup("404 - Example", "<p>"+prose[:300]), "page not found"},
		{"login", 200, "/account/login", nil, markup("Welcome", "<p>"+prose[:200]+"<form><input type=password></form>"), "login required"},
		{"login", 200, "", nil, markup("Sign in - Example", "<p>"+prose[:200]+"<form><input type=Password></form>"), "login required"},
		{"consent", 200, "", nil, markup("Before you continue to Example", "<p>"+prose[:300]), "consent wall"},
		{"paid by schema.org", 200, "", nil, markup("Bridges", `<script type="application/ld+json">[{"@type":"NewsArticle","isAccessibleForFree":"False"}]</script>`+teaser), "paywall"},
		{"paid by its words", 200, "", nil, markup("Bridges", "<article><p>"+prose[:300]+"</p><p>Subscribe to continue reading.</p></article>"), "paywall"},
		{"paid by its words", 200, "", nil, markup("Bridges", "<article><p>"+prose[:300]+"</p><p>This article is only available to subscribers.</p></article>"), "paywall"},
		{"scripts", 200, "", nil, markup("App", `<div id="root"></div><script src="/app.js"></script>`), "needs JavaScript"},
		{"nothing", 200, "", nil, markup("Empty", "<p>Hm.</p>"), "no readable text"},
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			for k, v := range c.header {
				w.Header()[k] = v
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		})
		p, err := f.Fetch(context.Background(), url+c.path)
		got := failure(err)
		if got == nil || got.Reason != c.want || got.Class != port.Blocked {
			t.Errorf("%s: got %v (%q), want %q", c.name, err, p.Text, c.want)
		}
	}
}

// What an ordinary article may talk about, contain or sit behind.
func TestArticlesAreNoWalls(t *testing.T) {
	f := newLocal(t)
	for name, src := range map[string]string{
		"about captchas":    page("How CAPTCHAs verify you are human", "<p>Sites ask you to verify you are human. Checking your browser before letting you in has become common. Captcha solvers, unusual traffic from your network, and access denied pages are a daily sight.</p>"),
		"about paywalls":    page("Why we subscribe", "<p>Readers hit 'Subscribe to continue reading' walls every day; this article is only available to subscribers, they say.</p>"),
		"about 404 pages":   page("404: the story of an error", "<p>Page not found is what servers say.</p>"),
		"with a login box":  page("Sign in the sky", `<form><input type="password"></form>`),
		"with a captcha":    page("Comments welcome", `<form><div class="g-recaptcha"></div><div class="cf-turnstile"></div></form><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
		"quoting a vendor":  page("How bots are kept out", "<pre>window._cf_chl_opt = {}; px-captcha; captcha-delivery.com</pre>"),
		"free in part":      page("Metered", `<script type="application/ld+json">{"isAccessibleForFree":false}</script><p>`+prose+`</p>`),
		"about privacy":     page("Consent is not a checkbox", "<p>We value your privacy, says every cookie banner.</p>"),
		"needing scripts":   page("Why sites say enable JavaScript", "<p>Please enable JavaScript to run this app.</p>"),
		"short but regular": markup("Ferry resumes service", "<article><p>"+prose[:250]+"</p></article><script src='/_Incapsula_Resource?SWJIYLWA=1'></script><form><div class='g-recaptcha'></div></form>"),
		"short, subscribe":  markup("Ferry resumes service", "<article><p>"+prose[:250]+"</p><p>Subscribe to our newsletter to hear more.</p></article>"),
		"titled Not Found":  markup("Not Found in Nature: new elements", "<article><p>"+prose[:250]+"</p></article>"),
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, src) })
		p, err := f.Fetch(context.Background(), url)
		if err != nil || !strings.Contains(p.Text, "The committee met") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

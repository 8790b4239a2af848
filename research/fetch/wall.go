package fetch

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Lengths of text, in characters, below which a page is looked at with
// suspicion. Pages with more are articles, whatever words they use.
const (
	emptyText   = 80
	loginText   = 600
	noticeText  = 1000
	teaserText  = 1500
	scriptsText = 300
)

// refusal says why a, by its status alone, is not a page that could be read.
func refusal(a *answer) string {
	mitigated := a.header.Get("Cf-Mitigated") != "" || a.header.Get("X-Amzn-Waf-Action") != ""
	if a.status < 400 && !mitigated {
		return ""
	}
	if v := challenge(a); v != "" {
		return "challenge page (" + v + ")"
	}
	return fmt.Sprintf("HTTP %d", a.status)
}

var (
	challengeTitle = regexp.MustCompile(`(?i)^\W*(just a moment|attention required|access denied|access to this page has been denied|are you (a )?(human|robot)|robot check|human verification|bot verification|security check|verify(ing)? (that )?you are (a )?human|pardon our interruption|checking your browser|one moment,? please|client challenge|captcha|making sure you.re not a bot|you have been blocked)`)
	challengeText  = regexp.MustCompile(`(?i)(verify(ing)? (that )?you are (a )?human|enable javascript and cookies to continue|checking your browser before|unusual traffic from your (computer )?network|complete the security check|press (&|and) hold to confirm|confirm (that )?you are (a )?human)`)
	missingTitle   = regexp.MustCompile(`(?i)^\W*((error\W*)?404\b|page (not found|cannot be found|no longer exists|does ?n.t exist)|(page|content|article|file) not found|not found\W*$|not found [|–—-])`)
	loginTitle     = regexp.MustCompile(`(?i)^\W*(log ?in|sign ?in|log on|authentication required|please (log|sign) in)\b`)
	loginPath      = regexp.MustCompile(`(?i)/(log-?in|sign-?in|sso|auth)(/|\.|$)`)
	consentTitle   = regexp.MustCompile(`(?i)^\W*(before you continue|we value your privacy|your privacy (choices|settings)|privacy (settings|preferences)|cookie (settings|preferences|consent)|consent\b)`)
	paywallText    = regexp.MustCompile(`(?i)((subscribe|register|sign in|log in|sign up|become a (member|subscriber)) (now )?to (continue|keep) reading|(subscribe|register|sign in|log in|become a (member|subscriber)) to (read|unlock|access) (the|this) (full |rest|entire |article|story|content)|(to (continue|keep) reading|to read the (full|rest)).{0,60}(subscribe|subscription|sign in|log in)|this (article|content|story) is (exclusive(ly)?|reserved|only( available)?|available only|available exclusively) (for|to) (our )?(paying )?(subscribers|members))`)
	scriptText     = regexp.MustCompile(`(?i)(enable|turn on|requires?|activate) javascript|javascript (is )?(disabled|required)`)
)

// wall says what stands where an article was looked for, or "" if one stands
// there. It is slow to say so: nothing that an ordinary article may contain is
// enough, only that together with too little text for one.
func wall(a *answer, d document) string {
	n := utf8.RuneCountInString(d.text)
	short := func(limit int) bool { return n < limit }
	switch {
	case short(noticeText) && challenge(a) != "":
		return "challenge page (" + challenge(a) + ")"
	case short(noticeText) && challengeTitle.MatchString(d.title), short(loginText) && challengeText.MatchString(d.text):
		return "challenge page"
	case short(noticeText) && missingTitle.MatchString(d.title):
		return "page not found"
	case short(noticeText) && (consentTitle.MatchString(d.title) || consentHost(a.url.Hostname())):
		return "consent wall"
	case short(loginText) && d.login && (loginTitle.MatchString(d.title) || loginPath.MatchString(a.url.Path)):
		return "login required"
	case short(teaserText) && d.paid, short(noticeText) && paywallText.MatchString(d.text):
		return "paywall"
	case short(scriptsText) && scriptText.MatchString(d.text), short(emptyText) && scripted(a):
		return "needs JavaScript"
	case short(emptyText):
		return errNoText.Reason
	}
	return ""
}

func consentHost(host string) bool {
	return strings.HasPrefix(host, "consent.") || strings.HasPrefix(host, "guce.")
}

// scripted reports whether a is a page that scripts would fill.
func scripted(a *answer) bool {
	return (a.media == typeHTML || a.media == typeXHTML) && bytes.Contains(bytes.ToLower(a.body), []byte("<script"))
}

package web

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

const asPage = "text/html,application/xhtml+xml"

// locked returns a site that asks for the password "open sesame".
func locked(t *testing.T) *site {
	t.Helper()
	s := newSite(t, teaWorld)
	if err := s.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
		t.Fatal(err)
	}
	return s
}

// signIn returns the cookie that the password buys.
func (s *site) signIn(t *testing.T) string {
	t.Helper()
	a := s.post(t, "/session", url.Values{"password": {"open sesame"}, "next": {"/reports"}})
	a.want(t, http.StatusSeeOther)
	if a.Header.Get("Location") != "/reports" {
		t.Errorf("signing in leads to %s", a.Header.Get("Location"))
	}
	c := a.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || len(c.Value) < 26 {
		t.Errorf("the cookie is %v", c)
	}
	return c.Name + "=" + c.Value
}

func TestWithoutThePasswordNothingIsSeen(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	if err := s.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
		t.Fatal(err)
	}
	missing := "/r/" + strings.Repeat("a", 26)
	for _, path := range []string{"/", "/r/" + id, missing, "/r/" + id + "/c/1", "/reports", "/topics", "/status", "/method", "/no/such/page"} {
		a := s.get(t, path, "Accept", asPage)
		if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/login?next="+url.QueryEscape(path) {
			t.Errorf("%s: %s, to %s", path, a.Status, a.Header.Get("Location"))
		}
	}
	for _, path := range []string{"/r/" + id + ".json", missing + ".json", "/r/" + id + "/events", missing + "/events", "/similar?question=tea"} {
		if a := s.get(t, path); a.StatusCode != http.StatusUnauthorized || strings.Contains(a.body, "tea") {
			t.Errorf("%s: %s", path, a.Status)
		}
	}
	s.post(t, "/ask", url.Values{"question": {teaQuestion}}).want(t, http.StatusUnauthorized)
	s.post(t, "/r/"+id+"/delete", nil).want(t, http.StatusUnauthorized)
	for _, path := range []string{"/login", "/healthz", "/readyz", "/robots.txt"} {
		s.get(t, path).want(t, http.StatusOK)
	}
}

func TestThePasswordOpensASession(t *testing.T) {
	s := locked(t)
	s.post(t, "/session", url.Values{"password": {"open barley"}}).want(t, http.StatusUnauthorized, "not the password")
	cookie := s.signIn(t)
	s.get(t, "/", "Cookie", cookie).want(t, http.StatusOK)
	s.get(t, "/", "Cookie", cookie+"x", "Accept", asPage).want(t, http.StatusSeeOther)
	s.post(t, "/logout", nil, "Cookie", cookie).want(t, http.StatusSeeOther)
	s.get(t, "/", "Cookie", cookie, "Accept", asPage).want(t, http.StatusSeeOther)
	if a := s.post(t, "/session", url.Values{"password": {"open sesame"}, "next": {"//evil.example/"}}); a.Header.Get("Location") != "/" {
		t.Errorf("signing in leads to %s", a.Header.Get("Location"))
	}
}

func TestSessionsOutliveARestartButNotThePassword(t *testing.T) {
	s := locked(t)
	cookie := s.signIn(t)
	again := &Server{Store: s.Store}
	if err := again.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
		t.Fatal(err)
	}
	s.get(t, "/", "Cookie", cookie).want(t, http.StatusOK)
	if err := s.Door.AskFor(t.Context(), s.Store, "another"); err != nil {
		t.Fatal(err)
	}
	s.get(t, "/", "Cookie", cookie, "Accept", asPage).want(t, http.StatusSeeOther)
}

func TestWhoGuessesMustWait(t *testing.T) {
	s := locked(t)
	for range maxTries {
		s.post(t, "/session", url.Values{"password": {"guess"}}).want(t, http.StatusUnauthorized)
	}
	a := s.post(t, "/session", url.Values{"password": {"open sesame"}})
	a.want(t, http.StatusTooManyRequests)
	if a.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to try again")
	}
	if right, heard := s.Door.try("127.0.0.1", "open sesame", time.Now().Add(2*tryTime)); !right || !heard {
		t.Errorf("after a while: %t, %t", right, heard)
	}
}

func TestOnlyAProxyThatIsBelievedSaysWhoTheUserIs(t *testing.T) {
	s := newSite(t, teaWorld)
	s.Door = Door{Header: "Remote-User", Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	s.get(t, "/", "Remote-User", "ada").want(t, http.StatusOK)
	s.get(t, "/").want(t, http.StatusForbidden)
	s.Door.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	s.get(t, "/", "Remote-User", "ada").want(t, http.StatusForbidden)
}

func TestTheAddressIsWhatTheProxySaw(t *testing.T) {
	d := Door{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	for _, tt := range []struct{ remote, forwarded, want string }{
		{"10.1.2.3:99", "6.6.6.6, 198.51.100.7", "198.51.100.7"},
		{"10.1.2.3:99", "", "10.1.2.3"},
		{"10.1.2.3:99", "nonsense", "10.1.2.3"},
		{"203.0.113.9:99", "198.51.100.7", "203.0.113.9"},
	} {
		r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{"X-Forwarded-For": {tt.forwarded}}}
		if got := d.address(r); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}

func TestOneClientDoesNotTakeAllThereIs(t *testing.T) {
	s := newSite(t, teaWorld)
	s.Limits = engine.Limits{Client: 2, ClientDay: 3}
	s.gate.hold("planner")
	first := s.ask(t)
	s.ask(t)
	a := s.post(t, "/ask", url.Values{"question": {"And this?"}, "method": {"verify"}})
	a.want(t, http.StatusTooManyRequests, "2 of your questions")
	s.gate.lift()
	s.until(t, first, research.Done)
	s.ask(t)
	runs, err := s.Store.Running(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		s.until(t, r.ID, research.Done)
	}
	s.post(t, "/ask", url.Values{"question": {"And this?"}, "method": {"verify"}}).want(t, http.StatusTooManyRequests, "within a day")
}

// A retry is one more run of who asks for it.
func TestARetryIsWithinTheLimits(t *testing.T) {
	s := newSite(t, teaWorld)
	s.Limits = engine.Limits{Client: 1}
	done := s.ask(t)
	s.until(t, done, research.Done)
	s.gate.hold("planner")
	s.ask(t)
	more := url.Values{"budget": {"0.50"}}
	s.post(t, "/r/"+done+"/retry", more).want(t, http.StatusTooManyRequests, "1 of your questions")
	s.Limits = engine.Limits{Client: 2}
	s.post(t, "/r/"+done+"/retry", more).want(t, http.StatusSeeOther)
	s.post(t, "/r/"+done+"/retry", more).want(t, http.StatusSeeOther) // a second press
	state, err := db.State(t.Context(), s.Store, research.Info{ID: done})
	if err != nil || state.Retries != 1 {
		t.Errorf("tried again %d times, %v", state.Retries, err)
	}
}

package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"assay/static"
)

const someID = "abcdefghijklmnopqrstuvwxyz"

// fill replaces the parameters of a route.
func fill(path string) string {
	return strings.NewReplacer(":id", someID, ":n", "1", "*", strings.TrimPrefix(static.Path("app.js"), "/static/")).Replace(path)
}

func TestNoRouteAnswersToAnotherHost(t *testing.T) {
	s := newSite(t, teaWorld)
	for _, r := range s.routes().Routes() {
		for _, host := range []string{"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "assay.example.evil"} {
			req := httptest.NewRequest(r.Method, fill(r.Path), nil)
			req.Host = host
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, req)
			if w.Code != http.StatusMisdirectedRequest {
				t.Errorf("%s %s for host %q: %d", r.Method, r.Path, host, w.Code)
			}
		}
	}
	for _, host := range []string{"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "assay.example", "Assay.Example:443"} {
		s.get(t, "/healthz", "Host", host).want(t, http.StatusOK, "ok")
	}
}

func TestNoFormOfAnotherSiteIsAccepted(t *testing.T) {
	s := newSite(t, teaWorld)
	posts := 0
	for _, r := range s.routes().Routes() {
		if r.Method != http.MethodPost {
			continue
		}
		posts++
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
		} {
			s.post(t, fill(r.Path), url.Values{"question": {teaQuestion}, "method": {"verify"}}, headers...).want(t, http.StatusForbidden)
		}
	}
	if posts < 8 {
		t.Errorf("there are %d forms", posts)
	}
	if runs, err := s.Store.Runs(t.Context(), 1); err != nil || len(runs) > 0 {
		t.Errorf("a run was started: %v, %v", runs, err)
	}
	s.post(t, "/ask", url.Values{"question": {teaQuestion}, "method": {"verify"}}, "Sec-Fetch-Site", "same-origin", "Origin", s.url).want(t, http.StatusSeeOther)
}

// What changes something takes a POST; what only shows takes none.
func TestRoutesTakeOneMethod(t *testing.T) {
	s := newSite(t, teaWorld)
	methods := make(map[string]string)
	for _, r := range s.routes().Routes() {
		methods[r.Path] += r.Method + " "
	}
	for path, have := range methods {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH"} {
			if strings.Contains(have, method+" ") {
				continue
			}
			s.send(t, method, fill(path), nil).want(t, http.StatusMethodNotAllowed)
		}
		if strings.Contains(have, "POST") && strings.Contains(have, "GET") {
			t.Errorf("%s is read and written", path)
		}
	}
}

func TestEveryAnswerIsHardened(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	for _, path := range []string{"/", "/r/" + id, "/r/" + id + "/c/1", "/r/" + id + "/s/1", "/r/" + id + ".json", "/reports", "/topics", "/method", "/status", "/nowhere", "/r/" + someID, static.Path("app.js")} {
		h := s.get(t, path).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Set-Cookie": "",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		csp := h.Get("Content-Security-Policy")
		if strings.Contains(csp, "unsafe-eval") != (path == "/") || strings.Contains(csp, "unsafe-inline") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %s", path, csp)
		}
	}
}

// Whatever is not there looks the same.
func TestWhatIsNotThereIsNotFound(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	want := s.get(t, "/nowhere").body
	for _, path := range []string{
		"/r/" + someID, "/r/x", "/r/" + strings.ToUpper(id), "/r/" + id + "%00", "/r/" + id + "%0d%0aX: y", "/r/..%2f..%2fetc%2fpasswd", "/r/' OR 1=1 --", "/r/" + id + "0",
		"/r/" + someID + "/events", "/r/" + id + "/c/0", "/r/" + id + "/c/01", "/r/" + id + "/c/-1", "/r/" + id + "/c/999", "/r/" + id + "/c/1e3",
		"/r/" + id + "/s/99", "/r/" + id + "/s/x", "/r/" + id + "/nothing", "/static/../server.go", "/.git/config",
	} {
		a := s.get(t, strings.ReplaceAll(path, " ", "%20"))
		if a.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, a.Status)
		} else if a.body != want && !strings.HasPrefix(path, "/static/") {
			t.Errorf("%s: another page than for others:\n%s\n%s", path, a.body, want)
		}
	}
	for _, action := range []string{"hurry", "stop", "retry", "choose", "delete", "restore"} {
		s.post(t, "/r/"+someID+"/"+action, nil).want(t, http.StatusNotFound)
	}
}

func TestTheThemeIsKeptAndLeadsBack(t *testing.T) {
	s := newSite(t, teaWorld)
	for back, want := range map[string]string{
		"/reports?q=tea": "/reports?q=tea", "": "/", "https://evil.example/": "/", "//evil.example": "/", `/\evil.example`: "/", "reports": "/", "/a\nb": "/", "javascript:alert(1)": "/",
		"/%2fevil.example/ ": "/", "%2fevil.example": "/",
	} {
		a := s.post(t, "/theme", url.Values{"theme": {"dark"}, "back": {back}})
		if got := a.Header.Get("Location"); a.StatusCode != http.StatusSeeOther || got != want {
			t.Errorf("back=%q leads to %q: %s", back, got, a.Status)
		}
		if got := a.Header.Get("Set-Cookie"); !strings.HasPrefix(got, "theme=dark; Path=/;") || !strings.Contains(got, "HttpOnly") {
			t.Errorf("cookie %q", got)
		}
	}
	if got := s.post(t, "/theme", url.Values{"theme": {"<script>"}}).Header.Get("Set-Cookie"); !strings.Contains(got, "Max-Age=0") {
		t.Errorf("cookie %q", got)
	}
}

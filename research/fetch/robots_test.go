package fetch

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/research/port"
	"assay/research/researchtest"
	"assay/research/researchtest/corpora"
)

func TestRobotsVectors(t *testing.T) {
	b, err := os.ReadFile(corpora.Path(t, "robots", "google_robotstxt_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Cases []struct {
			Test, URL string
			Agent     string `json:"user_agent"`
			Robots    string `json:"robots_txt"`
			Allowed   bool
		}
	}
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, c := range vectors.Cases {
		u, err := url.Parse(c.URL)
		if err == nil && parseRobots([]byte(c.Robots), c.Agent).permits(u) == c.Allowed {
			agree++
		} else if testing.Verbose() {
			t.Logf("%s: %s as %q allowed=%t\n%s", c.Test, c.URL, c.Agent, c.Allowed, c.Robots)
		}
	}
	t.Logf("%d of %d vectors agree", agree, len(vectors.Cases))
	if agree*140 < 127*len(vectors.Cases) {
		t.Errorf("%d of %d vectors agree, want 127 in 140", agree, len(vectors.Cases))
	}
}

func TestRobotsRules(t *testing.T) {
	for _, c := range []struct {
		robots, path string
		want         bool
	}{
		{"User-agent: AssayBot\nDisallow:\n\nUser-agent: *\nDisallow: /", "/a", true},
		{"User-agent: Other\nDisallow: /", "/a", true},
		{"User-agent: *\nDisallow: /a?b", "/a?b=1", false},
		{"User-agent: *\nCrawl-delay: soon\nDisallow: /a", "/a", false},
		{"<html>not found</html>", "/a", true},
		{"", "/a", true},
		{"User-agent: *\nDisallow: /", "/robots.txt", true},
	} {
		u, _ := url.Parse("http://example.com" + c.path)
		if got := parseRobots([]byte(c.robots), Agent).permits(u); got != c.want {
			t.Errorf("%q: %s allowed=%t", c.robots, c.path, got)
		}
	}
}

func TestRobotsAreObeyed(t *testing.T) {
	var asked atomic.Int32
	here := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			asked.Add(1)
			io.WriteString(w, "Disallow: /stray\nUser-agent: *\nDisallow: /\n\nUser-agent: assaybot\nDisallow: /private\n")
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/private/x", http.StatusFound)
		default:
			io.WriteString(w, page("Open", ""))
		}
	})
	now := time.Now()
	f := New(Config{Allow: loopback, Now: func() time.Time { return now }})
	if _, err := f.Fetch(context.Background(), here+"/open"); err != nil {
		t.Error(err)
	}
	wantFailure(t, f, here+"/private/x", port.Blocked, "robots.txt disallows")
	wantFailure(t, f, here+"/moved", port.Blocked, "robots.txt disallows")
	if asked.Load() != 1 {
		t.Errorf("asked for robots.txt %d times", asked.Load())
	}
	now = now.Add(robotsAge)
	wantFailure(t, f, here+"/private/x", port.Blocked, "robots.txt disallows")
	if asked.Load() != 2 {
		t.Errorf("robots.txt was kept for more than an hour")
	}
	f = New(Config{Allow: loopback, IgnoreRobots: true})
	if _, err := f.Fetch(context.Background(), here+"/private/x"); err != nil {
		t.Error(err)
	}
}

func TestRobotsThatCannotBeHad(t *testing.T) {
	status := 0
	here := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(status)
			return
		}
		io.WriteString(w, page("Open", ""))
	})
	fresh := func() *Fetcher { return New(Config{Allow: loopback}) }
	for _, status = range []int{404, 403, 429} {
		if _, err := fresh().Fetch(context.Background(), here); err != nil {
			t.Errorf("%d: %v", status, err)
		}
	}
	status = 503
	wantFailure(t, fresh(), here, port.Unavailable, "robots.txt: HTTP 503")
	wantFailure(t, fresh(), "http://127.0.0.2:1/", port.Unavailable, "could not be reached")
	wantFailure(t, New(Config{}), here, port.Blocked, errAddress.Reason)
}

func TestRobotsMemoryIsBounded(t *testing.T) {
	r := newRobots(nil, "", time.Now)
	for i := range mostSites + 50 {
		r.keep(strings.Repeat("x", i), nil)
	}
	if len(r.sites) != mostSites {
		t.Errorf("remembers %d sites", len(r.sites))
	}
	large := policy{{strings.Repeat("x", mostHeld/10), false}}
	for i := range 30 {
		r.keep(strings.Repeat("y", i%20), large)
	}
	if r.held > mostHeld || len(r.sites) < 8 {
		t.Errorf("remembers %d bytes of %d sites", r.held, len(r.sites))
	}
}

// A robots.txt may be as long as a page and say anything.
func TestHostileRobotsCostLittle(t *testing.T) {
	u, _ := url.Parse("http://a.example/" + strings.Repeat("a", 3000))
	fill := func(line string) string { return strings.Repeat(line, robotsSize/len(line)) }
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < robotsSize; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"many rules":            "User-agent: *\n" + fill("Disallow: /\n"),
		"many wildcards":        "User-agent: *\n" + numbered("Disallow: *a*a*a*%d$\n"),
		"one long pattern":      "User-agent: *\nDisallow: " + fill("*a") + "b",
		"many agents":           numbered("User-agent: a%d\n") + "Disallow: /x",
		"agents times rules":    strings.Repeat("User-agent: a\n", 15000) + strings.Repeat("Disallow: /a\n", 20000),
		"agents times rules, 2": strings.Repeat("User-agent: AssayBot\n", 12000) + strings.Repeat("Disallow: /a\n", 20000),
		"no lines":              fill("x"),
		"line ends":             fill("\r"),
		"comments":              fill("#\n"),
		"other scripts":         "User-agent: *\n" + fill("Disallow: /漢字\n"),
	} {
		var rules policy
		spent := researchtest.Spend(func() {
			rules = parseRobots([]byte(text), Agent)
			for range 10 {
				rules.permits(u)
			}
		})
		t.Logf("%s: %s for 10 addresses, %d rules kept", name, spent, len(rules))
		if spent.Time > 5*time.Second || spent.Memory > 50<<20 || rules.size() > mostHeld {
			t.Errorf("%s: took %s and keeps %d bytes", name, spent, rules.size())
		}
	}
}

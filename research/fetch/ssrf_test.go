package fetch

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/research/researchtest/corpora"
)

var public = netip.MustParseAddr("1.1.1.1")

// payloads are addresses that lead to internal hosts, if they lead anywhere:
// those others collected, and every disguise of some of our own.
func payloads(t *testing.T) (all []string) {
	for _, a := range []string{"127.0.0.1", "169.254.169.254", "10.0.0.7", "192.168.1.1", "172.16.0.1", "100.100.100.200", "0.0.0.0", "168.63.129.16", "198.18.0.1", "224.0.0.1", "255.255.255.255",
		"::1", "::", "fe80::1", "fd00:ec2::254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "::7f00:1", "fec0::1", "5f00::1"} {
		all = append(all, disguises(netip.MustParseAddr(a))...)
	}
	for _, p := range notPublic {
		all = append(all, "http://"+netip.AddrPortFrom(edges(p)[1], 80).String()+"/")
	}
	file, err := os.Open(corpora.Path(t, "payloads-all-the-things", "ssrf_urls_extracted.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		all = append(all, s.Text())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ways are the ways to lead a fetcher to an address: each returns the site of
// all public addresses, and the address to begin with.
var ways = map[string]func(payload string) (http.HandlerFunc, string){
	"directly":     func(payload string) (http.HandlerFunc, string) { return article, payload },
	"by redirects": redirected,
	"by robots.txt": func(payload string) (http.HandlerFunc, string) {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/robots.txt" {
				article(w, r)
				return
			}
			w.Header().Set("Location", payload)
			w.WriteHeader(http.StatusFound)
		}, "http://1.1.1.1/page"
	},
}

func article(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = io.WriteString(w, page("Public", ""))
}

// redirected leads to payload over three public pages, in every way that a
// server can send a browser on.
func redirected(payload string) (http.HandlerFunc, string) {
	return func(w http.ResponseWriter, r *http.Request) {
		hop, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/hop/"))
		to := fmt.Sprintf("http://1.1.1.%d/hop/%d", hop+1, hop+1)
		if hop == 3 {
			to = payload
		}
		w.Header().Set("Location", to)
		w.WriteHeader([]int{301, 302, 303, 307, 308}[(hop+len(payload))%5])
	}, "http://1.1.1.1/hop/0"
}

// reasons are all that users are told of a page that was refused.
var reasons = map[string]bool{
	errAddress.Reason: true, errHost.Reason: true, "not a web address": true, "could not be reached": true, "redirected from https to http": true,
	"address longer than 4096 bytes": true, "host could not be looked up": true, "more than 5 redirects": true, "connection broke off": true,
}

// leak says what err, about the page asked for, tells of the place it led to.
func leak(err error, asked string) string {
	f := failure(err)
	if f == nil || !reasons[f.Reason] {
		return fmt.Sprintf("the reason is %v", err)
	}
	told := strings.TrimPrefix(err.Error(), "fetch "+printable(asked)+": ")
	if u, parse := url.Parse(asked); parse == nil {
		if password, ok := u.User.Password(); ok && len(password) > 3 && strings.Contains(err.Error(), password) {
			return "the password is told"
		}
	}
	if told != f.Reason && told != f.Reason+": "+errReset.Error() {
		return fmt.Sprintf("more than the reason is told: %q", told)
	}
	return ""
}

// attack leads a fetcher to each payload by one way, and returns how many
// connections would have been made, to internal addresses and in all.
func attack(t *testing.T, n *internet, way string, urls []string, guarded bool) (inside, all int) {
	f := n.newFetcher(guarded, way == "by robots.txt")
	told := map[string]int{}
	for _, u := range urls {
		site, begin := ways[way](u)
		n.site = site
		if f.robots != nil {
			clear(f.robots.sites)
		}
		_, err := f.Fetch(context.Background(), begin)
		bad, dialled := n.reached()
		inside, all = inside+len(bad), all+dialled
		if !guarded {
			continue
		}
		if len(bad) > 0 {
			t.Errorf("%s to %q: dialled %v", way, u, bad)
		}
		if err != nil {
			told[failure(err).Reason]++
			if what := leak(err, begin); what != "" {
				t.Errorf("%s to %q: %s", way, u, what)
			}
		}
	}
	if guarded {
		t.Logf("%s: %d addresses, %d dials, %d of them internal; %v", way, len(urls), all, inside, told)
	}
	return inside, all
}

// Every payload by every way: nothing internal is dialled, nothing panics, and
// nobody is told more than that it was refused. In front of no guard the same
// payloads do arrive.
func TestNoPayloadLeadsInside(t *testing.T) {
	if os.Getenv("GODEBUG") == "netdns=cgo" {
		throughC(t)
		return
	}
	inside := func(string, int) []netip.Addr { return []netip.Addr{netip.MustParseAddr("10.0.0.7")} }
	urls := payloads(t)
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		n := &internet{names: inside}
		attack(t, n, way, urls, true)
		bad, _ := attack(t, n, way, urls, false)
		t.Logf("%s, without the guard: %d internal connections", way, bad)
		if bad < 150 {
			t.Errorf("%s: only %d payloads arrive without a guard: the test has no teeth", way, bad)
		}
	}
	again(t, "netdns=cgo")
}

// throughC is the same with the resolver of the C library, which takes many
// more strings for addresses. Only those that it reads without asking a server
// of names are tried.
func throughC(t *testing.T) {
	if addresses, err := net.LookupHost("0x7f.1"); err != nil || addresses[0] != "127.0.0.1" {
		t.Skipf("NOT CHECKED with the C library's resolver: it is not in this build (%v)", err)
	}
	var urls []string
	for _, p := range payloads(t) {
		u, err := url.Parse(strings.TrimSpace(p))
		if err != nil || numeric(u.Hostname()) || strings.Contains(u.Host, "[") || u.Hostname() == "localhost" {
			urls = append(urls, p)
		}
	}
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		n := &internet{}
		attack(t, n, way, urls, true)
		bad, _ := attack(t, n, way, urls, false)
		t.Logf("C library, %s, without the guard: %d internal connections", way, bad)
		if bad < 150 {
			t.Errorf("%s: only %d payloads arrive without a guard", way, bad)
		}
	}
	t.Log("NOT CHECKED with the C library's resolver: names that a server answers, since it asks none of ours")
}

// again runs this test in a process of its own with another resolver.
func again(t *testing.T, godebug string) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "GODEBUG="+godebug)
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "    ") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if err != nil {
		t.Errorf("with GODEBUG=%s: %v", godebug, err)
	}
}

// Names that lead inside: at once, at the second look, or beside a public
// address that does not answer. Whatever they lead to, the answer is the one
// for a name that does not exist.
func TestNoNameLeadsInside(t *testing.T) {
	tricks := map[string]func(a netip.Addr) *internet{
		"at once": func(a netip.Addr) *internet {
			return &internet{names: func(string, int) []netip.Addr { return []netip.Addr{a} }, site: http.HandlerFunc(article)}
		},
		"after robots.txt": func(a netip.Addr) *internet {
			return &internet{names: then(a), site: http.HandlerFunc(article)}
		},
		"after a reset": func(a netip.Addr) *internet {
			return &internet{names: then(a), site: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })}
		},
		"after a redirect to itself": func(a netip.Addr) *internet {
			return &internet{names: then(a), site: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://page.example/again", http.StatusFound)
			})}
		},
		"beside a public one": func(a netip.Addr) *internet {
			return &internet{names: func(string, int) []netip.Addr { return []netip.Addr{public, a} }, site: http.HandlerFunc(article), refuses: func(netip.Addr) bool { return true }}
		},
	}
	for _, trick := range slices.Sorted(maps.Keys(tricks)) {
		missing := &internet{names: func(string, int) []netip.Addr { return nil }}
		_, nobody := missing.newFetcher(true, false).Fetch(context.Background(), "http://page.example/")
		tried, open, dialled := 0, 0, 0
		for _, a := range specials() {
			n := tricks[trick](a)
			_, err := n.newFetcher(true, trick == "after robots.txt").Fetch(context.Background(), "http://page.example/")
			bad, all := n.reached()
			tried, dialled = tried+1, dialled+all
			if len(bad) > 0 || err == nil {
				t.Errorf("%s, %s: dialled %v, %v", trick, a, bad, err)
			} else if what := leak(err, "http://page.example/"); what != "" {
				t.Errorf("%s, %s: %s", trick, a, what)
			} else if trick != "beside a public one" && err.Error() != nobody.Error() {
				t.Errorf("%s, %s: told %q, for a name of nobody %q", trick, a, err, nobody)
			}
			n = tricks[trick](a)
			_, _ = n.newFetcher(false, trick == "after robots.txt").Fetch(context.Background(), "http://page.example/")
			bad, _ = n.reached()
			open += len(bad)
		}
		t.Logf("%s: %d addresses, %d dials, 0 internal; %d without the guard", trick, tried, dialled, open)
		if open < tried {
			t.Errorf("%s: only %d of %d arrive without a guard", trick, open, tried)
		}
	}
}

// then resolves a name to a public address once, and from then on to a.
func then(a netip.Addr) func(string, int) []netip.Addr {
	return func(_ string, asked int) []netip.Addr {
		if asked > 0 {
			return []netip.Addr{a}
		}
		return []netip.Addr{public}
	}
}

// The port of a name tells nothing either: who asks for an internal name on
// any port hears what he hears of a name that does not exist.
func TestPortsTellNothing(t *testing.T) {
	for _, address := range []string{"http://wiki.internal/", "http://wiki.internal:8080/", "https://wiki.internal:22/"} {
		var told []string
		for _, leads := range []func(string, int) []netip.Addr{
			func(string, int) []netip.Addr { return nil },
			func(string, int) []netip.Addr { return []netip.Addr{netip.MustParseAddr("10.0.0.7")} },
			func(string, int) []netip.Addr { return []netip.Addr{netip.MustParseAddr("fd00::7")} },
		} {
			_, err := (&internet{names: leads}).newFetcher(true, false).Fetch(context.Background(), address)
			told = append(told, err.Error())
		}
		if slices.Sort(told); len(slices.Compact(told)) != 1 {
			t.Errorf("%s: %q", address, told)
		}
	}
}

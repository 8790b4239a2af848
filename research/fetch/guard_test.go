package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"assay/research/port"
)

func TestPayloadsAreRefusedWithoutDetail(t *testing.T) {
	f := New(Config{})
	for _, u := range []string{
		"http://127.0.0.1/", "http://127.0.0.1:8080/", "http://[::1]/", "http://[::]:80/", "http://0.0.0.0/", "http://169.254.169.254/latest/meta-data/",
		"http://[::ffff:127.0.0.1]/", "http://[fe80::1%25lo]/", "http://user:secret@example.com/", `http://127.0.0.1\@1.1.1.1/`, "http://:80/",
		"http://example.com/\r\nX: y", "http://168.63.129.16/", "http://127。0。0。1/", "http://①②⑦.⓪.⓪.①/", "http://1.1.1.1:22/",
	} {
		_, err := f.Fetch(context.Background(), u)
		if !errors.Is(err, errAddress) {
			t.Errorf("%s: %v, want %v", u, err, errAddress)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error holds the password: %v", u, err)
		}
	}
	for _, u := range []string{"file:///etc/passwd", "gopher://127.0.0.1:25/", "ftp://example.com/", "javascript:alert(1)", "", "example.com"} {
		wantFailure(t, f, u, port.Blocked, "")
	}
}

func TestAllowedAddressesMayUseAnyPort(t *testing.T) {
	g := newGuard([]netip.Prefix{netip.MustParsePrefix("192.168.7.0/24")})
	if err := g.control(context.Background(), "tcp4", "192.168.7.9:8080", nil); err != nil {
		t.Error(err)
	}
	if g.control(context.Background(), "tcp4", "192.168.8.9:80", nil) == nil {
		t.Error("the neighbouring network is allowed too")
	}
	if g.control(context.Background(), "tcp4", "1.1.1.1:8080", nil) == nil {
		t.Error("public addresses may be asked on any port")
	}
}

func TestRedirectsAreGuardedHopByHop(t *testing.T) {
	f := newLocal(t)
	var target string
	here := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/article" {
			io.WriteString(w, page("Arrived", ""))
			return
		}
		w.Header().Set("Location", target)
		w.WriteHeader(http.StatusFound)
	})
	for _, to := range []string{
		"http://169.254.169.254/latest/", "http://[::1]/", "http://10.0.0.1/", "http://user@127.0.0.1/", `/a\b`, "http://:80/",
		"//0.0.0.0:0/", "http://168.63.129.16/machine",
	} {
		target = to
		wantFailure(t, f, here+"/", port.Blocked, errAddress.Reason)
	}
	target = `http://127.0.0.1\@1.1.1.1/` // the client itself cannot make sense of it
	wantFailure(t, f, here+"/", port.Unavailable, "could not be reached")
	for to, reason := range map[string]string{"file:///etc/passwd": "not a web address", "/again": "more than 5 redirects"} {
		target = to
		wantFailure(t, f, here+"/", port.Blocked, reason)
	}
	target = "/article"
	p, err := f.Fetch(context.Background(), here+"/x#part")
	if err != nil {
		t.Fatal(err)
	}
	if p.URL != here+"/x#part" || p.FinalURL != here+"/article" {
		t.Errorf("got URL %s, final %s", p.URL, p.FinalURL)
	}
}

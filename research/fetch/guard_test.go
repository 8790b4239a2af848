package fetch

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"assay/research"

	"golang.org/x/net/dns/dnsmessage"
)

// lying returns a resolver for which every name is an internal address.
func lying(address netip.Addr) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go answerDNS(server, address)
		return client, nil
	}}
}

func answerDNS(conn net.Conn, address netip.Addr) {
	defer conn.Close()
	var size uint16
	if binary.Read(conn, binary.BigEndian, &size) != nil {
		return
	}
	query := make([]byte, size)
	if _, err := io.ReadFull(conn, query); err != nil {
		return
	}
	var m dnsmessage.Message
	if m.Unpack(query) != nil {
		return
	}
	m.Response, m.Authoritative = true, true
	m.Additionals = nil
	q := m.Questions[0]
	h := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
	switch {
	case q.Type == dnsmessage.TypeA && address.Is4():
		m.Answers = []dnsmessage.Resource{{Header: h, Body: &dnsmessage.AResource{A: address.As4()}}}
	case q.Type == dnsmessage.TypeAAAA && address.Is6():
		m.Answers = []dnsmessage.Resource{{Header: h, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
	}
	reply, err := m.Pack()
	if err != nil {
		return
	}
	conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...))
}

var errRecorded = errors.New("recorded, not dialled")

// A recorder stands where the connection would be made.
type recorder struct {
	mu    sync.Mutex
	dials []string
}

// behind returns a control that records what check lets through.
func (r *recorder) behind(check func(context.Context, string, string, syscall.RawConn) error) func(context.Context, string, string, syscall.RawConn) error {
	return func(ctx context.Context, network, address string, c syscall.RawConn) error {
		if err := check(ctx, network, address, c); err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.dials = append(r.dials, address)
		return errRecorded
	}
}

func TestNoPayloadReachesAnInternalAddress(t *testing.T) {
	file, err := os.Open(corpus(t, "payloads-all-the-things", "ssrf_urls_extracted.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var urls []string
	for s := bufio.NewScanner(file); s.Scan(); {
		urls = append(urls, s.Text())
	}
	nothing := func(context.Context, string, string, syscall.RawConn) error { return nil }
	for _, internal := range []string{"127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "168.63.129.16"} {
		resolver := lying(netip.MustParseAddr(internal))
		var guarded, open recorder
		for _, u := range urls {
			// The recorder alone shows that the payloads do get to the dialler.
			dial(t, newTransport(guarded.behind(newGuard(nil).control), resolver), u)
			dial(t, newTransport(open.behind(nothing), resolver), u)
		}
		if len(open.dials) < 80 {
			t.Errorf("%s: only %d of %d payloads reached the dialler without a guard: the test has no teeth", internal, len(open.dials), len(urls))
		}
		if len(guarded.dials) != 0 {
			t.Errorf("%s: dialled %v", internal, guarded.dials)
		}
		t.Logf("names resolve to %s: %d payloads, %d dials without the guard, %d with it", internal, len(urls), len(open.dials), len(guarded.dials))
	}
}

// dial fetches url over tr, which must fail, and returns the failure.
func dial(t *testing.T, tr *http.Transport, url string) {
	t.Helper()
	f := New(Config{IgnoreRobots: true})
	f.limits.attempts = 1
	f.client.Transport = tr
	if p, err := f.Fetch(context.Background(), url); err == nil {
		t.Errorf("%s: read %d bytes", url, len(p.Text))
	}
}

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
		wantFailure(t, f, u, research.Blocked, "")
	}
}

// The special-purpose registries of IANA (IPv4 and IPv6, as of 2025), and
// multicast, all of which must be out of reach; and neighbours that are not.
func TestGuardKnowsSpecialAddresses(t *testing.T) {
	g := newGuard(nil)
	check := func(a string) error {
		return g.control(context.Background(), map[bool]string{true: "tcp4", false: "tcp6"}[netip.MustParseAddr(a).Is4()], net.JoinHostPort(a, "443"), nil)
	}
	for _, a := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255", "127.0.0.1", "127.255.255.254",
		"169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1",
		"192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
		"255.255.255.255", "168.63.129.16", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
		"64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1", "2001:10::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254",
		"fe80::1", "fec0::1", "ff02::1",
	} {
		if check(a) == nil {
			t.Errorf("%s: allowed", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "8.8.8.8", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1", "172.15.255.255",
		"172.32.0.1", "192.167.1.1", "198.17.1.1", "198.20.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1"} {
		if err := check(a); err != nil {
			t.Errorf("%s: %v", a, err)
		}
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
		wantFailure(t, f, here+"/", research.Blocked, errAddress.Reason)
	}
	target = `http://127.0.0.1\@1.1.1.1/` // the client itself cannot make sense of it
	wantFailure(t, f, here+"/", research.Unavailable, "could not be reached")
	for to, reason := range map[string]string{"file:///etc/passwd": "not a web address", "/again": "more than 5 redirects"} {
		target = to
		wantFailure(t, f, here+"/", research.Blocked, reason)
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

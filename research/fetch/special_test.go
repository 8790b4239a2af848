package fetch

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"
)

// notPublic are the ranges that the registries of special addresses (IANA,
// IPv4 and IPv6, 2025) do not call globally reachable, those that hold an IPv4
// address in an IPv6 one, multicast, and one address of a cloud's own.
var notPublic = prefixes(`
	0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
	192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32
	::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/32 2001:2::/48
	2001:10::/28 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`)

func prefixes(list string) (all []netip.Prefix) {
	for p := range strings.FieldsSeq(list) {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}

// internal reports whether a connection to a must never be made.
func internal(a netip.Addr) bool {
	for _, p := range notPublic {
		if p.Contains(a.WithZone("")) {
			return true
		}
	}
	return a.Is4In6()
}

// edges returns the first and the last address of p, and one between.
func edges(p netip.Prefix) []netip.Addr {
	first := p.Masked().Addr().As16()
	last, middle := first, first
	for bit := p.Bits() + 128 - p.Addr().BitLen(); bit < 128; bit++ {
		last[bit/8] |= 0x80 >> (bit % 8)
		if bit%3 == 0 {
			middle[bit/8] |= 0x80 >> (bit % 8)
		}
	}
	var all []netip.Addr
	for _, b := range [][16]byte{first, middle, last} {
		a := netip.AddrFrom16(b)
		if p.Addr().Is4() {
			a = a.Unmap()
		}
		all = append(all, a)
	}
	return all
}

// specials are addresses from every range of notPublic. A resolver takes an
// IPv4 address in an IPv6 one (::ffff:a.b.c.d) for the IPv4 address; those that
// are public then are left out.
func specials() (all []netip.Addr) {
	for _, p := range notPublic {
		for _, a := range edges(p) {
			if internal(a.Unmap()) {
				all = append(all, a)
			}
		}
	}
	for _, a := range []string{"169.254.169.254", "100.100.100.200", "169.254.170.2", "192.0.0.192", "10.0.0.7", "127.0.0.1", "::1", "fd00:ec2::254"} {
		all = append(all, netip.MustParseAddr(a))
	}
	return all
}

func TestTheGuardKnowsTheRegistries(t *testing.T) {
	g := newGuard(nil)
	check := func(a netip.Addr) error {
		network := "tcp6"
		if a.Is4() {
			network = "tcp4"
		}
		return g.control(context.Background(), network, net.JoinHostPort(a.String(), "443"), nil)
	}
	refused, open := 0, 0
	for _, p := range notPublic {
		for _, a := range edges(p) {
			if check(a) == nil {
				t.Errorf("%s of %s may be dialled", a, p)
			}
			refused++
		}
		for _, a := range []netip.Addr{edges(p)[0].Prev(), edges(p)[2].Next()} { // next door
			if a.IsValid() && a.Is4() && !internal(a) {
				if err := check(a); err != nil {
					t.Errorf("%s, next to %s: %v", a, p, err)
				}
				open++
			}
		}
	}
	t.Logf("%d ranges: %d addresses refused, %d neighbours open", len(notPublic), refused, open)
}

// disguises are addresses that mean, to one parser or another, the host a.
func disguises(a netip.Addr) []string {
	if !a.Is4() {
		return []string{
			"http://[" + a.String() + "]/", "http://[" + a.StringExpanded() + "]/", "https://[" + a.String() + "]:443/", "http://[" + a.String() + "%25lo]/",
			"http://" + a.String() + "/", "http://1.1.1.1@[" + a.String() + "]/",
		}
	}
	b := a.As4()
	n := binary.BigEndian.Uint32(b[:])
	f := func(format string, v ...any) string { return fmt.Sprintf(format, v...) }
	hosts := []string{
		a.String(), a.String() + ".", f("%d", n), f("%#x", n), f("%#o", n), f("%#X", n), f("%d", uint64(n)+1<<32), f("0x41414141%08x", n),
		f("%d.%d.%d", b[0], b[1], n&0xffff), f("%d.%d", b[0], n&0xffffff), f("%#x.%#x.%#x.%#x", b[0], b[1], b[2], b[3]), f("%#o.%#o.%#o.%#o", b[0], b[1], b[2], b[3]),
		f("%04o.%04o.%05o.%07o", b[0], b[1], b[2], b[3]), f("%#o.%d.%d.%d", b[0], b[1], b[2], b[3]), f("%#x.%d", b[0], n&0xffffff), f("%03d.%03d.%03d.%03d", b[0], b[1], b[2], b[3]),
		strings.ReplaceAll(a.String(), ".", "。"), strings.ReplaceAll(a.String(), ".", "%2e"), f("%%%x%s", strconv.Itoa(int(b[0]))[0], a.String()[1:]),
		digits(a.String(), '０', 1), digits(a.String(), '①', 0), a.String() + ".nip.io", a.String() + "%00.example.com", "0" + a.String(), "\u00ad" + a.String(),
		f("[::ffff:%s]", a), f("[::ffff:%02x%02x:%02x%02x]", b[0], b[1], b[2], b[3]), f("[::%s]", a), f("[::ffff:0:%s]", a), f("[64:ff9b::%s]", a), f("[64:ff9b:1::%s]", a),
		f("[2002:%02x%02x:%02x%02x::1]", b[0], b[1], b[2], b[3]), f("[2001:0:%02x%02x:%02x%02x::%x:%x]", b[0], b[1], b[2], b[3], ^n>>16, ^n&0xffff), f("[%s]", a), f("[0:0:0:0:0:ffff:%s]", a),
		"1.1.1.1@" + a.String(), a.String() + "@1.1.1.1", `1.1.1.1\@` + a.String(), a.String() + `\@1.1.1.1`, a.String() + "#@1.1.1.1", "1.1.1.1:80@" + a.String() + ":80", a.String() + ":80\\@@1.1.1.1:80",
		a.String() + ":22", a.String() + ":443", a.String() + ":0", a.String() + ":00080", a.String() + ":65616", a.String() + "!", a.String() + "\t", "\n" + a.String(), a.String() + "?x", a.String() + ";x",
	}
	var all []string
	for _, h := range hosts {
		all = append(all, "http://"+h+"/")
	}
	return append(all, "https://"+a.String()+"/", "http:"+a.String(), "http:/"+a.String(), "http:///"+a.String(), "//"+a.String()+"/", "HTTP://"+a.String(), "gopher://"+a.String()+":70/_x", "ftp://"+a.String()+"/",
		"file://"+a.String()+"/etc/passwd", "http+unix://"+a.String()+"/")
}

// digits writes the digits of s with those that begin at zero; where these have
// none of their own, at one.
func digits(s string, zero rune, own rune) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < '0' || r > '9':
			return r
		case own == 1:
			return zero + r - '0'
		case r == '0':
			return '⓪'
		}
		return zero + r - '1'
	}, s)
}

// numeric reports whether the host of a URL is a number in any of the forms
// that C libraries read (inet_aton), so that no server of names is asked.
func numeric(host string) bool {
	parts := strings.Split(host, ".")
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 0, 32); err != nil || strings.ContainsAny(p, "_bBoO") {
			return false
		}
	}
	return len(parts) <= 4
}

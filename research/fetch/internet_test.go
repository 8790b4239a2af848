package fetch

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/net/dns/dnsmessage"
)

// An internet stands where the network is. Names resolve as it says; every
// address that is about to be dialled is written down and no connection made:
// what is public is answered in memory, the rest refused.
type internet struct {
	names   func(name string, asked int) []netip.Addr // nil: the resolver of the system
	site    http.Handler                              // of every public address
	refuses func(netip.Addr) bool                     // public addresses that are down; nil: none
	guard   func(context.Context, string, string, syscall.RawConn) error

	mu    sync.Mutex
	asked map[string]int // lookups by name and type
	dials []netip.AddrPort
}

// newFetcher returns a Fetcher on the internet, once behind the guard.
func (n *internet) newFetcher(guarded, robots bool) *Fetcher {
	n.guard = func(context.Context, string, string, syscall.RawConn) error { return nil }
	if guarded {
		n.guard = newGuard(nil).control
	}
	f := New(Config{IgnoreRobots: !robots})
	f.limits.attempts, f.limits.backoff = 2, 0
	var resolver *net.Resolver
	if n.names != nil {
		resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go n.answer(server)
			return client, nil
		}}
	}
	tr := newTransport(n.control, resolver)
	tr.DisableKeepAlives = true
	dial := tr.DialContext
	tr.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if errors.Is(err, errRecorded) {
			return n.connect(), nil
		}
		return conn, err
	}
	f.client.Transport = tr
	if f.robots != nil {
		f.robots.client.Transport = tr
	}
	return f
}

var errRecorded = errors.New("recorded, not dialled")

// control writes down what the guard lets through.
func (n *internet) control(ctx context.Context, network, address string, c syscall.RawConn) error {
	if err := n.guard(ctx, network, address, c); err != nil {
		return err
	}
	ap := netip.MustParseAddrPort(address)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.dials = append(n.dials, ap)
	if internal(ap.Addr()) || n.refuses != nil && n.refuses(ap.Addr()) {
		return syscall.ECONNREFUSED
	}
	return errRecorded
}

// connect returns a connection to a site in memory.
func (n *internet) connect() net.Conn {
	client, server := net.Pipe()
	l := &oneListener{conn: make(chan net.Conn, 1), closed: make(chan struct{})}
	l.conn <- server
	s := &http.Server{Handler: n.site, ConnState: func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed || state == http.StateHijacked {
			l.once.Do(func() { close(l.closed) })
		}
	}}
	go func() { _ = s.Serve(l) }()
	return client
}

// A oneListener accepts one connection, and ends with it.
type oneListener struct {
	conn   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *oneListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *oneListener) Close() error   { return nil }
func (l *oneListener) Addr() net.Addr { return &net.TCPAddr{} }

// reached returns the addresses dialled that are not public, and the number of
// all that were, and forgets them.
func (n *internet) reached() (bad []netip.AddrPort, all int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, d := range n.dials {
		if internal(d.Addr()) {
			bad = append(bad, d)
		}
	}
	all, n.dials = len(n.dials), nil
	return bad, all
}

// answer answers one query of a resolver.
func (n *internet) answer(conn net.Conn) {
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
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	q := m.Questions[0]
	h := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
	for _, a := range n.names(strings.TrimSuffix(q.Name.String(), "."), n.count(q)) {
		switch {
		case q.Type == dnsmessage.TypeA && a.Is4():
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: a.As4()}})
		case q.Type == dnsmessage.TypeAAAA && a.Is6():
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
	if len(m.Answers) == 0 && n.names(strings.TrimSuffix(q.Name.String(), "."), 0) == nil {
		m.RCode = dnsmessage.RCodeNameError
	}
	reply, err := m.Pack()
	if err != nil {
		return
	}
	_, _ = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...))
}

// count returns how often q was asked before.
func (n *internet) count(q dnsmessage.Question) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asked == nil {
		n.asked = map[string]int{}
	}
	key := q.Name.String() + q.Type.String()
	n.asked[key]++
	return n.asked[key] - 1
}

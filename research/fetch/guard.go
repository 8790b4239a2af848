package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// A guard decides which addresses may be connected to: the public ones on
// ports 80 and 443, and those its owner allowed. It is asked about the address
// that is about to be dialled, after every lookup and every redirect, so that
// a name that changes its mind gains nothing.
type guard struct {
	allow  []netip.Prefix
	public *ssrf.Guardian
}

// azureWire is a public address with a virtual machine's secrets behind it
// (Azure's wire server); no registry of special addresses lists it.
var azureWire = netip.MustParsePrefix("168.63.129.16/32")

func newGuard(allow []netip.Prefix) guard {
	return guard{allow, ssrf.New(ssrf.WithDeniedV4Prefixes(azureWire))}
}

// control is a [net.Dialer.ControlContext].
func (g guard) control(_ context.Context, network, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return errAddress
	}
	if slices.ContainsFunc(g.allow, func(p netip.Prefix) bool { return p.Contains(ap.Addr().Unmap()) }) {
		return nil
	}
	if g.public.Safe(network, address, nil) != nil {
		return errAddress
	}
	return nil
}

const headerWait = 10 * time.Second // from the request's last byte to the answer's header

// newTransport returns the one way to the network. It uses no proxy: the guard
// would see the proxy's address in place of the page's. A nil resolver is the
// default one.
func newTransport(control func(context.Context, string, string, syscall.RawConn) error, resolver *net.Resolver) *http.Transport {
	dialer := &net.Dialer{
		Timeout:        10 * time.Second,
		ControlContext: control,
		Resolver:       resolver,
	}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, dialError(address, err)
			}
			return conn, nil
		},
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  headerWait,
		MaxResponseHeaderBytes: 64 << 10,
		MaxIdleConnsPerHost:    perHost,
		IdleConnTimeout:        30 * time.Second,
		DisableCompression:     true, // done by decompress, with a limit
		ForceAttemptHTTP2:      true,
	}
}

// dialError returns err as it may be told. A name that is refused looks like
// one that does not exist: else anyone could ask which names the server's own
// network has.
func dialError(address string, err error) error {
	host, _, _ := net.SplitHostPort(address)
	if _, parse := netip.ParseAddr(host); parse == nil {
		return err
	}
	var dns *net.DNSError
	if errors.Is(err, errAddress) || errors.As(err, &dns) && dns.IsNotFound {
		return errHost
	}
	return err
}

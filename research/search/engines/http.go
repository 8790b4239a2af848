package engines

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"assay/research/port"
	"assay/research/retry"
)

const (
	userAgent   = "Assay/1 (self-hosted research server)"
	maxBody     = 2 << 20          // bytes of an answer that are read
	maxHeader   = 20 * time.Second // until an engine begins to answer
	connections = 16               // that are kept open to one engine
)

// An api is one engine's HTTP interface.
type api struct {
	name   string       // for people
	client *http.Client // nil: the shared one
	key    string       // that it is sent; "" if it needs none
	keyVar string       // the environment variable that holds the key
	// explain returns what is wrong, given an answer's status and body; nil if it has nothing to say.
	explain func(status int, body []byte) error
}

// A reply is an engine's answer to one request.
type reply struct {
	status int
	header http.Header
	body   []byte // at most a byte more than maxBody
}

// retries say which requests are made again. An engine that asks for a longer
// wait is given up.
var retries = retry.Policy[reply]{
	Attempts: 3, First: time.Second, Last: 8 * time.Second, Patience: 120 * time.Second,
	Again: func(r reply, err error) bool {
		var untrusted *tls.CertificateVerificationError
		if err != nil {
			return !errors.Is(err, context.Canceled) && !errors.As(err, &untrusted)
		}
		return r.status == http.StatusTooManyRequests || r.status >= 500 && r.status != http.StatusNotImplemented
	},
	Asked: func(r reply, _ error) time.Duration { return retry.After(r.header, time.Now()) },
}

// ask makes a request, again if that is worth while, and decodes the answer into out.
// Its errors wrap a [*port.Failure], which holds no address and no key.
func (a api) ask(ctx context.Context, req *http.Request, out any) error {
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "application/json")
	r, err := retries.Do(ctx, func(ctx context.Context) (reply, error) { return a.send(req.Clone(ctx)) })
	if err != nil {
		return a.unreachable(ctx, err)
	}
	if a.explain != nil {
		if err := a.explain(r.status, r.body); err != nil {
			return err
		}
	}
	switch {
	case r.status != http.StatusOK:
		return a.refused(r.status)
	case len(r.body) > maxBody:
		return port.Fail(port.Invalid, "%s answered with more than %d MiB", a.name, maxBody>>20)
	}
	dec := json.NewDecoder(bytes.NewReader(a.takenOut(r.body)))
	dec.UseNumber()
	if err := dec.Decode(out); err != nil || dec.More() {
		return port.Fail(port.Invalid, "%s answered with something other than the JSON expected", a.name)
	}
	return nil
}

// send makes a request once and reads the answer to its end, so that the
// connection can be used again.
func (a api) send(req *http.Request) (reply, error) {
	if req.GetBody != nil {
		var err error
		if req.Body, err = req.GetBody(); err != nil {
			return reply{}, err
		}
	}
	resp, err := a.http().Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	return reply{resp.StatusCode, resp.Header, body}, err
}

// takenOut returns an answer without the key, should the engine have put it
// there: what is found is kept and shown.
func (a api) takenOut(body []byte) []byte {
	if len(a.key) < 16 { // no key, but a word
		return body
	}
	return bytes.ReplaceAll(body, []byte(a.key), []byte("***"))
}

// shared is the client of all engines: connections to one are kept for its
// next query.
var shared = sync.OnceValue(func() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = maxHeader
	t.MaxIdleConnsPerHost = connections
	return &http.Client{Transport: t}
})

// http returns the client. It follows no redirect to another host, which would
// be handed the key.
func (a api) http() *http.Client {
	client := *cmp.Or(a.client, shared())
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if req.URL.Host != via[0].URL.Host || len(via) > 3 {
			return http.ErrUseLastResponse
		}
		return nil
	}
	return &client
}

// unreachable returns the failure for a request without an answer.
func (a api) unreachable(ctx context.Context, err error) error {
	var timeout net.Error
	var dns *net.DNSError
	var errno syscall.Errno
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return fmt.Errorf("ask %s: %w", a.name, ctx.Err())
	case ctx.Err() != nil, errors.As(err, &timeout) && timeout.Timeout():
		return port.Fail(port.TimedOut, "%s did not answer in time", a.name)
	case errors.As(err, &dns):
		return port.Fail(port.Unavailable, "%s could not be reached: its host was not found", a.name)
	case errors.As(err, &errno):
		return port.Fail(port.Unavailable, "%s could not be reached: %s", a.name, errno)
	}
	return port.Fail(port.Unavailable, "%s could not be reached", a.name)
}

// refused returns the failure for a status that is not 200.
func (a api) refused(s int) error {
	switch {
	case (s == http.StatusUnauthorized || s == http.StatusForbidden) && a.keyVar != "":
		return port.Fail(port.Fatal, "%s refused the key: check %s", a.name, a.keyVar)
	case s == http.StatusTooManyRequests:
		return port.Fail(port.Unavailable, "%s is answering no more queries for now (429)", a.name)
	case s >= 500:
		return port.Fail(port.Unavailable, "%s is out of order (%d)", a.name, s)
	case s >= 300 && s < 400:
		return port.Fail(port.Fatal, "%s has moved (%d): check its address", a.name, s)
	}
	return port.Fail(port.Unknown, "%s did not accept the query (%d)", a.name, s)
}

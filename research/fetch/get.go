package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"syscall"

	"assay/research/port"
)

// An answer is what a server sent, decompressed and within limits.
type answer struct {
	url         *url.URL // after redirects
	status      int
	header      http.Header
	contentType string // as the server declares it
	media       string // media type, from contentType and the body
	body        []byte
}

// class returns the kind of failure that the answer is, should it be one: a
// busy or broken server may do better later.
func (a *answer) class() port.Class {
	if a.busy() {
		return port.Unavailable
	}
	return port.Blocked
}

// busy reports whether asking again may help.
func (a *answer) busy() bool {
	return slices.Contains([]int{429, 500, 502, 503, 504}, a.status) && challenge(a) == ""
}

// get asks for u once, when it is its turn.
func (f *Fetcher) get(ctx context.Context, u *url.URL) (*answer, error) {
	done, err := f.turns.take(ctx, u.Host)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeoutCause(ctx, f.limits.attempt, port.Fail(port.TimedOut, "no answer within %s", f.limits.attempt))
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, errAddress
	}
	req.Header.Set("User-Agent", f.agent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1")
	req.Header.Set("Accept-Encoding", encodings)
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, netError(ctx, err)
	}
	defer resp.Body.Close()
	a, err := f.receive(resp, fail)
	if err != nil {
		return nil, netError(ctx, err)
	}
	return a, nil
}

// receive reads the body of resp. It calls fail if the body comes too slowly.
func (f *Fetcher) receive(resp *http.Response, fail context.CancelCauseFunc) (*answer, error) {
	a := &answer{
		url:         resp.Request.URL,
		status:      resp.StatusCode,
		header:      resp.Header,
		contentType: resp.Header.Get("Content-Type"),
	}
	if a.status == http.StatusNoContent || a.status == http.StatusPartialContent {
		return nil, port.Fail(port.Blocked, "HTTP %d", a.status)
	}
	raw := watch(resp.Body, f.limits.window, f.limits.windowMin, fail)
	defer raw.stop()
	r, err := decompress(raw, resp.Header.Values("Content-Encoding"))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	a.body, a.media, err = readBody(r, a.contentType, f.limits)
	if err == nil {
		// A body that ended for its decoder may still be short of its
		// Content-Length: the transport says so at the end.
		_, _ = io.CopyN(io.Discard, raw, 4<<10)
	}
	if raw.err != nil {
		return nil, raw.err
	}
	return a, err
}

// netError returns err as a Failure that says what went wrong and to no one
// where: it holds no address. An error that is a Failure or the end of ctx is
// returned as that.
func netError(ctx context.Context, err error) error {
	if f := failure(err); f != nil {
		return f
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		return port.Fail(port.Unavailable, "host could not be looked up")
	case reset(err):
		return fmt.Errorf("%w: %w", &port.Failure{Class: port.Unavailable, Reason: "connection broke off"}, errReset)
	case errors.As(err, &timeout) && timeout.Timeout():
		return port.Fail(port.TimedOut, "no answer within %s", headerWait)
	}
	return port.Fail(port.Unavailable, "could not be reached")
}

// errReset marks failures of a connection that are worth another attempt.
var errReset = errors.New("connection reset")

func reset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

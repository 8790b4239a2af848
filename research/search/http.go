// Package search finds pages: one [port.Searcher] for each search engine, a
// [Router] over them, and the [Library], which searches and reads a folder of
// documents without any network.
package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"

	"assay/research/port"
)

const (
	userAgent   = "Assay/1 (self-hosted research server)"
	maxBody     = 2 << 20           // bytes of an answer that are read
	maxAttempts = 3                 // per query and engine
	maxWait     = 120 * time.Second // an engine that asks for a longer wait is given up
	maxHeader   = 20 * time.Second  // until an engine begins to answer
)

// An api is one engine's HTTP interface.
type api struct {
	name   string // for people
	client *http.Client
	key    string // that it is sent; "" if it needs none
	keyVar string // the environment variable that holds the key
	// explain returns what is wrong, given an engine's own error status and body; nil if it has nothing to say.
	explain func(status int, body []byte) error
}

// ask makes a request, again if that is worth while, and decodes the answer into out.
// Its errors wrap a [*port.Failure], which holds no address and no key.
func (a api) ask(ctx context.Context, req *http.Request, out any) error {
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "application/json")
	retry := failsafehttp.NewRetryPolicyBuilder().
		WithMaxAttempts(maxAttempts).
		WithBackoff(time.Second, 8*time.Second).
		WithDelayFunc(func(e failsafe.ExecutionAttempt[*http.Response]) time.Duration { return retryAfter(e.LastResult()) }).
		AbortIf(func(resp *http.Response, err error) bool { return ctx.Err() != nil || retryAfter(resp) > maxWait }).
		ReturnLastFailure().
		Build()
	resp, err := failsafehttp.NewRequest(req.WithContext(ctx), a.http(), retry).Do()
	if err != nil {
		return a.unreachable(ctx, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	switch {
	case err != nil:
		return a.unreachable(ctx, err)
	case resp.StatusCode != http.StatusOK:
		return a.refused(resp, body)
	case len(body) > maxBody:
		return port.Fail(port.Invalid, "%s answered with more than %d MiB", a.name, maxBody>>20)
	}
	if err := json.Unmarshal(a.takenOut(body), out); err != nil {
		return port.Fail(port.Invalid, "%s answered with something other than the JSON expected", a.name)
	}
	return nil
}

// takenOut returns an answer without the key, should the engine have put it
// there: what is found is kept and shown.
func (a api) takenOut(body []byte) []byte {
	if len(a.key) < 16 { // no key, but a word
		return body
	}
	return bytes.ReplaceAll(body, []byte(a.key), []byte("***"))
}

// http returns the client, or one of its own if there is none. It follows no
// redirect to another host, which would be handed the key.
func (a api) http() *http.Client {
	client := http.Client{}
	if a.client != nil {
		client = *a.client
	} else if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t = t.Clone()
		t.ResponseHeaderTimeout = maxHeader
		t.DisableKeepAlives = true // it is used for one query
		client.Transport = t
	}
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

// refused returns the failure for an answer that is not 200.
func (a api) refused(resp *http.Response, body []byte) error {
	if a.explain != nil {
		if err := a.explain(resp.StatusCode, body); err != nil {
			return err
		}
	}
	switch s := resp.StatusCode; {
	case (s == http.StatusUnauthorized || s == http.StatusForbidden) && a.keyVar != "":
		return port.Fail(port.Fatal, "%s refused the key: check %s", a.name, a.keyVar)
	case s == http.StatusTooManyRequests:
		return port.Fail(port.Unavailable, "%s is answering no more queries for now (429)", a.name)
	case s >= 500:
		return port.Fail(port.Unavailable, "%s is out of order (%d)", a.name, s)
	case s >= 300 && s < 400:
		return port.Fail(port.Fatal, "%s has moved (%d): check its address", a.name, s)
	default:
		return port.Fail(port.Unknown, "%s did not accept the query (%d)", a.name, s)
	}
}

// retryAfter returns how long an answer asks to wait before the next attempt
// (RFC 9110, 10.2.3), or -1.
func retryAfter(resp *http.Response) time.Duration {
	if resp == nil {
		return -1
	}
	header := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return -1
}

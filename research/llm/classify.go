package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"syscall"
	"time"

	"assay/research/port"
)

// A fault is a failed attempt and what may be done about it.
type fault struct {
	class  port.Class
	reason string        // may hold a provider's words: hide them before showing it
	retry  bool          // the same request may succeed later
	after  time.Duration // but not before; 0 if the server did not say
	cause  error
}

func (f *fault) Error() string { return f.reason }
func (f *fault) Unwrap() error { return f.cause }

// errForm is an answer that is not in the form of one.
func errForm(reason string) error { return &fault{class: port.Invalid, reason: reason} }

var errTimeout = errors.New("no answer within the time allowed")

// classify says what can be done about an attempt's error. Silence is not
// tried again: a model that was too slow once is too slow twice, and billed twice.
func classify(err error) *fault {
	var f *fault
	var s *statusError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &s):
		return s.classify()
	case errors.Is(err, errIdle):
		return &fault{class: port.TimedOut, reason: fmt.Sprintf("the model fell silent for %v in the middle of its answer", maxIdle), cause: err}
	case errors.Is(err, errTimeout), errors.Is(err, context.DeadlineExceeded):
		return &fault{class: port.TimedOut, reason: "the model did not answer in time", cause: err}
	}
	return unreachable(err)
}

// What providers say, where a status is not enough. Codes first, then words.
var (
	noRoom     = regexp.MustCompile(`(?i)request too large`) // one request above the limit per minute
	noCredit   = regexp.MustCompile(`(?i)insufficient_quota|billing_not_active|billing_hard_limit|insufficient.?(balance|credit|funds)|credit balance`)
	tooLong    = regexp.MustCompile(`(?i)context_length_exceeded|exceed_context_size|context.?(length|window|size)|(prompt|input|request).{0,30}too (long|many tokens)|maximum.{0,20}tokens allowed|string_above_max_length`)
	filtered   = regexp.MustCompile(`(?i)content_filter|content_policy|responsibleai|invalid_prompt|safety system|moderation|\bflagged\b`)
	failedJSON = regexp.MustCompile(`(?i)json_validate_failed|failed_generation`)
)

func (s *statusError) classify() *fault {
	f := &fault{reason: s.say(), cause: s}
	switch {
	case s.status == http.StatusPaymentRequired, noCredit.MatchString(s.text):
		f.class, f.reason = port.Fatal, "the provider's account has no credit left: top it up, or set another OPENAI_API_KEY"
	case s.status == http.StatusTooManyRequests && noRoom.MatchString(s.text):
		f.class = port.TooLong
	case s.status == http.StatusRequestTimeout, s.status == http.StatusConflict, s.status == http.StatusTooManyRequests, s.status >= 500:
		f.class, f.retry = port.Unavailable, true
		if tooLong.MatchString(s.text) && s.status >= 500 { // some local servers say so with a 500
			f.class, f.retry = port.TooLong, false
		}
	case s.status == http.StatusUnauthorized:
		f.class, f.reason = port.Fatal, "the provider did not accept the key: check OPENAI_API_KEY"
	case filtered.MatchString(s.text):
		f.class = port.Refused
	case s.status == http.StatusForbidden:
		f.class, f.reason = port.Fatal, "the provider does not allow this key to use the model: check OPENAI_API_KEY and the model's name"
	case s.status == http.StatusNotFound:
		f.class, f.reason = port.Fatal, "the provider knows no such model or address: check the model's name and OPENAI_BASE_URL"
	case s.status == http.StatusRequestEntityTooLarge, tooLong.MatchString(s.text):
		f.class = port.TooLong
	case failedJSON.MatchString(s.text):
		f.class = port.Invalid
	case s.status < 400:
		f.class, f.reason = port.Fatal, "the server redirects elsewhere: set OPENAI_BASE_URL to its final address"
	default:
		f.class = port.Fatal
	}
	s.heed(f)
	return f
}

// heed takes in what the server itself says about trying again.
func (s *statusError) heed(f *fault) {
	if f.class == port.Fatal {
		return
	}
	switch s.header.Get("X-Should-Retry") {
	case "true":
		f.retry = true
	case "false":
		f.retry = false
	}
	f.after = retryAfter(s.header, s.body, time.Now())
}

// say puts the complaint in a sentence.
func (s *statusError) say() string {
	reason := fmt.Sprintf("the provider answered %d %s", s.status, http.StatusText(s.status))
	if s.message != "" {
		reason += ": " + s.message
	}
	return reason
}

// unreachable says why no response came, without naming addresses.
func unreachable(err error) *fault {
	f := &fault{class: port.Unavailable, retry: true, cause: err}
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &cert):
		f.class, f.retry, f.reason = port.Fatal, false, "the model's server has a certificate that is not trusted here"
	case errors.Is(err, http.ErrSchemeMismatch):
		f.class, f.retry, f.reason = port.Fatal, false, "the model's server does not speak TLS: OPENAI_BASE_URL should begin with http://"
	case errors.As(err, &dns):
		f.reason = "the host name of the model's server could not be looked up"
	case errors.Is(err, syscall.ECONNREFUSED):
		f.reason = "the model's server does not accept connections"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		f.reason = "the connection to the model's server was cut"
	default:
		f.reason = "the model's server could not be reached"
	}
	return f
}

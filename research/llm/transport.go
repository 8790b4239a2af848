package llm

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxBody   = 8 << 20  // of an answer, unpacked
	maxStream = 64 << 20 // of a stream: each token comes in an envelope of up to a kilobyte
	maxIdle   = 60 * time.Second
)

// A transport carries requests for go-openai, which on its own reads bodies
// without bound, takes a stream cut short for its end and loses the headers of
// failures. Through it, only whole and valid answers arrive as responses;
// everything else is an error, a [*statusError] if a server sent it. That goes
// for redirects, too: a redirected POST arrives as a GET, or takes the key elsewhere.
type transport struct {
	base  http.RoundTripper
	learn func(http.Header) // is shown the headers of every response
}

func newTransport(client *http.Client, parallel int, learn func(http.Header)) *transport {
	if client != nil && client.Transport != nil {
		return &transport{client.Transport, learn}
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = parallel
	return &transport{base, learn}
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	resp, err := t.base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return nil, err
	}
	t.learn(resp.Header)
	ok := resp.StatusCode >= 200 && resp.StatusCode < 300
	wanted := req.Header.Get("Accept") == "text/event-stream"
	if ok && wanted && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		resp.Body = newEvents(ctx, cancel, resp.Body)
		return resp, nil
	}
	defer cancel(nil)
	body, err := whole(resp.Body)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, newStatusError(resp.StatusCode, resp.Header, body)
	}
	if e, failed := inBody(resp.Header, body); failed {
		return nil, e
	}
	if wanted {
		return nil, errForm(fmt.Sprintf("the server answered a streamed request with %q: turn streaming off", mediaType(resp.Header)))
	}
	if !utf8.Valid(body) {
		return nil, errForm("the answer is not valid UTF-8")
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// whole reads and closes a body of at most maxBody bytes. net/http reports
// bodies shorter than their Content-Length.
func whole(r io.ReadCloser) ([]byte, error) {
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = errForm("the answer is larger than 8 MiB")
	}
	return body, err
}

func mediaType(h http.Header) string {
	t, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	if len(t) > 40 {
		t = t[:40]
	}
	return t
}

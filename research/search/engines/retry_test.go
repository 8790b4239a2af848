package engines

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

// A line answers requests in turn, without a network, so that time can be fake.
type line struct {
	answers []func() (*http.Response, error)
	calls   int
}

func (l *line) RoundTrip(*http.Request) (*http.Response, error) {
	l.calls++
	return l.answers[min(l.calls, len(l.answers))-1]()
}

func says(status int, retryAfter, body string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {retryAfter}}, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

func TestABusyEngineIsAskedAgainWhenItSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answers: []func() (*http.Response, error){says(429, "120", ""), says(503, "", ""), says(200, "", `{"results":[]}`)}}
		start := time.Now()
		_, err := New(entry(t, "searxng"), Config{Client: &http.Client{Transport: l}, Base: "http://x.example"}).Search(t.Context(), port.Query{Text: "q"})
		if err != nil || l.calls != 3 {
			t.Fatalf("%d calls: %v", l.calls, err)
		}
		if d := time.Since(start); d < 120*time.Second || d > 130*time.Second {
			t.Errorf("took %v, want the 120 s asked for and a short wait", d)
		}
	})
}

func TestAnEngineIsGivenUpAfterThreeAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, answer := range map[string]func() (*http.Response, error){
			"out of order": says(500, "", "secret stack trace"),
			"refused":      func() (*http.Response, error) { return nil, syscall.ECONNREFUSED },
		} {
			l := &line{answers: []func() (*http.Response, error){answer}}
			_, err := (&Wikipedia{Client: &http.Client{Transport: l}}).Search(t.Context(), port.Query{Text: "q"})
			if !errors.Is(err, &port.Failure{Class: port.Unavailable}) || l.calls != 3 {
				t.Errorf("%s: %d calls: %v", name, l.calls, err)
			}
			if strings.Contains(err.Error(), "stack trace") {
				t.Errorf("%s: the error quotes the answer: %v", name, err)
			}
		}
	})
}

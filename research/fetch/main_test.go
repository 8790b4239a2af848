package fetch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"assay/research/port"
)

var long = flag.Bool("long", false, "run the long forms of tests")

// TestMain is also the process that reads PDFs: the tests start the test
// binary again with this argument.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve-pdf" {
		if err := ServePDF(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) > 1 && os.Args[1] == orphan {
		leaveAnOrphan()
		return
	}
	os.Exit(m.Run())
}

var _ port.Fetcher = (*Fetcher)(nil)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// newLocal returns a Fetcher that may read from this machine, soon gives up
// and does not ask for robots.txt.
func newLocal(t testing.TB) *Fetcher {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f := New(Config{Allow: loopback, IgnoreRobots: true, PDF: PDFReader{Command: []string{exe, "serve-pdf"}}})
	f.limits.backoff = time.Millisecond
	return f
}

// serve starts a server with one handler and returns its address.
func serve(t testing.TB, h http.HandlerFunc) string {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// page is an article of some paragraphs around body.
func page(title, body string) string {
	return "<!DOCTYPE html><html lang=en><head><title>" + title + "</title></head><body><article><h1>" + title + "</h1><p>" +
		prose + "</p>" + body + "<p>" + prose + "</p></article></body></html>"
}

var prose = strings.Repeat("The committee met on a cold morning and heard what the engineers had measured at the bridge. ", 8)

// wantFailure fetches url and requires a failure.
func wantFailure(t *testing.T, f *Fetcher, url string, class port.Class, reason string) {
	t.Helper()
	p, err := f.Fetch(context.Background(), url)
	wantError(t, p, err, class, reason)
}

func wantError(t *testing.T, p port.Page, err error, class port.Class, reason string) {
	t.Helper()
	var got *port.Failure
	if !errors.As(err, &got) {
		t.Fatalf("got page of %d bytes and error %v, want a failure %q", len(p.Text), err, reason)
	}
	if got.Class != class || !strings.Contains(got.Reason, reason) {
		t.Errorf("got %s %q, want %s %q", got.Class, got.Reason, class, reason)
	}
	if p.Text != "" {
		t.Errorf("failure with a page of %d bytes", len(p.Text))
	}
}

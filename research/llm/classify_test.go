package llm

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/research/port"
)

func TestUnreachableServersAreToldApartWithoutTheirAddress(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { good(w, r) })
	plain, tls, gone := httptest.NewServer(handler), httptest.NewUnstartedServer(handler), httptest.NewServer(handler)
	tls.Config.ErrorLog = log.New(io.Discard, "", 0) // the failed handshake
	tls.StartTLS()
	gone.Close()
	defer plain.Close()
	defer tls.Close()
	for _, tt := range []struct {
		name, base string
		class      port.Class
		retry      bool
		says       string
	}{
		{"refused", gone.URL, port.Unavailable, true, "accept connections"},
		{"untrusted", tls.URL, port.Fatal, false, "certificate"},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), port.Fatal, false, "http://"},
	} {
		tr := &http.Transport{}
		c, err := New(Config{BaseURL: tt.base, Key: canary, Model: "m", Client: &http.Client{Transport: tr}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.exchange(t.Context(), dialect{}.chat("m", request, false))
		tr.CloseIdleConnections()
		if err == nil {
			t.Errorf("%s: no error", tt.name)
			continue
		}
		f := classify(err)
		if f.class != tt.class || f.retry != tt.retry || !strings.Contains(f.reason, tt.says) {
			t.Errorf("%s: class %q, retry %v: %s", tt.name, f.class, f.retry, f.reason)
		}
		if strings.Contains(f.reason, "127.0.0.1") || strings.Contains(f.reason, canary) {
			t.Errorf("%s: shows too much: %s", tt.name, f.reason)
		}
	}
}

func TestAHostThatCannotBeLookedUpIsUnavailable(t *testing.T) {
	f := classify(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "llm.internal"}})
	if f.class != port.Unavailable || !f.retry || strings.Contains(f.reason, "llm.internal") {
		t.Errorf("class %q, retry %v: %s", f.class, f.retry, f.reason)
	}
}

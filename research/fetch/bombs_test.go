package fetch

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"assay/research/port"
)

// coders make the content codings that servers use.
var coders = map[string]func(io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 5) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithWindowSize(1<<20))
		return z
	},
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
}

func coded(coding string, body io.Reader) []byte {
	var b bytes.Buffer
	w := coders[coding](&b)
	io.Copy(w, body)
	w.Close()
	return b.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestCompressedBombsStopAtTheLimit(t *testing.T) {
	f := newLocal(t)
	for coding := range coders {
		bomb := coded(coding, io.LimitReader(zeros{}, 32<<20))
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", coding)
			w.Write(bomb)
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		wantFailure(t, f, url, port.Blocked, "larger than 5 MiB")
		runtime.ReadMemStats(&after)
		spent := (after.TotalAlloc - before.TotalAlloc) >> 20
		if spent > 100 {
			t.Errorf("%s: allocated %d MiB", coding, spent)
		}
		t.Logf("%s: 32 MiB in %d bytes cost %d MiB", coding, len(bomb), spent)
	}
}

func TestCompressedPagesAreRead(t *testing.T) {
	f := newLocal(t)
	want := page("Compressed", "")
	for coding := range coders {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(r.Header.Get("Accept-Encoding"), coding) {
				t.Errorf("%s is not asked for", coding)
			}
			w.Header().Set("Content-Encoding", coding)
			w.Write(coded(coding, strings.NewReader(want)))
		})
		p, err := f.Fetch(context.Background(), url)
		if err != nil {
			t.Fatalf("%s: %v", coding, err)
		}
		if p.RawHash != digest([]byte(want)) {
			t.Errorf("%s: raw hash is not of the decompressed body", coding)
		}
	}
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "deflate")
		w.Header().Set("Content-Type", "text/html")
		z, _ := flate.NewWriter(w, 5)
		io.WriteString(z, want)
		z.Close()
	})
	if _, err := f.Fetch(context.Background(), url); err != nil {
		t.Errorf("deflate without header: %v", err)
	}
}

func TestWrongCodings(t *testing.T) {
	f := newLocal(t)
	once := coded("gzip", strings.NewReader(page("Twice", "")))
	for _, c := range []struct {
		coding, reason string
		body           []byte
		class          port.Class
	}{
		{"gzip, gzip", "compressed more than once", coded("gzip", bytes.NewReader(once)), port.Blocked},
		{"gzip, br", "compressed more than once", once, port.Blocked},
		{"lzw", "unknown content encoding", once, port.Blocked},
		{"gzip", "damaged in transfer", []byte("this is no gzip at all, is it"), port.Blocked},
		{"br", "damaged in transfer", []byte("<html>this is no brotli at all</html>"), port.Blocked},
		{"zstd", "damaged in transfer", []byte("this is no zstandard at all"), port.Blocked},
		{"gzip", "connection broke off", once[:len(once)/2], port.Unavailable},
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", c.coding)
			w.Write(c.body)
		})
		wantFailure(t, f, url, c.class, c.reason)
	}
}

func TestEndlessBodyStopsAtTheLimit(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.Copy(w, zeros{})
	})
	wantFailure(t, newLocal(t), url, port.Blocked, "larger than 5 MiB")
}

func TestBrokenAnswersAreNoPages(t *testing.T) {
	f := newLocal(t)
	body := page("Short", "")
	wantFailure(t, f, harmful(t, once("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999999\r\n\r\n"+body)), port.Unavailable, "connection broke off")
	wantFailure(t, f, harmful(t, once("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nabc")), port.Unavailable, "connection broke off")
	wantFailure(t, f, harmful(t, once("HTTP/1.1 200 OK\r\nX: "+strings.Repeat("x", 80<<10)+"\r\n\r\n"+body)), port.Unavailable, "could not be reached")
	wantFailure(t, f, harmful(t, once("SSH-2.0-OpenSSH_9.6\r\n")), port.Unavailable, "could not be reached")
	wantFailure(t, f, harmful(t, once("")), port.Unavailable, "connection broke off")
}

func TestSilentAndTricklingServersAreLeft(t *testing.T) {
	f := newLocal(t)
	release := make(chan struct{})
	defer close(release)
	f.limits.attempt = 50 * time.Millisecond
	silent := serve(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	wantFailure(t, f, silent, port.TimedOut, "no answer within")

	f.limits.attempt, f.limits.window = time.Minute, 20*time.Millisecond
	trickle := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>")
		w.(http.Flusher).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	wantFailure(t, f, trickle, port.TimedOut, "slower than")
}

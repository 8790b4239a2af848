package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/research/port"
)

func TestPageFields(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	f := newLocal(t)
	f.now = func() time.Time { return now }
	var agent string
	src := `<!DOCTYPE html><html lang="en-GB"><head><title>Bridge report</title>
		<meta name="author" content="Ada Byron"><meta property="og:site_name" content="The Daily Girder">
		<meta property="article:published_time" content="2024-05-06T07:08:09Z"></head>
		<body><article><h1>Bridge report</h1><p>` + prose + `</p><p>` + prose + `</p></article></body></html>`
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		agent = r.UserAgent()
		io.WriteString(w, src)
	})
	p, err := f.Fetch(context.Background(), url+"/report")
	if err != nil {
		t.Fatal(err)
	}
	want := port.Page{
		URL: url + "/report", FinalURL: url + "/report", Title: "Bridge report", Author: "Ada Byron", Site: "The Daily Girder",
		Published: "2024-05-06", Language: "en-GB", Type: "text/html", Status: 200, Fetched: now,
		Hash: digest([]byte(p.Text)), RawHash: digest([]byte(src)), Extractor: "trafilatura/1.12.2", Text: p.Text,
	}
	if p != want {
		t.Errorf("got  %+v\nwant %+v", p, want)
	}
	if prose := strings.TrimSpace(prose); p.Text != prose+"\n\n"+prose && p.Text != "Bridge report\n\n"+prose+"\n\n"+prose {
		t.Errorf("text is %q", p.Text)
	}
	if !strings.Contains(agent, Agent) {
		t.Errorf("came as %q", agent)
	}
}

func TestStatusesAndTypesThatAreNoArticles(t *testing.T) {
	f := newLocal(t)
	for _, c := range []struct {
		status       int
		media, body  string
		class        port.Class
		reason       string
		extraHeaders string
	}{
		{404, "text/html", page("Gone", ""), port.Blocked, "HTTP 404", ""},
		{403, "text/html", page("No", ""), port.Blocked, "HTTP 403", ""},
		{500, "text/html", page("Broken", ""), port.Unavailable, "HTTP 500", ""},
		{503, "text/html", page("Busy", ""), port.Unavailable, "HTTP 503", ""},
		{204, "", "", port.Blocked, "HTTP 204", ""},
		{200, "image/png", "\x89PNG\r\n\x1a\n", port.Blocked, "not text: image/png", ""},
		{200, "application/json", `{"a":1}`, port.Blocked, "not text: application/json", ""},
		{200, "application/xml", `<a/>`, port.Blocked, "not text: application/xml", ""},
		{200, "application/octet-stream", "PK\x03\x04\x00\x00", port.Blocked, "not text: application/zip", ""},
		{200, "text/html", "", port.Blocked, "no readable text", ""},
		{200, "text/html", "<p>Too little.", port.Blocked, "no readable text", ""},
		{200, "text/plain", "Too little.", port.Blocked, "no readable text", ""},
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", c.media)
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		})
		wantFailure(t, f, url, c.class, c.reason)
	}
}

func TestPlainTextIsReadAsItIs(t *testing.T) {
	for _, media := range []string{"text/plain; charset=utf-8", "text/markdown"} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", media)
			io.WriteString(w, "# Notes\r\n\r\n* "+prose+"\r\n")
		})
		p, err := newLocal(t).Fetch(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		if want := "# Notes\n\n* " + strings.TrimSpace(prose); p.Text != want || p.Extractor != "plain/1" {
			t.Errorf("%s: got %s %q", media, p.Extractor, p.Text)
		}
	}
}

func TestExtractNeedsNoNetworkAndNoLength(t *testing.T) {
	f := New(Config{})
	p, err := f.Extract(context.Background(), "notes.md", "", []byte("Short note."))
	if err != nil {
		t.Fatal(err)
	}
	if p.Text != "Short note." || p.URL != "notes.md" || p.Status != 0 || p.Type != "text/plain" {
		t.Errorf("got %+v", p)
	}
	p, err = f.Extract(context.Background(), "empty.txt", "text/plain", []byte(" \n"))
	wantError(t, p, err, port.Blocked, "no readable text")
	p, err = f.Extract(context.Background(), "a.png", "", []byte("\x89PNG\r\n\x1a\n"))
	wantError(t, p, err, port.Blocked, "not text: image/png")
	p, err = f.Extract(context.Background(), "a.pdf", "", []byte("%PDF-1.4"))
	wantError(t, p, err, port.Blocked, "PDFs are not read here")
}

func TestBusyServersAreAskedAgain(t *testing.T) {
	f := newLocal(t)
	var asked atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch asked.Add(1) {
		case 1:
			w.WriteHeader(http.StatusTooManyRequests)
		case 2:
			panic(http.ErrAbortHandler) // resets the connection
		default:
			io.WriteString(w, page("At last", ""))
		}
	})
	if p, err := f.Fetch(context.Background(), url); err != nil || p.Title != "At last" {
		t.Fatalf("got %q, %v", p.Title, err)
	}
	if asked.Load() != 3 {
		t.Errorf("asked %d times", asked.Load())
	}
}

func TestPatienceHasAnEnd(t *testing.T) {
	f := newLocal(t)
	var asked atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", r.URL.Query().Get("s"))
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	wantFailure(t, f, url+"?s=121", port.Unavailable, "HTTP 503")
	wantFailure(t, f, url+"?s="+strings.ReplaceAll(time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), " ", "+"), port.Unavailable, "HTTP 503")
	if asked.Load() != 2 {
		t.Errorf("asked %d times, want once each", asked.Load())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, err := f.Fetch(ctx, url+"?s=60"); failure(err) == nil || asked.Load() != 3 {
		t.Errorf("a wait beyond the deadline: asked %d times, %v", asked.Load(), err)
	}
}

func TestFetchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, err := newLocal(t).Fetch(ctx, url); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/research/port"
)

const canary = "sk-canary-0123456789abcdef"

// pipes is a listener whose connections are in memory, so that time in a
// synctest bubble stands still only while bytes are under way.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
func (p *pipes) Close() error   { close(p.done); return nil }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A call is one request as the server saw it.
type call struct {
	header http.Header
	path   string
	body   map[string]any
}

// serve starts a server in memory and returns an HTTP client for it and a
// function that returns the calls received so far. n counts them from 1.
func serve(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) (*http.Client, func() []call) {
	t.Helper()
	l := &pipes{make(chan net.Conn), make(chan struct{})}
	var mu sync.Mutex
	var calls []call
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := call{header: r.Header, path: r.URL.Path}
		if r.Method == http.MethodPost {
			if err := json.NewDecoder(r.Body).Decode(&c.body); err != nil {
				t.Errorf("request body: %v", err)
			}
			io.Copy(io.Discard, r.Body)
		}
		mu.Lock()
		calls = append(calls, c)
		n := len(calls)
		mu.Unlock()
		answer(w, r, n)
	})}
	stopped := make(chan struct{})
	go func() { defer close(stopped); srv.Serve(l) }()
	tr := &http.Transport{DialContext: l.dial}
	t.Cleanup(func() {
		tr.CloseIdleConnections()
		srv.Close()
		<-stopped
	})
	return &http.Client{Transport: tr}, func() []call {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(calls)
	}
}

// client returns a Client for the server, with the canary as its key.
func client(t *testing.T, hc *http.Client, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{BaseURL: "http://llm.test/v1", Key: canary, Model: "gpt-4o", Client: hc}
	for _, f := range change {
		f(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func streaming(cfg *Config) { cfg.Stream = true }

var request = port.Request{Role: "skeptic 2", Task: "vote", Prompt: "Is it so?", Schema: json.RawMessage(`{"type":"object"}`)}

// classOf returns the class of a failure, or "" for none.
func classOf(t *testing.T, err error) port.Class {
	t.Helper()
	var f *port.Failure
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("error %v (%T) is no Failure", err, err)
	}
	if f == nil {
		return ""
	}
	return f.Class
}

// chatJSON is an answer as OpenAI sends it.
func chatJSON(content, finish string) string {
	c, _ := json.Marshal(content)
	return fmt.Sprintf(`{"model":"gpt-4o-2024-08-06","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":%q}],"usage":{"prompt_tokens":10,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":6}}}`, c, finish)
}

// chatEvents is the same as a stream.
func chatEvents(content, finish string) string {
	var b strings.Builder
	for _, part := range strings.SplitAfter(content, " ") {
		p, _ := json.Marshal(part)
		fmt.Fprintf(&b, "data: {\"model\":\"gpt-4o-2024-08-06\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", p)
	}
	if finish != "" {
		fmt.Fprintf(&b, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\n", finish)
	}
	return b.String()
}

func sendJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func sendEvents(w http.ResponseWriter, events string) {
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, events)
	w.(http.Flusher).Flush()
}

// good answers in the way that was asked for.
func good(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Accept") == "text/event-stream" {
		sendEvents(w, chatEvents(`{"ok": true}`, "stop")+"data: [DONE]\n\n")
		return
	}
	sendJSON(w, 200, chatJSON(`{"ok": true}`, "stop"))
}

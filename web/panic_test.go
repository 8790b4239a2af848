package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"assay/db"
	"assay/research"
)

// A brokenStore panics when a run of one question is drawn.
type brokenStore struct {
	db.Store
	run string
}

func (b *brokenStore) Hidden(ctx context.Context, run string) (bool, error) {
	if run == b.run {
		panic("what this run came to makes no sense")
	}
	return b.Store.Hidden(ctx, run)
}

// A syncBuffer is a log that many write to.
type syncBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// A page that cannot be drawn is told so to those who look at it, and the server
// lives.
func TestAPageThatCannotBeDrawnIsSaidToBe(t *testing.T) {
	s := newSite(t, teaWorld)
	well := s.ask(t)
	s.until(t, well, research.Done)
	s.gate.hold("writer")
	ill := s.ask(t)
	var log syncBuffer
	s.Store, s.hubs.Log = &brokenStore{s.Store, ill}, slog.New(slog.NewTextHandler(&log, nil))
	stream, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/r/"+ill+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.client.Do(stream)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	seen := make([]byte, 400)
	if _, err := io.ReadFull(res.Body, seen); err != nil || !strings.Contains(string(seen), "This page could not be drawn.") {
		t.Errorf("the stream shows %q, %v", seen, err)
	}
	s.get(t, "/r/"+ill).want(t, http.StatusInternalServerError, "This page could not be drawn.")
	s.get(t, "/r/"+well).want(t, http.StatusOK, "The report is ready.")
	if !strings.Contains(log.String(), "makes no sense") || !strings.Contains(log.String(), "panic_test.go") {
		t.Errorf("the log has no stack: %s", log.String())
	}
}

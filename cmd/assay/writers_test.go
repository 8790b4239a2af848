package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/simulator"
	"assay/test/harness"
)

// maxWAL is how large the database's log of what is not yet in its file may
// get: a reader that holds on to an old state would let it grow for ever.
const maxWAL = 64 << 20

// Fifty runs write side by side while slow readers hang on to everything there
// is to read: no write is refused as busy, and the log of the database stays
// small.
func TestFiftyRunsWriteSideBySide(t *testing.T) {
	const runs = 50
	ways := []*engine.Method{reading}
	if harness.Long() {
		ways = methods
	}
	h := inside(t, &simulator.ModelServer{Latency: 10 * time.Millisecond, Refuted: 0.3, Seed: 1}, nil)
	h.engine = engine.NewEngine(h.db, h.desk, runs, ways...)
	var faults faultLog
	h.engine.Fault = faults.add
	site, err := new(serveCmd).site(t.Context(), h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(site.Handler())
	t.Cleanup(web.Close)
	wal := watchSize(t, filepath.Join(h.dir, "assay.db-wal"))

	var infos []research.Info
	for i := range runs {
		infos = append(infos, h.start(t, harness.Question(i%7)+fmt.Sprint(i), ways[i%len(ways)].Name, research.Options{}))
	}
	for _, path := range []string{"/events", "/events?format=ndjson"} {
		for _, info := range infos {
			dawdle(t, web.Listener.Addr().String(), "/r/"+info.ID+path)
		}
	}
	began, events := time.Now(), 0
	for _, info := range infos {
		s := harness.End(t, h.db, info)
		events += int(s.Seq)
		if s.Report == nil {
			t.Errorf("%s ended %s: %s", s.Method, s.Status, s.Reason)
		}
	}
	took := time.Since(began)
	site.Drain()
	if all := faults.all(); len(all) > 0 {
		t.Errorf("%d writes failed: %s", len(all), all[0])
	}
	most := wal()
	if most > maxWAL {
		t.Errorf("the log of the database grew to %d MiB", most>>20)
	}
	t.Logf("%d runs of %d methods side by side, %d slow readers: %d events in %s, 0 writes refused, the log of the database took %.1f MiB at most",
		runs, len(ways), 2*runs, events, took.Round(time.Millisecond), float64(most)/(1<<20))
}

// reading is a method that writes much and costs little: it searches and reads.
var reading = &engine.Method{
	Name: "reading", Title: "Reading", Phases: []string{"read"},
	Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		if err := r.Enter(ctx, "read"); err != nil {
			return nil, err
		}
		words := []string{"lightning", "goldfish", "wall", "moon", "sugar", "brain"}
		_, err := engine.Each(ctx, words, func(ctx context.Context, word string) (int, error) {
			found, err := r.Search(ctx, port.Query{Text: word, Limit: 2})
			if err != nil {
				return 0, err
			}
			for _, hit := range found.Hits {
				if _, err := r.Read(ctx, hit.URL); err != nil {
					return 0, err
				}
			}
			return len(found.Hits), nil
		})
		return &research.Report{Summary: "It was read."}, err
	},
}

// A faultLog keeps what an engine says went wrong.
type faultLog struct {
	mu   sync.Mutex
	said []string
}

func (l *faultLog) add(info research.Info, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, fmt.Sprintf("%s: %v", info.Method, err))
}

func (l *faultLog) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said
}

// watchSize looks at a file again and again; the function returned ends that
// and returns the most bytes that the file had.
func watchSize(t *testing.T, file string) (most func() int64) {
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan int64, 1)
	go func() {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		size := int64(0)
		for {
			if info, err := os.Stat(file); err == nil {
				size = max(size, info.Size())
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				result <- size
				return
			}
		}
	}()
	return func() int64 {
		cancel()
		return <-result
	}
}

// dawdle asks for a page, takes its first bytes and reads no more.
func dawdle(t *testing.T, addr, path string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.(*net.TCPConn).SetReadBuffer(4 << 10)
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 15)
	if _, err := io.ReadFull(c, first); err != nil || !strings.HasPrefix(string(first), "HTTP/1.1 200") {
		t.Fatalf("%s: %q, %v", path, first, err)
	}
}

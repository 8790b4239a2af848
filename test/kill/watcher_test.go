package kill

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// A watcher watches a run as the page's script does: it keeps its place, comes
// back when the stream breaks or ends, ever more slowly while there is nobody,
// and stops when it is told that there is nothing more to see.
type watcher struct {
	client *http.Client
	url    string
	quick  time.Duration // by how much faster than a browser's its clock goes

	arrived func(again bool) // called with the first frame of every connection

	place   string // id of the last frame
	last    string // hash of the last frame
	report  bool   // the last frame holds the report
	frames  int
	refused atomic.Int64 // connections that were answered with an error
}

// What the page tells the script: retryInterval and retryMaxWait.
const (
	firstWait   = time.Second
	longestWait = 10 * time.Second
)

// watch watches until the run is over, and reports whether it saw that.
func (w *watcher) watch(ctx context.Context) bool {
	first, wait := firstWait, firstWait
	for again := false; ; again = true {
		heard, told, over := w.connect(ctx, again)
		if over {
			return true
		}
		if heard { // a browser that was answered starts afresh
			if told > 0 {
				first = told
			}
			wait = first
		}
		pause := time.NewTimer(wait / w.quick)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return false
		}
		wait = min(2*wait, longestWait)
	}
}

// connect opens the stream and reads it to its end. It returns whether there
// was one, how long the server said to wait before coming back, and whether
// there is nothing to come back for.
func (w *watcher) connect(ctx context.Context, again bool) (heard bool, told time.Duration, over bool) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return false, 0, false
	}
	req.Header.Set("Accept", "text/event-stream, text/html, application/json")
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	req.Header.Set("Datastar-Request", "true")
	if w.place != "" {
		req.Header.Set("Last-Event-ID", w.place)
	}
	res, err := w.client.Do(req)
	if err != nil {
		return false, 0, false
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusNoContent:
		return true, 0, true
	case http.StatusOK:
	default:
		w.refused.Add(1)
		return false, 0, false
	}
	body := io.Reader(res.Body)
	if res.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(body); err != nil {
			return false, 0, false
		}
	}
	return true, w.read(body, again), false
}

// read reads events until the stream ends, and returns how long the server
// last said to wait before coming back.
func (w *watcher) read(body io.Reader, again bool) (told time.Duration) {
	lines := bufio.NewReaderSize(body, 4<<10)
	sum, id, patch, report, fresh := sha256.New(), "", false, false, true
	for {
		line, more, err := lines.ReadLine()
		if err != nil {
			return told
		}
		switch {
		case bytes.HasPrefix(line, []byte("event: ")):
			patch = bytes.HasSuffix(line, []byte("patch-elements"))
		case bytes.HasPrefix(line, []byte("id: ")):
			id = string(line[len("id: "):])
		case bytes.HasPrefix(line, []byte("retry: ")):
			if ms, err := strconv.Atoi(string(line[len("retry: "):])); err == nil {
				told = time.Duration(ms) * time.Millisecond
			}
		case len(line) == 0 && patch: // the event is whole
			w.place, w.last, w.report = id, hex.EncodeToString(sum.Sum(nil)), report
			w.frames++
			if fresh {
				w.arrived(again)
			}
			sum.Reset()
			patch, report, fresh = false, false, false
		case len(line) == 0:
			sum.Reset()
		default:
			sum.Write(line)
			report = report || bytes.Contains(line, []byte(`id="answer"`))
			for more && err == nil { // the rest of a long line
				line, more, err = lines.ReadLine()
				sum.Write(line)
			}
			sum.Write([]byte("\n"))
		}
	}
}

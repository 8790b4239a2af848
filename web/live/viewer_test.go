package live

import (
	"bytes"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A wire is a connection to a browser that may have stopped reading.
type wire struct {
	header   http.Header
	stuck    bool
	sink     bool // keeps nothing
	deadline time.Time
	bytes.Buffer
}

func (w *wire) Header() http.Header { return w.header }

func (w *wire) WriteHeader(int) {}

func (w *wire) Flush() {}

func (w *wire) SetReadDeadline(time.Time) error { return nil }

func (w *wire) SetWriteDeadline(t time.Time) error {
	w.deadline = t
	return nil
}

func (w *wire) Write(b []byte) (int, error) {
	if w.stuck {
		time.Sleep(time.Until(w.deadline)) // by the clock of the test's bubble
		return 0, os.ErrDeadlineExceeded
	}
	if w.sink {
		return len(b), nil
	}
	return w.Buffer.Write(b)
}

// view starts to watch a hub over w; the channel is closed when that ends.
func view(t *testing.T, w *wire, h *hub, gzip bool) (over <-chan struct{}) {
	t.Helper()
	w.header = make(http.Header)
	v, err := NewViewer(w, gzip)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		v.watch(t.Context(), h, nil)
	}()
	return done
}

func TestAViewerWhoStopsReadingIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(nil)
		var slow, quick wire
		dropped, ended := view(t, &slow, h, false), view(t, &quick, h, false)
		synctest.Wait()
		slow.stuck = true
		start := time.Now()
		h.show(framed(t, "<main id=run>1</main>", 1, false))
		<-dropped
		if took := time.Since(start); took < patient || took > 2*patient {
			t.Errorf("dropped after %s, want %s to %s", took, patient, 2*patient)
		}
		h.show(framed(t, "<main id=run>2</main>", 2, true))
		h.end()
		<-ended
		if got := quick.String(); !strings.Contains(got, "<main id=run>1</main>") || !strings.Contains(got, "<main id=run>2</main>") {
			t.Errorf("the other viewer saw %q", got)
		}
	})
}

// A thousand viewers of one run take little more than one: what they are sent
// is drawn and packed once.
func TestViewersShareWhatTheyAreSent(t *testing.T) {
	const viewers, each = 1000, 32 << 10 // bytes
	synctest.Test(t, func(t *testing.T) {
		h := newHub(nil)
		h.show(framed(t, "<main id=run>"+strings.Repeat("a frame of some size ", 3000)+"</main>", 1, false))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var over []<-chan struct{}
		for range viewers {
			over = append(over, view(t, &wire{sink: true}, h, true))
		}
		synctest.Wait()
		runtime.GC()
		runtime.ReadMemStats(&after)
		if took := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / viewers; took > each {
			t.Errorf("a viewer takes %d bytes, want at most %d", took, each)
		} else {
			t.Logf("a viewer takes %d bytes", took)
		}
		h.end()
		for _, o := range over {
			<-o
		}
	})
}

func TestAQuietStreamBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(nil)
		var w wire
		over := view(t, &w, h, false)
		h.show(framed(t, "<main id=run>1</main>", 0, false))
		h.show(framed(t, "<main id=run>1</main>", 0, false)) // the same: not sent
		time.Sleep(3*heartbeat + time.Second)
		h.end()
		<-over
		if frames, beats := strings.Count(w.String(), "patch-elements"), strings.Count(w.String(), "patch-signals"); frames != 1 || beats != 3 {
			t.Errorf("%d frames and %d beats in %s", frames, beats, 3*heartbeat)
		}
	})
}

func framed(t *testing.T, html string, seq int64, over bool) *Frame {
	t.Helper()
	f, err := NewFrame(Drawing{[]byte(html), seq, over})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

package live

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A sheet is a source of one run, whose drawing is made up as it goes on.
type sheet struct {
	mu   sync.Mutex
	seq  int64
	more chan struct{}
	draw func(seq int64) string // may panic
	last int64                  // the run is over with this event
}

func newSheet(last int64, draw func(int64) string) *sheet {
	return &sheet{more: make(chan struct{}), draw: draw, last: last}
}

func (s *sheet) advance() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	close(s.more)
	s.more = make(chan struct{})
}

func (s *sheet) Draw(context.Context, string) (Drawing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Drawing{[]byte(s.draw(s.seq)), s.seq, s.seq == s.last}, nil
}

func (s *sheet) Wait(ctx context.Context, _ string, after int64) error {
	for {
		s.mu.Lock()
		seq, more := s.seq, s.more
		s.mu.Unlock()
		if seq > after {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *sheet) Hold(context.Context, string) (func(), error) { return func() {}, nil }

// watch has a viewer watch a run until it ends or the test does.
func watch(t *testing.T, hs *Hubs, run string) (w *wire, over <-chan struct{}) {
	t.Helper()
	w = &wire{header: make(http.Header)}
	v, err := NewViewer(w, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		hs.Watch(ctx, run, v, nil)
	}()
	t.Cleanup(func() { stop(); <-done })
	return w, done
}

// A page that cannot be drawn is the trouble of those who look at it: they are
// told, the log has the stack, and whoever watches another run sees its end.
func TestAPanicHarmsOnePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		well := newSheet(2, func(seq int64) string { return fmt.Sprintf("<main id=run>%d</main>", seq) })
		ill := newSheet(9, func(seq int64) string {
			if seq == 1 {
				panic("a view is broken")
			}
			return "<main id=run>fine</main>"
		})
		hs := &Hubs{Source: byRun{"well": well, "ill": ill}, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Broken: func(run string) []byte { return []byte("<main id=run>" + run + " could not be drawn</main>") }}
		first, _ := watch(t, hs, "ill")
		other, over := watch(t, hs, "well")
		synctest.Wait()
		ill.advance()
		time.Sleep(time.Second)
		late, _ := watch(t, hs, "ill")
		time.Sleep(heartbeat + time.Second)
		synctest.Wait()
		for who, w := range map[string]*wire{"who was there": first, "who came late": late} {
			if !strings.Contains(w.String(), "ill could not be drawn") || !strings.Contains(w.String(), "patch-signals") {
				t.Errorf("%s sees %q", who, w)
			}
		}
		if !strings.Contains(log.String(), "a view is broken") || !strings.Contains(log.String(), "live_test.go") {
			t.Errorf("the log has no stack: %s", &log)
		}
		for range 2 {
			well.advance()
			time.Sleep(time.Second)
		}
		<-over
		if !strings.Contains(other.String(), ">2</main>") {
			t.Errorf("who watches another run sees %q", other)
		}
	})
}

// byRun are sources by run.
type byRun map[string]*sheet

func (b byRun) Draw(ctx context.Context, run string) (Drawing, error) { return b[run].Draw(ctx, run) }

func (b byRun) Wait(ctx context.Context, run string, after int64) error {
	return b[run].Wait(ctx, run, after)
}

func (b byRun) Hold(ctx context.Context, run string) (func(), error) { return b[run].Hold(ctx, run) }

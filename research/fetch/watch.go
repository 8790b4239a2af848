package fetch

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"assay/research/port"
)

// A watched body must keep coming: a server that trickles bytes would hold a
// turn for as long as it liked (slowloris).
type watched struct {
	body io.Reader
	err  error        // that reading ended with, other than io.EOF
	n    atomic.Int64 // bytes in the current window
	done chan struct{}
}

// watch returns body, and calls fail if a window passes in which fewer than
// least bytes were read. The caller must call stop.
func watch(body io.Reader, window time.Duration, least int64, fail context.CancelCauseFunc) *watched {
	w := &watched{body: body, done: make(chan struct{})}
	go func() {
		tick := time.NewTicker(window)
		defer tick.Stop()
		for {
			select {
			case <-w.done:
				return
			case <-tick.C:
				if w.n.Swap(0) < least {
					fail(port.Fail(port.TimedOut, "slower than %d bytes in %s", least, window))
					return
				}
			}
		}
	}()
	return w
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.body.Read(p)
	w.n.Add(int64(n))
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// stop ends the watch.
func (w *watched) stop() { close(w.done) }

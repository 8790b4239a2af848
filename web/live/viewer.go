package live

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	heartbeat = 15 * time.Second // between events of a quiet stream
	patient   = 10 * time.Second // how long a viewer may take to accept one, at least; at most twice that
)

// A Viewer is one browser at the end of a stream.
type Viewer struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	pack *packing  // nil if the browser takes no gzip
	term time.Time // by which what is being written must be accepted
}

// NewViewer starts a stream, packed if the browser takes gzip.
func NewViewer(w http.ResponseWriter, gzip bool) (*Viewer, error) {
	v := &Viewer{w: w, rc: http.NewResponseController(w)}
	v.rc.SetReadDeadline(time.Time{}) // a stream outlives what a request may take
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Transfer-Encoding", "identity") // ends with its connection: a frame in chunks would take three writes, not one
	var head []byte
	if gzip {
		h.Set("Content-Encoding", "gzip")
		v.pack, head = new(packing), packHead
	}
	return v, v.write(head)
}

// send sends pieces, if any. A viewer has a term to accept them.
func (v *Viewer) send(pieces ...Piece) error {
	if len(pieces) == 0 {
		return nil
	}
	out := make([][]byte, len(pieces))
	for i, p := range pieces {
		out[i] = p.Plain
		if v.pack != nil {
			v.pack.add(p.Plain)
			out[i] = p.Packed
		}
	}
	return v.write(out...)
}

func (v *Viewer) write(pieces ...[]byte) error {
	if now := time.Now(); v.term.Sub(now) < patient { // not with each frame: it is a tenth of what that costs
		v.term = now.Add(2 * patient)
		v.rc.SetWriteDeadline(v.term)
	}
	for _, b := range pieces {
		if _, err := v.w.Write(b); err != nil {
			return err
		}
	}
	return v.rc.Flush()
}

// quiet is sent when there is nothing to send.
var quiet = beat(patience)

// watch sends what changes until the run is over, the viewer is gone or too slow, or
// the server drains.
func (v *Viewer) watch(ctx context.Context, h *hub, draining <-chan struct{}) {
	defer v.close()
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	shown := 0
	for {
		n := h.since(shown)
		if v.send(n.pieces...) != nil {
			return
		}
		if shown = n.shown; n.ended {
			return
		}
		select {
		case <-n.change:
		case <-beats.C:
			if v.send(quiet) != nil {
				return
			}
		case <-draining:
			v.send(beat(patience + rand.N(3*time.Second))) // so that not all come back at once
			return
		case <-ctx.Done():
			return
		}
	}
}

// close ends the stream.
func (v *Viewer) close() {
	if v.pack != nil {
		v.write(v.pack.end())
	}
}

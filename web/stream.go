package web

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/port"
)

const (
	heartbeat = 15 * time.Second // between events of a quiet stream
	patient   = 10 * time.Second // how long a viewer may take to accept one, at least; at most twice that
)

// streamRun sends a run's region, and then what changes in it. Each connection
// begins with the region as it is, so a viewer who comes late or comes back
// misses nothing. One who has seen the end is told not to come back: 204.
func (s *Server) streamRun(c echo.Context) error {
	id, err := runID(c)
	if err != nil {
		return err
	}
	if s.drained() {
		return errDraining
	}
	if c.QueryParam("format") == "ndjson" {
		return s.streamEvents(c, id)
	}
	if seen, err := s.sawTheEnd(c, id); err != nil {
		return err
	} else if seen {
		return c.NoContent(http.StatusNoContent)
	}
	v, err := newViewer(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	return goOn(c, func() {
		h := s.join(id)
		defer s.leave(id, h)
		v.watch(ctx, h, s.draining)
	})
}

// goOn has the reply go on with then, once the handler and all middleware have
// returned.
func goOn(c echo.Context, then func()) error {
	r, ok := c.Response().Writer.(*reply)
	if !ok {
		return http.ErrNotSupported
	}
	r.then = then
	return nil
}

// sawTheEnd reports whether the browser has the last frame of a run that is
// over. Of a run that others watch the database is not asked: calls into it
// would leave each viewer a deep stack.
func (s *Server) sawTheEnd(c echo.Context, id string) (seen bool, err error) {
	if s.watched(id) {
		return false, nil
	}
	err = s.withState(c.Request().Context(), id, func(state *research.State) error {
		seen = state.Status.Over() && c.Request().Header.Get("Last-Event-ID") == strconv.FormatInt(state.Seq, 10)
		return nil
	})
	return seen, err
}

// A viewer is one browser at the end of a stream.
type viewer struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	pack *packing  // nil if the browser takes no gzip
	term time.Time // by which what is being written must be accepted
}

// newViewer starts a stream.
func newViewer(c echo.Context) (*viewer, error) {
	w := c.Response().Writer // Echo's own wrapper would take a flush for a second header
	v := &viewer{w: w, rc: http.NewResponseController(w)}
	v.rc.SetReadDeadline(time.Time{}) // a stream outlives what a request may take
	c.Response().Committed = true
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Transfer-Encoding", "identity") // ends with its connection: a frame in chunks would take three writes, not one
	var head []byte
	if takesGzip(c) {
		h.Set("Content-Encoding", "gzip")
		v.pack, head = new(packing), packHead
	}
	return v, v.write(head)
}

// send sends events, if any. A viewer has a term to accept them.
func (v *viewer) send(events ...event) error {
	if len(events) == 0 {
		return nil
	}
	pieces := make([][]byte, len(events))
	for i, e := range events {
		pieces[i] = e.plain
		if v.pack != nil {
			v.pack.add(e.plain)
			pieces[i] = e.packed
		}
	}
	return v.write(pieces...)
}

func (v *viewer) write(pieces ...[]byte) error {
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
func (v *viewer) watch(ctx context.Context, h *hub, draining <-chan struct{}) {
	defer v.close()
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	shown := 0
	for {
		n := h.since(shown)
		if v.send(n.events...) != nil {
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
func (v *viewer) close() {
	if v.pack != nil {
		v.write(v.pack.end())
	}
}

// A line is an event in the stream for scripts.
type line struct {
	Seq   int64           `json:"seq"`
	Time  time.Time       `json:"time"`
	Kind  research.Kind   `json:"kind"`
	Phase string          `json:"phase,omitempty"`
	Label string          `json:"label,omitempty"`
	Data  json.RawMessage `json:"data,omitempty"`
	Usage port.Usage      `json:"usage"`
}

// streamEvents sends a run's journal as JSON, an event a line, until the run is over.
func (s *Server) streamEvents(c echo.Context, id string) error {
	ctx := c.Request().Context()
	info, err := s.Store.Info(ctx, id)
	if err != nil {
		return err
	}
	w := c.Response().Writer
	c.Response().Committed = true
	rc := http.NewResponseController(w)
	rc.SetReadDeadline(time.Time{})
	w.Header().Set(echo.HeaderContentType, "application/x-ndjson")
	out := json.NewEncoder(w)
	state := research.NewState(info)
	for {
		events, err := s.Store.Events(ctx, id, state.Seq)
		if err != nil {
			return err
		}
		state.Add(events...)
		rc.SetWriteDeadline(time.Now().Add(patient))
		for _, e := range events {
			if err := out.Encode(line{e.Seq, e.Time, e.Kind, e.Phase, e.Label, e.Data, e.Usage}); err != nil {
				return nil // the reader has gone
			}
		}
		if rc.Flush() != nil || state.Status.Over() {
			return nil
		}
		if err := s.pause(ctx, id, state.Seq); err != nil {
			return nil
		}
	}
}

// pause waits for an event after seq, until ctx ends or the server drains.
func (s *Server) pause(ctx context.Context, id string, seq int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-s.draining:
			cancel(errDraining)
		case <-ctx.Done():
		}
	}()
	return s.Store.Wait(ctx, id, seq)
}

package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/port"
	"assay/web/live"
)

// patient is how long a reader of the journal may take to accept an event.
const patient = 10 * time.Second

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
	c.Response().Committed = true
	v, err := live.NewViewer(c.Response().Writer, takesGzip(c)) // Echo's own wrapper would take a flush for a second header
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	return goOn(c, func() { s.hubs.Watch(ctx, id, v, s.draining) })
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

// takesGzip reports whether the browser takes a packed stream.
func takesGzip(c echo.Context) bool {
	return strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip")
}

// sawTheEnd reports whether the browser has the last frame of a run that is
// over. Of a run that others watch the database is not asked: calls into it
// would leave each viewer a deep stack.
func (s *Server) sawTheEnd(c echo.Context, id string) (seen bool, err error) {
	if s.hubs.Watched(id) {
		return false, nil
	}
	err = s.withState(c.Request().Context(), id, func(state *research.State) error {
		seen = state.Status.Over() && c.Request().Header.Get("Last-Event-ID") == strconv.FormatInt(state.Seq, 10)
		return nil
	})
	return seen, err
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

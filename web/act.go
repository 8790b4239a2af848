package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/engine"
)

// act does something to the run that the path names. Who sees the stream needs
// no answer; others are led back to the run.
func (s *Server) act(c echo.Context, do func(ctx context.Context, id string) error) error {
	id, err := s.actOn(c, do)
	if err != nil {
		return err
	}
	if scripted(c) {
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusSeeOther, "/r/"+id)
}

// actOn is act without the answer. What was asked for is done even if who
// asked does not wait for it.
func (s *Server) actOn(c echo.Context, do func(ctx context.Context, id string) error) (string, error) {
	id, err := runID(c)
	if err != nil {
		return "", err
	}
	if s.drained() {
		return "", errDraining
	}
	ctx := context.WithoutCancel(c.Request().Context())
	if _, err := s.Store.Info(ctx, id); err != nil {
		return "", err
	}
	return id, do(ctx, id)
}

// over reports whether a run is over.
func (s *Server) over(ctx context.Context, id string) (over bool, err error) {
	err = s.withState(ctx, id, func(state *research.State) error {
		over = state.Status.Over()
		return nil
	})
	return over, err
}

// unlessOver calls do unless the run is over: then the page was old, and
// leading back to the run shows what became of it.
func (s *Server) unlessOver(do func(context.Context, string) error) func(context.Context, string) error {
	return func(ctx context.Context, id string) error {
		if over, err := s.over(ctx, id); over || err != nil {
			return err
		}
		return do(ctx, id)
	}
}

func (s *Server) hurryRun(c echo.Context) error { return s.act(c, s.unlessOver(s.Engine.Hurry)) }

func (s *Server) stopRun(c echo.Context) error { return s.act(c, s.unlessOver(s.Engine.Stop)) }

// retryRun has a run that ended try again what failed. Fields budget (dollars)
// and deadline (minutes) raise its limits.
func (s *Server) retryRun(c echo.Context) error {
	var r reader
	more := research.Budget{Cost: r.dollars("budget", c.FormValue("budget")), Time: r.minutes("deadline", c.FormValue("deadline"))}
	if len(r.wrong) > 0 {
		return fmt.Errorf("%s: %w", r.wrong[0].Message, errInvalid)
	}
	id, err := s.actOn(c, func(ctx context.Context, id string) (err error) {
		if more == (research.Budget{}) {
			err = s.Engine.Continue(ctx, id, s.asker(c)) // an old page may ask to retry what did not fail
		} else {
			err = s.Engine.Retry(ctx, id, more, s.asker(c))
		}
		if errors.Is(err, engine.ErrNotEnded) {
			return nil // a second press
		}
		return err
	})
	if err != nil {
		return err
	}
	// The page of a run that is over has no stream: it is loaded anew.
	return c.Redirect(http.StatusSeeOther, "/r/"+id)
}

// deleteRun takes a run that is over out of the lists, and offers to undo that.
func (s *Server) deleteRun(c echo.Context) error {
	id, err := s.actOn(c, func(ctx context.Context, id string) error {
		over, err := s.over(ctx, id)
		if err == nil && !over {
			err = fmt.Errorf("the run is still at work; stop it first: %w", errConflict)
		}
		if err != nil {
			return err
		}
		defer s.regions.clear() // others may name the report
		return s.Store.Hide(ctx, id)
	})
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/reports?deleted="+id)
}

// restoreRun brings a deleted run back.
func (s *Server) restoreRun(c echo.Context) error {
	id, err := s.actOn(c, func(ctx context.Context, id string) error {
		defer s.regions.clear()
		return s.Store.Show(ctx, id)
	})
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/r/"+id)
}

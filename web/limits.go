package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"assay/db"
)

// Limits keep one client, or all of them, from taking all there is. Zero fields
// do not limit.
type Limits struct {
	Client    int // runs of one client that are not over
	ClientDay int // runs that one client may ask for in 24 hours
	All       int // runs that are not over
	AllDay    int // runs in 24 hours
}

// errBusy says that a limit is met.
var errBusy = errors.New("too much at once")

// client identifies who sent a request: the user that a proxy names, else the
// address.
func (s *Server) client(c echo.Context) []byte {
	return hashOf(cmp.Or(s.Door.user(c.Request()), c.RealIP()))
}

// admit reports whether a client may start one more run: an error says which
// limit is met, and when to try again.
func (s *Server) admit(ctx context.Context, client []byte) error {
	l := s.Limits
	if l == (Limits{}) {
		return nil
	}
	now := time.Now()
	own, all, err := s.DB.LoadOf(ctx, client, now.Add(-24*time.Hour), now)
	if err != nil {
		return err
	}
	return l.check(own, all)
}

func (l Limits) check(own, all db.Load) error {
	met := func(n, limit int) bool { return limit > 0 && n >= limit }
	switch {
	case met(own.Unfinished, l.Client):
		return fmt.Errorf("%d of your questions are still being researched; wait for one of them, or stop it: %w", own.Unfinished, errBusy)
	case met(all.Unfinished, l.All):
		return fmt.Errorf("the server has its hands full with %d questions; try again later: %w", all.Unfinished, errBusy)
	case met(own.Lately, l.ClientDay):
		return fmt.Errorf("you have asked %d questions within a day, which is the limit here; try again tomorrow: %w", own.Lately, errBusy)
	case met(all.Lately, l.AllDay):
		return fmt.Errorf("this server has been asked %d questions within a day, which is its limit; try again tomorrow: %w", all.Lately, errBusy)
	}
	return nil
}

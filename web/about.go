package web

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"assay/static"
	"assay/views"
)

// showMethods explains the methods and the words.
func (s *Server) showMethods(c echo.Context) error {
	cards, err := s.methodCards(c.Request().Context())
	if err != nil {
		return err
	}
	return s.drawSettled(c, views.MethodDoc(views.MethodPage{Frame: s.frame(c, "Method", "method"), Methods: cards}))
}

// showStatus shows what the doctor found.
func (s *Server) showStatus(c echo.Context) error {
	ctx := c.Request().Context()
	running, err := s.Store.Running(ctx, 1000)
	if err != nil {
		return err
	}
	stale, err := s.Store.Stale(ctx)
	if err != nil {
		return err
	}
	p := views.StatusPage{Frame: s.frame(c, "Status", "status"), Version: s.Version, Running: len(running)}
	if s.Doctor != nil {
		p.Checks = append(p.Checks, s.checks.latest(ctx, s.Doctor)...)
	}
	index := views.Check{What: "search index", OK: len(stale) == 0, Says: "holds every report"}
	if !index.OK {
		index.Says, index.Fix = fmt.Sprintf("lacks %d reports", len(stale)), "It is mended when the server starts: restart it."
	}
	p.Checks = append(p.Checks, index)
	return s.draw(c, http.StatusOK, views.Status(p))
}

// fresh is how long the doctor's findings stand: trying services costs them something.
const fresh = time.Minute

// A checkup is what the doctor found last.
type checkup struct {
	mu    sync.Mutex
	at    time.Time
	found []views.Check
}

func (k *checkup) latest(ctx context.Context, doctor func(context.Context) []views.Check) []views.Check {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.at.IsZero() || time.Since(k.at) > fresh {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
		defer cancel()
		k.found, k.at = doctor(ctx), time.Now()
	}
	return k.found
}

func (s *Server) showHealth(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// showReadiness tells load balancers whether to send requests here.
func (s *Server) showReadiness(c echo.Context) error {
	if s.drained() {
		return c.String(http.StatusServiceUnavailable, "draining\n")
	}
	return c.String(http.StatusOK, "ready\n")
}

func showRobots(c echo.Context) error { return c.String(http.StatusOK, static.Robots()) }

// Package web serves Assay to browsers: pages drawn on the server, one event
// stream per run that redraws them, exports, and forms that work without
// scripts. What a run is and does is package engine's; what a page looks
// like is package views'.
package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"assay/db"
	"assay/research/engine"
	"assay/static"
	"assay/views"
	"assay/web/live"
)

// A Server serves the runs of an engine. Store and Engine must be set.
type Server struct {
	Store  db.Store
	Engine *engine.Engine

	Version     string
	ModelName   string                              // what answers, for people
	NoKey       bool                                // the built-in reader answers for want of a key
	EngineNames []string                            // search engines that a question may name
	WebSettings []string                            // environment variables of which each lets the web be searched
	Hosts       []string                            // names in a Host header that are ours, beside this machine's own
	Doctor      func(context.Context) []views.Check // nil if there is none
	Log         *slog.Logger                        // of what went wrong on our side; nil discards it
	Door        Door                                // who may come in
	Limits      engine.Limits                       // on runs that are asked for

	once     sync.Once
	drain    sync.Once
	draining chan struct{} // closed when the server is about to stop
	folds    folds
	regions  regions
	hubs     live.Hubs
	checks   checkup
}

// maxBody is the most that a form may take.
const maxBody = "64K"

func (s *Server) init() {
	s.once.Do(func() {
		s.draining = make(chan struct{})
		if s.Log == nil {
			s.Log = slog.New(slog.DiscardHandler)
		}
		s.hubs.Source, s.hubs.Broken, s.hubs.Log = drawer{s}, broken, s.Log
	})
}

// Handler returns the handler of all pages.
func (s *Server) Handler() http.Handler {
	pages := s.routes()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &reply{ResponseWriter: w}
		pages.ServeHTTP(a, r)
		if a.then != nil {
			a.then()
		}
	})
}

// A reply is a response that may go on once all middleware has returned: what
// waits for hours is not to hold their stack and what they borrowed.
type reply struct {
	http.ResponseWriter
	then func() // nil if the reply is complete
}

// Unwrap lets [http.ResponseController] find the response.
func (r *reply) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Drain has the server say that it is not ready any more, and ends its
// streams; browsers are told when to come back. It may be called once or often.
func (s *Server) Drain() {
	s.init()
	s.drain.Do(func() { close(s.draining) })
}

func (s *Server) drained() bool {
	select {
	case <-s.draining:
		return true
	default:
		return false
	}
}

func (s *Server) logPanic(c echo.Context, err error, stack []byte) error {
	s.Log.Error("panic", "path", c.Request().URL.Path, "error", err, "stack", string(stack))
	return fmt.Errorf("%w: %w", errPanic, err)
}

func (s *Server) routes() *echo.Echo {
	s.init()
	e := echo.New()
	e.IPExtractor = s.Door.address
	e.HTTPErrorHandler = s.showProblem
	e.Pre(harden, s.onlyOurHosts)
	e.Use(
		middleware.RecoverWithConfig(middleware.RecoverConfig{DisableStackAll: true, LogErrorFunc: s.logPanic}),
		onlyOurForms,
		middleware.BodyLimit(maxBody),
		s.onlyGuests,
		middleware.GzipWithConfig(middleware.GzipConfig{Level: 5, MinLength: 1024, Skipper: compressesItself}),
	)

	read := func(path string, h echo.HandlerFunc) {
		e.GET(path, h)
		e.HEAD(path, h)
	}
	read("/", s.showAsk)
	read("/similar", s.showSimilar)
	read("/r/:id", s.showRun)
	e.GET("/r/:id/events", s.streamRun)
	read("/r/:id/c/:n", s.showClaim)
	read("/r/:id/s/:n", s.showSnapshot)
	read("/r/:id/map.json", s.showMap)
	read("/reports", s.showReports)
	read("/topics", s.showTopics)
	read("/method", s.showMethods)
	read("/status", s.showStatus)
	read("/login", s.showLogin)
	read("/healthz", s.showHealth)
	read("/readyz", s.showReadiness)
	read("/robots.txt", showRobots)
	read("/static/*", echo.WrapHandler(static.Handler()))

	e.POST("/ask", s.startRun)
	e.POST("/r/:id/hurry", s.hurryRun)
	e.POST("/r/:id/stop", s.stopRun)
	e.POST("/r/:id/retry", s.retryRun)
	e.POST("/r/:id/choose", s.chooseForRun)
	e.POST("/r/:id/c/:n/verify", s.verifyClaim)
	e.POST("/r/:id/delete", s.deleteRun)
	e.POST("/r/:id/restore", s.restoreRun)
	e.POST("/theme", setTheme)
	e.POST("/session", s.signIn)
	e.POST("/logout", s.signOut)
	return e
}

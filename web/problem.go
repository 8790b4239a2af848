package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/engine"
	"assay/views"
)

var (
	errInvalid  = errors.New("not valid")    // what was sent cannot be used
	errConflict = errors.New("not possible") // not in the state that the run is in
	errDraining = errors.New("shutting down")
	errPanic    = errors.New("panic")
)

// statuses say which status an error answers with; any other is 500.
var statuses = []struct {
	err  error
	code int
}{
	{research.ErrNotFound, http.StatusNotFound},
	{errInvalid, http.StatusUnprocessableEntity},
	{errConflict, http.StatusConflict},
	{errDraining, http.StatusServiceUnavailable},
	{engine.ErrClosing, http.StatusServiceUnavailable},
	{engine.ErrFull, http.StatusInsufficientStorage},
	{context.Canceled, statusGone},
}

// statusGone is for requests whose sender has gone; nobody sees it.
const statusGone = 499

// statusOf returns the status that err answers with.
func statusOf(err error) int {
	var he *echo.HTTPError
	if errors.As(err, &he) {
		return he.Code
	}
	if _, busy := errors.AsType[*engine.BusyError](err); busy {
		return http.StatusTooManyRequests
	}
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			return s.code
		}
	}
	return http.StatusInternalServerError
}

// showProblem answers with an error.
func (s *Server) showProblem(err error, c echo.Context) {
	code := statusOf(err)
	if code >= 500 && code != http.StatusServiceUnavailable && code != http.StatusInsufficientStorage {
		s.Log.Error("request failed", "method", c.Request().Method, "path", c.Request().URL.Path, "error", err)
	}
	if c.Response().Committed || code == statusGone {
		return
	}
	if code == http.StatusServiceUnavailable {
		c.Response().Header().Set("Retry-After", "5")
	}
	if c.Request().Method == http.MethodHead || code == http.StatusMisdirectedRequest {
		c.String(code, http.StatusText(code)+": "+says(err)+"\n")
		return
	}
	if err := s.draw(c, code, views.Problem(s.problem(c, code, err))); err != nil {
		c.String(code, http.StatusText(code)+"\n")
	}
}

// problem says what went wrong. What is not there and what may not be seen
// look the same.
func (s *Server) problem(c echo.Context, code int, err error) views.ProblemPage {
	p := views.ProblemPage{Code: code, Kept: "Nothing was changed.", Link: "/reports", LinkText: "All reports"}
	switch code {
	case http.StatusNotFound:
		p.What, p.Kept, p.Next = "There is no such page.", "", "Look for the report by a word of its question or of one of its quotes."
	case http.StatusForbidden:
		p.What, p.Next = "This was not done: "+says(err)+".", "Open the page here and send it again."
	case http.StatusMethodNotAllowed:
		p.What, p.Next = "This address is only for forms, or only for reading.", "Go back to the page that led here."
	case http.StatusRequestEntityTooLarge:
		p.What, p.Next = "That is more than a form may hold.", "Send less: a question has up to 4,000 characters."
	case http.StatusUnprocessableEntity, http.StatusConflict, http.StatusBadRequest, http.StatusUnsupportedMediaType:
		p.What, p.Next = "This could not be done: "+says(err)+".", "Go back, look at it once more and send it again."
	case http.StatusTooManyRequests:
		p.What, p.Kept, p.Next = "This question was not taken: "+says(err)+".", "What you asked before goes on.", "Go back: your question is still in the form."
	case http.StatusInsufficientStorage:
		p.What, p.Kept, p.Next = "There is no room left on the server's disk, so this was not taken.", "Reports can still be read. Runs are paused; they go on by themselves once there is room.",
			"Make room on the disk of the data folder, then go back and send it again: your question is still in the form."
	case http.StatusUnauthorized:
		p.What, p.Next, p.Link, p.LinkText = "You are not signed in.", "Sign in and do it again.", "/login", "Sign in"
	case http.StatusServiceUnavailable:
		p.What, p.Kept, p.Next = "The server is about to stop or to restart.", "Runs carry on where they were once it is back.", "Try again in a few seconds."
	default:
		p.Code = http.StatusInternalServerError
		p.What, p.Kept, p.Next = "Something went wrong on our side.", "Everything that was recorded so far is kept.", "Try again; if it stays, look at the status page."
		p.Link, p.LinkText = "/status", "Status"
		if errors.Is(err, errPanic) {
			p.What = "This page could not be drawn."
		}
	}
	p.Frame = s.frame(c, http.StatusText(p.Code), "")
	p.Frame.Path = "/"
	return p
}

// says returns what err says to people.
func says(err error) string {
	var he *echo.HTTPError
	if errors.As(err, &he) {
		if m, ok := he.Message.(string); ok {
			return m
		}
		return http.StatusText(he.Code)
	}
	if busy, ok := errors.AsType[*engine.BusyError](err); ok {
		return busy.Reason
	}
	text := err.Error()
	for _, s := range statuses {
		text = strings.TrimSuffix(text, ": "+s.err.Error())
	}
	return text
}

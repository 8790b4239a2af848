package web

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/views"
)

// draw writes a page that no one may keep.
func (s *Server) draw(c echo.Context, code int, page templ.Component) error {
	html, err := render(c, page)
	if err != nil {
		return err
	}
	return c.HTMLBlob(code, html)
}

// drawLive is draw for pages that load Datastar.
func (s *Server) drawLive(c echo.Context, code int, page templ.Component) error {
	c.Response().Header().Set("Content-Security-Policy", livePolicy)
	return s.draw(c, code, page)
}

// drawSettled draws a page that the browser may keep, and asks for again only
// to learn that it has not changed.
func (s *Server) drawSettled(c echo.Context, page templ.Component) error {
	html, err := render(c, page)
	if err != nil {
		return err
	}
	return settled(c, html, func() error { return c.HTMLBlob(http.StatusOK, html) })
}

// settled calls write unless the browser has the content already.
func settled(c echo.Context, content []byte, write func() error) error {
	h := c.Response().Header()
	tag := fmt.Sprintf(`W/"%.12x"`, sha256.Sum256(content))
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", tag)
	h.Add("Vary", "Cookie")
	if c.Request().Header.Get("If-None-Match") == tag {
		return c.NoContent(http.StatusNotModified)
	}
	return write()
}

func render(c echo.Context, page templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := page.Render(c.Request().Context(), &b); err != nil {
		return nil, fmt.Errorf("draw page: %w", err)
	}
	return b.Bytes(), nil
}

// frame returns what a page has around it.
func (s *Server) frame(c echo.Context, title, nav string) views.Frame {
	f := views.Frame{Title: title, Nav: nav, Base: c.Scheme() + "://" + c.Request().Host, Path: c.Request().URL.RequestURI(), Theme: theme(c), Version: s.Version}
	if c.Request().Method == http.MethodPost {
		f.Path = "/"
	}
	_, err := c.Cookie(sessionCookie)
	f.SignOut = s.Door.key != nil && err == nil
	return f
}

// isID matches the ids of runs.
var isID = regexp.MustCompile(`^[a-z2-7]{26}$`)

// runID returns the run that the path names.
func runID(c echo.Context) (string, error) {
	id := c.Param("id")
	if !isID.MatchString(id) {
		return "", research.ErrNotFound
	}
	return id, nil
}

// number returns the positive number in the path.
func number(c echo.Context) (int, error) {
	n, err := strconv.Atoi(c.Param("n"))
	if err != nil || n < 1 || strconv.Itoa(n) != c.Param("n") {
		return 0, research.ErrNotFound
	}
	return n, nil
}

// scripted reports whether Datastar sent the request, and not the browser itself.
func scripted(c echo.Context) bool { return c.Request().Header.Get("Datastar-Request") != "" }

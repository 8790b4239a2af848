package web

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// The policies of pages. Datastar compiles the expressions in attributes, so
// pages that load it need 'unsafe-eval'; those that only show what was found,
// and so hold most foreign text, do not load it.
const (
	policy     = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
	livePolicy = `default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
)

// harden sets what browsers are told about every answer, errors included.
// Handlers loosen the policy and the caching where they may.
func harden(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if !strings.HasPrefix(c.Request().URL.Path, "/static/") {
			h.Set("Cache-Control", "no-store")
		}
		return next(c)
	}
}

// onlyOurHosts refuses requests for other hosts than this machine's own names
// and the configured ones. Otherwise a page elsewhere could have its own name
// point here and read what we serve (DNS rebinding).
func (s *Server) onlyOurHosts(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.ours(c.Request().Host) {
			return echo.NewHTTPError(http.StatusMisdirectedRequest, "this server does not answer to that name; its owner can allow it with --host")
		}
		return next(c)
	}
}

// ours reports whether host, perhaps with a port, is a name of this server.
func (s *Server) ours(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	return name == "localhost" || name == "127.0.0.1" || name == "::1" ||
		slices.ContainsFunc(s.Hosts, func(h string) bool { return strings.EqualFold(strings.Trim(h, "[]"), name) })
}

// onlyOurForms refuses what a page of another origin had a browser send.
func onlyOurForms(next echo.HandlerFunc) echo.HandlerFunc {
	guard := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if err := guard.Check(c.Request()); err != nil {
			return echo.NewHTTPError(http.StatusForbidden, "the form was sent from another site").SetInternal(err)
		}
		return next(c)
	}
}

// compressesItself reports whether a path's handler sees to its own compression.
func compressesItself(c echo.Context) bool {
	path := c.Request().URL.Path
	return strings.HasPrefix(path, "/static/") || strings.HasSuffix(path, "/events") || c.Path() == "/r/:id" && isPage(c)
}

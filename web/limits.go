package web

import (
	"cmp"

	"github.com/labstack/echo/v4"

	"assay/research/engine"
)

// asker returns who sent a request, and how much they may ask for: the user that
// a proxy names, else the address.
func (s *Server) asker(c echo.Context) engine.Asker {
	return engine.Asker{Client: hashOf(cmp.Or(s.Door.user(c.Request()), c.RealIP())), Limits: s.Limits}
}

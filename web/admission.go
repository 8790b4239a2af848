package web

import (
	"cmp"
	"crypto/sha256"
	"fmt"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/engine"
	"assay/views"
)

// admission returns the request that a form makes.
func (s *Server) admission(c echo.Context, form views.AskForm, o research.Options) engine.Admission {
	return engine.Admission{
		Info: research.Info{Question: form.Question, Method: form.Method, Options: o}, Form: redeemable(form), Asker: s.asker(c),
	}
}

// asker returns who sent a request, and how much they may ask for: the user that
// a proxy names, else the address.
func (s *Server) asker(c echo.Context) engine.Asker {
	return engine.Asker{Client: hashOf(cmp.Or(s.Door.user(c.Request()), c.RealIP())), Limits: s.Limits}
}

// redeemable identifies what was sent: the form and its question, so that a
// form that is sent again with another question starts another run. A form
// without a token is as good as new every time.
func redeemable(f views.AskForm) string {
	if f.Token == "" {
		return ""
	}
	return fmt.Sprintf("%s %.16x", f.Token, sha256.Sum256([]byte(f.Question)))
}

package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// themeCookie names the cookie that holds the colours that the reader chose. The
// session's is the only other cookie there is.
const themeCookie = "theme"

// theme returns "light", "dark" or "" for the system's.
func theme(c echo.Context) string {
	cookie, err := c.Cookie(themeCookie)
	if err != nil || cookie.Value != "light" && cookie.Value != "dark" {
		return ""
	}
	return cookie.Value
}

// setTheme keeps the colours that were chosen.
func setTheme(c echo.Context) error {
	cookie := &http.Cookie{Name: themeCookie, Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.IsTLS()}
	switch v := c.FormValue("theme"); v {
	case "light", "dark":
		cookie.Value = v
	default:
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
	return c.Redirect(http.StatusSeeOther, local(c.FormValue("back")))
}

// local returns path if it leads to a page here, else "/".
func local(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	to := u.RequestURI() // which may spell out what was escaped: "/%2fhost/ " becomes "//host/%20"
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") {
		return "/"
	}
	return to
}

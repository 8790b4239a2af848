package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/crypto/argon2"

	"assay/db"
	"assay/views"
)

// A Door decides who may come in. The zero value lets everybody in.
type Door struct {
	// Header is where a proxy in front says who the user is, such as
	// Remote-User; "" if there is none. Only Proxies are believed, and whoever
	// comes past them, or without a name, is not let in.
	Header  string
	Proxies []netip.Prefix

	salt, key []byte // of the password that is asked for; nil if none is

	trying sync.Mutex // held while a password is tried: one at a time
	wrong  map[string][]time.Time
}

// argon2id parameters after OWASP's password storage cheat sheet: 19 MiB, two
// passes, one lane.
const (
	argonTime   = 2
	argonMemory = 19 << 10 // KiB
	argonLanes  = 1
	keyLength   = 32
)

const (
	sessionTime   = 30 * 24 * time.Hour // how long one stays signed in
	sessionCookie = "session"           // holds a session's token
	tryTime       = time.Minute         // in which
	maxTries      = 5                   // wrong passwords of one client are heard out
	maxTriesAll   = 60                  // and of all
)

// AskFor has the door ask for a password, which is kept as its argon2id hash.
// If it is another than before, whoever is signed in is out.
func (d *Door) AskFor(ctx context.Context, store db.Sessions, password string) error {
	salt, key, err := store.Door(ctx)
	if err != nil {
		return err
	}
	if key == nil || !bytes.Equal(derive(password, salt), key) {
		salt = make([]byte, 16)
		rand.Read(salt)
		key = derive(password, salt)
		if err := store.SetDoor(ctx, salt, key); err != nil {
			return err
		}
	}
	d.salt, d.key = salt, key
	return nil
}

func derive(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, keyLength)
}

// try reports whether the password is the one that is asked for, and whether
// the client may try at all: who was wrong too often must wait.
func (d *Door) try(client, password string, now time.Time) (right, heard bool) {
	d.trying.Lock()
	defer d.trying.Unlock()
	all := 0
	for c, times := range d.wrong {
		times = slices.DeleteFunc(times, func(t time.Time) bool { return now.Sub(t) > tryTime })
		if d.wrong[c] = times; len(times) == 0 {
			delete(d.wrong, c)
		}
		all += len(times)
	}
	if len(d.wrong[client]) >= maxTries || all >= maxTriesAll {
		return false, false
	}
	if subtle.ConstantTimeCompare(derive(password, d.salt), d.key) == 1 {
		delete(d.wrong, client)
		return true, true
	}
	if d.wrong == nil {
		d.wrong = make(map[string][]time.Time)
	}
	d.wrong[client] = append(d.wrong[client], now)
	return false, true
}

// closed reports whether anybody is kept out.
func (d *Door) closed() bool { return d.key != nil || d.Header != "" }

// believes reports whether the request comes from a proxy that is believed.
func (d *Door) believes(r *http.Request) bool {
	addr, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(d.Proxies, func(p netip.Prefix) bool { return p.Contains(addr.Addr().Unmap()) })
}

// address returns the address of who sent a request: what a proxy that is
// believed says, else the other end of the connection.
func (d *Door) address(r *http.Request) string {
	direct := echo.ExtractIPDirect()(r)
	if !d.believes(r) {
		return direct
	}
	hops := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
	last := strings.TrimSpace(hops[len(hops)-1]) // what the proxy itself saw; the rest anybody may have written
	if _, err := netip.ParseAddr(last); err != nil {
		return direct
	}
	return last
}

// user returns who the proxy says the user is, or "".
func (d *Door) user(r *http.Request) string {
	if d.Header == "" || !d.believes(r) {
		return ""
	}
	return r.Header.Get(d.Header)
}

// openTo reports which paths need no permission: to sign in, and what probes
// and the page to sign in load.
func openTo(path string) bool {
	return path == "/login" || path == "/session" || path == "/healthz" || path == "/readyz" || path == "/robots.txt" || path == "/theme" || strings.HasPrefix(path, "/static/")
}

// onlyGuests lets those in who may come in. Others are shown where to sign in;
// what is there and what is not look the same to them.
func (s *Server) onlyGuests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.Door.closed() || openTo(c.Request().URL.Path) {
			return next(c)
		}
		in, err := s.invited(c)
		switch {
		case err != nil:
			return err
		case in:
			return next(c)
		case s.Door.key == nil:
			return echo.NewHTTPError(http.StatusForbidden, "the proxy in front of this server did not say who you are")
		case c.Request().Method == http.MethodGet && strings.Contains(c.Request().Header.Get("Accept"), "text/html"):
			return c.Redirect(http.StatusSeeOther, views.LoginPath(c.Request().URL.RequestURI()))
		}
		return echo.NewHTTPError(http.StatusUnauthorized, "sign in first")
	}
}

// invited reports whether who sent the request may come in.
func (s *Server) invited(c echo.Context) (bool, error) {
	if s.Door.user(c.Request()) != "" {
		return true, nil
	}
	cookie, err := c.Cookie(sessionCookie)
	if s.Door.key == nil || err != nil {
		return false, nil
	}
	return s.Store.InSession(c.Request().Context(), hashOf(cookie.Value), time.Now())
}

func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// showLogin asks for the password.
func (s *Server) showLogin(c echo.Context) error {
	if s.Door.key == nil {
		return c.Redirect(http.StatusSeeOther, "/")
	}
	return s.drawLogin(c, http.StatusOK, c.QueryParam("next"), "")
}

func (s *Server) drawLogin(c echo.Context, code int, next, wrong string) error {
	f := s.frame(c, "Sign in", "")
	f.Path = "/login"
	return s.draw(c, code, views.Login(views.LoginPage{Frame: f, Next: local(next), Wrong: wrong}))
}

// signIn opens a session for whoever knows the password.
func (s *Server) signIn(c echo.Context) error {
	if s.Door.key == nil {
		return c.Redirect(http.StatusSeeOther, "/")
	}
	next := c.FormValue("next")
	right, heard := s.Door.try(c.RealIP(), c.FormValue("password"), time.Now())
	switch {
	case !heard:
		c.Response().Header().Set("Retry-After", "60")
		return s.drawLogin(c, http.StatusTooManyRequests, next, "Too many wrong passwords. Wait a minute, then try again.")
	case !right:
		return s.drawLogin(c, http.StatusUnauthorized, next, "That is not the password.")
	}
	token := rand.Text()
	expires := time.Now().Add(sessionTime)
	if err := s.Store.OpenSession(c.Request().Context(), hashOf(token), expires); err != nil {
		return err
	}
	c.SetCookie(s.session(c, token, int(sessionTime.Seconds())))
	return c.Redirect(http.StatusSeeOther, local(next))
}

// signOut ends the session.
func (s *Server) signOut(c echo.Context) error {
	if cookie, err := c.Cookie(sessionCookie); err == nil {
		if err := s.Store.CloseSession(c.Request().Context(), hashOf(cookie.Value)); err != nil {
			return err
		}
	}
	c.SetCookie(s.session(c, "", -1))
	return c.Redirect(http.StatusSeeOther, "/login")
}

// session returns the cookie of a session. Behind a proxy that says so it is
// for encrypted connections only.
func (s *Server) session(c echo.Context, token string, age int) *http.Cookie {
	secure := c.IsTLS() || s.Door.believes(c.Request()) && c.Request().Header.Get("X-Forwarded-Proto") == "https"
	return &http.Cookie{Name: sessionCookie, Value: token, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: secure}
}

package views

import "net/url"

// A LoginPage asks for the password of the server.
type LoginPage struct {
	Frame
	Next  string // path to go to after signing in
	Wrong string // what was wrong with the last try, or ""
}

// LoginPath returns the path of the page to sign in that leads to next.
func LoginPath(next string) string { return "/login?next=" + url.QueryEscape(next) }

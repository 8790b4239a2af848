package views

import (
	"strings"

	"github.com/a-h/templ"
)

//go:generate go tool -modfile=../.ci/tools.mod templ generate

// A pageLink is a page in the navigation at the top.
type pageLink struct{ Key, Path, Word string }

var places = [...]pageLink{
	{"ask", "/", "Ask"},
	{"reports", "/reports", "Reports"},
	{"topics", "/topics", "Topics"},
	{"method", "/method", "Method"},
}

// attrs marks the page that is shown, and gives asking its shortcut.
func (p pageLink) attrs(current string) templ.Attributes {
	a := templ.Attributes{}
	if p.Key == current {
		a["aria-current"] = "page"
	}
	if p.Key == "ask" {
		a["data-key"] = "n"
	}
	return a
}

// themes are the choices of colours: what [Frame.Theme] has, what the form
// sends, and the word.
var themes = [...]struct{ Theme, Value, Word string }{
	{"light", "light", "Light"},
	{"dark", "dark", "Dark"},
	{"", "system", "System"},
}

// themeAttr sets the colours that were chosen, if any were.
func themeAttr(theme string) templ.Attributes {
	if theme == "light" || theme == "dark" {
		return templ.Attributes{"data-theme": theme}
	}
	return nil
}

// titleOfPage returns a document's title for a page's.
func titleOfPage(title string) string { return join(" · ", line(title), "Assay") }

// mediaType returns a format's media type without parameters.
func mediaType(f Format) string {
	kind, _, _ := strings.Cut(f.ContentType, ";")
	return kind
}

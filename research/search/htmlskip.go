package search

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isBlock holds the elements that begin a paragraph.
var isBlock = setOf(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Details,
	atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.H1, atom.H2, atom.H3, atom.H4,
	atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Ol, atom.P, atom.Pre, atom.Section,
	atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul)

// isSkipped holds the elements whose text is not the page's.
var isSkipped = setOf(atom.Audio, atom.Button, atom.Canvas, atom.Footer, atom.Form, atom.Head, atom.Iframe,
	atom.Map, atom.Math, atom.Nav, atom.Noscript, atom.Object, atom.Script, atom.Select, atom.Style, atom.Svg,
	atom.Template, atom.Textarea, atom.Video)

// furniture holds classes and ids of what surrounds a text, as documentation
// tools (DocBook, Sphinx, Doxygen, MkDocs) and common themes name them.
var furniture = setOf("navheader", "navfooter", "toc", "contents", "table-of-contents", "sphinxsidebar", "sidebar", "related",
	"headerlink", "header-anchor", "breadcrumb", "breadcrumbs", "footer", "site-header", "site-footer", "navbar",
	"navigation", "menu", "skip-link", "clearer", "mobile-nav", "cookie-banner", "mw-editsection", "navbox", "noprint")

// skipped reports whether nothing inside an element belongs to the page's text.
func skipped(n *html.Node) bool {
	if isSkipped[n.DataAtom] {
		return true
	}
	for _, a := range n.Attr {
		switch {
		case a.Key == "hidden", a.Key == "role" && (a.Val == "navigation" || a.Val == "search"),
			a.Key == "aria-hidden" && a.Val == "true":
			return true
		case a.Key == "class" || a.Key == "id":
			for name := range strings.FieldsSeq(a.Val) {
				if furniture[strings.ToLower(name)] {
					return true
				}
			}
		}
	}
	return false
}

func setOf[T comparable](members ...T) map[T]bool {
	set := make(map[T]bool, len(members))
	for _, m := range members {
		set[m] = true
	}
	return set
}

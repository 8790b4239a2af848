// Package static holds the files that pages link to: styles, scripts, fonts
// and icons. They are embedded, and served under names that carry a hash of
// their content, so that browsers may keep them for ever.
package static

import (
	"embed"
	"net/http"
)

//go:embed css fonts *.js *.svg *.webmanifest robots.txt LICENSES.md
var files embed.FS

// Path returns the URL path of an asset by its plain name, as
// "/static/app.1a2b3c4d.js" for "app.js". The names are those of the files in
// this folder, and "assay.css" for the stylesheet made of the parts in css.
// It panics if there is no such asset, which is a slip in a template.
func Path(name string) string {
	a, ok := load().byName[name]
	if !ok {
		panic("static: no asset " + name)
	}
	return a.path
}

// Handler serves GET and HEAD of every [Path], compressed as the browser
// likes best, to be kept for ever; it answers 404 to everything else.
// It looks at the whole path of a request: mount it at "/static/" unstripped.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := load().byPath[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		a.serve(w, r)
	})
}

// Robots returns the content of /robots.txt: no page is for crawlers.
func Robots() string { return string(load().byName["robots.txt"].body) }

package views

import (
	"github.com/a-h/templ"

	"assay/research"
)

// enhanced returns what makes a form's post go through Datastar, on pages that
// load it: the stream then shows what came of it.
func enhanced(s *research.State, action string) templ.Attributes {
	if on := posting(s.ID, action); on != "" && !s.Status.Over() {
		return templ.Attributes{"data-on:submit": on}
	}
	return nil
}

// clock returns the server's time, for the clocks that live.js runs.
func (p RunPage) clock() string { return p.Now.UTC().Format("2006-01-02T15:04:05.000Z") }

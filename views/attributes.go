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

// clocked returns the server's time for live.js, while there are clocks to run.
func (p RunPage) clocked() templ.Attributes {
	if p.State.Status.Over() {
		return nil
	}
	return templ.Attributes{"data-now": p.Now.UTC().Format("2006-01-02T15:04:05.000Z")}
}

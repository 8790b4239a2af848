package web

import (
	"context"
	"crypto/rand"
	"net/http"

	"github.com/labstack/echo/v4"

	"assay/research/engine"
	"assay/research/text"
	"assay/views"
)

// showAsk shows the question box; q fills it in, from names a report to build on.
func (s *Server) showAsk(c echo.Context) error {
	form := views.AskForm{Question: c.QueryParam("q"), From: c.QueryParam("from"), Token: rand.Text()}
	if !isID.MatchString(form.From) {
		form.From = ""
	}
	return s.drawAsk(c, http.StatusOK, form, nil)
}

// drawAsk draws the question box with a form filled in and what was wrong with it.
func (s *Server) drawAsk(c echo.Context, code int, form views.AskForm, wrong []views.FieldError) error {
	ctx := c.Request().Context()
	p := views.AskPage{Frame: s.frame(c, "Ask", "ask"), Form: form, Errors: wrong, Model: s.ModelName, NoKey: s.NoKey, Engines: s.EngineNames, WebSettings: s.WebSettings}
	p.Frame.Live = true
	var err error
	if p.Methods, err = s.methodCards(ctx); err != nil {
		return err
	}
	if p.Form.Method == "" && len(p.Methods) > 0 {
		p.Form.Method = p.Methods[0].Name
		if depths := p.Methods[0].Depths; p.Form.Depth == "" && len(depths) > 0 {
			p.Form.Depth = depths[0].Name
		}
	}
	if p.Running, err = s.running(ctx); err != nil {
		return err
	}
	if p.Recent, err = s.recent(ctx, 5); err != nil {
		return err
	}
	if p.From, err = s.cardOf(ctx, form.From); err != nil {
		return err
	}
	return s.drawLive(c, code, views.Ask(p))
}

// showSimilar shows past questions near to the one being typed, as a fragment
// of the page with the question box.
func (s *Server) showSimilar(c echo.Context) error {
	question := text.HeadRunes(c.QueryParam("question"), engine.MaxQuestion)
	cards, err := s.Store.Similar(c.Request().Context(), question, 3)
	if err != nil {
		return err
	}
	return s.draw(c, http.StatusOK, views.Similar(others("", cards)))
}

// startRun turns a form into a run.
func (s *Server) startRun(c echo.Context) error {
	form, err := readAskForm(c, s.Engine.Methods())
	if err != nil {
		return err
	}
	o, wrong := s.options(c.Request().Context(), form)
	if len(wrong) > 0 {
		return s.drawAsk(c, http.StatusUnprocessableEntity, form, wrong)
	}
	if s.drained() {
		return errDraining
	}
	// Who has pressed the button wants the answer, even with the tab closed.
	run, err := s.Engine.Admit(context.WithoutCancel(c.Request().Context()), s.admission(c, form, o))
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/r/"+run)
}

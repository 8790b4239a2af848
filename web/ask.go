package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/engine"
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
	question := []rune(c.QueryParam("question"))
	cards, err := s.DB.Similar(c.Request().Context(), string(question[:min(len(question), engine.MaxQuestion)]), 3)
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
	id, err := s.start(c.Request().Context(), s.client(c), form, o)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/r/"+id)
}

// start starts the run that a form asks for, unless the form has started one.
func (s *Server) start(ctx context.Context, client []byte, form views.AskForm, o research.Options) (string, error) {
	s.submit.Lock()
	defer s.submit.Unlock()
	if s.drained() {
		return "", errDraining
	}
	if form.Token != "" {
		id, err := s.DB.Redeemed(ctx, redeemable(form))
		if !errors.Is(err, research.ErrNotFound) {
			return id, err
		}
	}
	info, err := s.accept(ctx, client, form.Question, form.Method, o)
	if err != nil {
		return "", err
	}
	if form.Token != "" {
		s.remember("which form asked", info.ID, s.DB.Redeem(ctx, redeemable(form), info.ID))
	}
	return info.ID, nil
}

// accept starts a run for a client, unless that has asked for too much already.
// s.submit must be held.
func (s *Server) accept(ctx context.Context, client []byte, question, method string, o research.Options) (research.Info, error) {
	// Who has pressed the button wants the answer, even with the tab closed.
	ctx = context.WithoutCancel(ctx)
	if err := s.admit(ctx, client); err != nil {
		return research.Info{}, err
	}
	info, err := s.Engine.Start(ctx, question, method, o)
	if err != nil {
		return info, fmt.Errorf("start run: %w", err)
	}
	s.remember("who asked", info.ID, s.DB.Asked(ctx, info.ID, client, info.Created))
	return info, nil
}

// remember logs that what is kept beside a run that was accepted could not be:
// the run goes on all the same.
func (s *Server) remember(what, run string, err error) {
	if err != nil {
		s.Log.Error("not kept: "+what, "run", run, "error", err)
	}
}

// redeemable identifies what was sent: the form and its question, so that a
// form that is sent again with another question starts another run.
func redeemable(f views.AskForm) string {
	return fmt.Sprintf("%s %.16x", f.Token, sha256.Sum256([]byte(f.Question)))
}

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/engine"
	"assay/views"
)

// trialMethod is the method that puts a claim of any report before its voters.
const trialMethod = "verify"

// trial identifies the run that verifies a claim, among what forms started.
func trial(id string, claim int) string { return fmt.Sprintf("verify/%s/%d", id, claim) }

// verifyClaim puts one claim of a report before three voters, in a run of its
// own. It is done once: whoever asks again is led to that run.
func (s *Server) verifyClaim(c echo.Context) error {
	n, err := number(c)
	if err != nil {
		return err
	}
	var started string
	_, err = s.actOn(c, func(ctx context.Context, id string) (err error) {
		started, err = s.startTrial(ctx, s.asker(c), id, n)
		return err
	})
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/r/"+started)
}

// startTrial returns the run that verifies claim n of a run that is over, which
// it starts unless there is one.
func (s *Server) startTrial(ctx context.Context, by engine.Asker, id string, n int) (string, error) {
	info := research.Info{Method: trialMethod, Options: research.Options{From: id, Claim: n}}
	err := s.withState(ctx, id, func(state *research.State) error {
		i := slices.IndexFunc(state.Claims, func(c *research.ClaimState) bool { return c.ID == n })
		switch {
		case i < 0:
			return research.ErrNotFound
		case !state.Status.Over():
			return fmt.Errorf("the run is still at work; wait for its report, or stop it: %w", errConflict)
		case state.Claims[i].Source == nil || state.Claims[i].Source.Read == nil:
			return fmt.Errorf("the page that the claim was taken from is not kept: %w", errConflict)
		}
		info.Question, info.Owner = state.Claims[i].Text, state.Owner
		info.Options.Model, info.Options.Lang, info.Options.Search = state.Options.Model, state.Options.Lang, state.Options.Search
		return nil
	})
	if err != nil {
		return "", err
	}
	return s.Engine.Admit(ctx, engine.Admission{Info: info, Asker: by, Form: trial(id, n)})
}

// verified returns the run that verified a claim, or nil.
func (s *Server) verified(ctx context.Context, id string, n int) (*views.RunCard, error) {
	run, err := s.Store.Redeemed(ctx, trial(id, n))
	if errors.Is(err, research.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var card views.RunCard
	err = s.withState(ctx, run, func(state *research.State) error {
		card = liveCard(state)
		return nil
	})
	return &card, err
}

// showMap shows the research map of a run as JSON.
func (s *Server) showMap(c echo.Context) error {
	id, err := runID(c)
	if err != nil {
		return err
	}
	var m *research.MapDrawn
	err = s.withState(c.Request().Context(), id, func(state *research.State) error {
		if m = state.Map; m == nil {
			return research.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSONPretty(http.StatusOK, views.WholeMap(m), "  ")
}

package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
)

// start finds out what the exploration starts from: an earlier report, if the
// asker wants to build on one, and what the asker says when asked back.
func (e *exploration) start(ctx context.Context) error {
	from, err := e.past(ctx)
	if err != nil {
		return err
	}
	if e.brief, err = gather.Brief(ctx, e.run); err != nil || from == "" {
		return err
	}
	built, err := gather.BuildOn(ctx, e.run, e.brief, from)
	if errors.Is(err, research.ErrNotFound) && ctx.Err() == nil {
		e.say("The report that was to be built on is no longer there: the exploration started fresh.")
		return nil
	}
	e.brief = built
	return err
}

// past offers the reports there are on the topic and returns the run of the one
// to build on, or "" to start fresh.
func (e *exploration) past(ctx context.Context) (string, error) {
	if e.run.Options.Alone || e.run.Options.From != "" {
		return "", nil
	}
	reports, err := e.run.Past(ctx)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		e.say(fmt.Sprintf("Earlier reports on the topic could not be looked up (%v): the exploration started fresh.", err))
		return "", nil
	}
	if len(reports) == 0 {
		return "", nil
	}
	c, err := engine.Choose(ctx, e.run, research.OfferPast, research.PastOffer{Reports: reports}, research.PastChoice{})
	if err != nil || c.From == "" {
		return "", err
	}
	if !slices.ContainsFunc(reports, func(p research.PastReport) bool { return p.Run == c.From }) {
		e.say("The report chosen to build on is none of those offered: the exploration started fresh.")
		return "", nil
	}
	return c.From, nil
}

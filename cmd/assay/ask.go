package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"assay/db"
	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/views"
)

type askCmd struct {
	Question string            `arg:"" help:"What to research. Nobody is asked back: what a method would let you choose it decides itself. Use the web app to choose."`
	Method   string            `help:"How to research it: see \"assay methods\"." default:"verify"`
	Depth    string            `help:"How deep, in the method's own words."`
	Set      map[string]string `help:"Set a parameter of the method (repeatable)." placeholder:"NAME=VALUE"`
	From     string            `help:"Build on the report of this run: its id, or the beginning." placeholder:"RUN"`
	Lang     string            `help:"Language of the report, such as de; else that of the question." placeholder:"TAG"`
	Budget   dollars           `help:"The most to spend, in US dollars." placeholder:"USD"`
	Tokens   int               `help:"The most tokens to use, in and out." placeholder:"N"`
	Deadline time.Duration     `help:"The longest to work, such as 10m." placeholder:"TIME"`
	output
}

// output says how a run is shown.
type output struct {
	JSON  bool `name:"json" help:"Print one JSON object instead of the report."`
	Quiet bool `short:"q" help:"Show no progress."`
}

// dollars is an amount such as 0.50 or $0.50.
type dollars port.Money

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *dollars) UnmarshalText(text []byte) error {
	var v float64
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(text), "$")), &v); err != nil || v <= 0 || v > 1e6 {
		return fmt.Errorf("%q is not an amount of dollars", text)
	}
	*d = dollars(math.Round(v * 1e6))
	return nil
}

func (a *askCmd) Validate() error {
	if a.Tokens < 0 || a.Deadline < 0 {
		return errors.New("limits must be positive")
	}
	return nil
}

func (a *askCmd) Run(ctx context.Context, c console, s *Settings) error {
	h, err := s.open(ctx)
	if err != nil {
		return err
	}
	o := research.Options{
		Depth: a.Depth, Params: a.Set, Lang: a.Lang, Alone: true,
		Budget: research.Budget{Tokens: a.Tokens, Cost: port.Money(a.Budget), Time: a.Deadline, Pending: s.CallTime},
	}
	if a.From != "" {
		if o.From, err = h.reportOf(ctx, a.From); err != nil {
			return errors.Join(err, h.close(ctx))
		}
	}
	info, err := h.engine.Start(ctx, a.Question, a.Method, o)
	if err != nil {
		return errors.Join(err, h.close(ctx))
	}
	return h.follow(ctx, c, info, a.output)
}

// reportOf returns the id of the run with the given beginning of an id, which
// must have a report.
func (h *house) reportOf(ctx context.Context, prefix string) (string, error) {
	info, err := h.db.Find(ctx, prefix)
	if err != nil {
		return "", err
	}
	state, err := db.State(ctx, h.db, info)
	if err != nil {
		return "", err
	}
	if state.Report == nil {
		return "", fmt.Errorf("the run %s has no report to build on", info.ID)
	}
	return info.ID, nil
}

type methodsCmd struct{}

// Run lists the methods, their depths and what may be set.
func (methodsCmd) Run(c console) error {
	for i, m := range methods {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "%s: %s\n  %s\n  Pick it for %s.\n", m.Name, m.Title, m.Summary, m.PickFor)
		for _, d := range m.Depths {
			fmt.Fprintf(c.out, "  --depth %-14s %s\n", d.Name, d.Buys)
		}
		for _, p := range m.Params {
			takes := strings.Join(p.Words, "|")
			if takes == "" {
				takes = fmt.Sprintf("%d-%d", p.Min, p.Max)
			}
			fmt.Fprintf(c.out, "  --set %-16s %s\n", p.Name+"="+takes, p.Hint)
		}
	}
	return nil
}

type resumeCmd struct {
	ID string `arg:"" help:"Id of the run, or its beginning."`
	output
}

// Run carries on with a run that was interrupted; one that has ended has its
// failures tried again.
func (r *resumeCmd) Run(ctx context.Context, c console, s *Settings) error {
	h, err := s.open(ctx)
	if err != nil {
		return err
	}
	info, err := h.db.Find(ctx, r.ID)
	if err != nil {
		return errors.Join(err, h.close(ctx))
	}
	if err := h.engine.Continue(ctx, info.ID, engine.Asker{}); err != nil {
		return errors.Join(err, h.close(ctx))
	}
	return h.follow(ctx, c, info, r.output)
}

// follow shows a run until it is over and prints its report. If ctx ends
// first, the run is stopped where it is; it can be resumed.
func (h *house) follow(ctx context.Context, c console, info research.Info, o output) error {
	collectLess(runHeap)
	state, err := h.watch(ctx, c, info, o)
	if ctx.Err() != nil {
		fmt.Fprintf(c.err, "\nInterrupted. Waiting up to 30 s for calls that are paid for already; interrupt again to stop now.\nEverything so far is kept; carry on with:  assay resume %s\n", info.ID)
		wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), 35*time.Second)
		defer cancel()
		return errors.Join(h.close(wait), exitCode(exitStopped))
	}
	if err := errors.Join(err, h.close(ctx)); err != nil {
		return err
	}
	if err := h.print(c, state, o.JSON); err != nil {
		return err
	}
	switch state.Status {
	case research.Done:
		return nil
	case research.Partial:
		return exitCode(exitPartial)
	}
	return exitCode(exitFailed)
}

// glance is how often a run is looked at, at most: events come in bursts.
const glance = 50 * time.Millisecond

// watch follows the journal until the run is over, or cannot go on.
func (h *house) watch(ctx context.Context, c console, info research.Info, o output) (*research.State, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case err := <-h.faults:
			stop(err)
		case <-ctx.Done():
		}
	}()
	state := research.NewState(info)
	show := newProgress(c.err, o.Quiet)
	show.start(info, h)
	again := time.NewTicker(glance)
	defer again.Stop()
	for !state.Status.Over() {
		if err := h.db.Wait(ctx, info.ID, state.Seq); err != nil {
			return state, cmp.Or(context.Cause(ctx), err)
		}
		events, err := h.db.Events(ctx, info.ID, state.Seq)
		if err != nil {
			return state, cmp.Or(context.Cause(ctx), err)
		}
		for _, e := range events {
			state.Add(e)
			show.event(state, e)
		}
		show.draw(state)
		if !state.Status.Over() {
			<-again.C // there already, after a while without events
		}
	}
	show.end(state)
	return state, nil
}

// print writes a run's report, or how far it is.
func (h *house) print(c console, state *research.State, asJSON bool) error {
	if asJSON {
		return views.Export(c.out, state, "json")
	}
	width, color := 80, false
	if f, ok := c.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		color = os.Getenv("NO_COLOR") == ""
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 20 {
			width = min(w, 100)
		}
	}
	return views.Text(c.out, views.ReportOf(state), width, color)
}

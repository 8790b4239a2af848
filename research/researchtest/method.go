package researchtest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
)

var update = flag.Bool("update", false, "rewrite the want sections of worlds")

// TestMethod tests what every method must do, in the world of a file: finish
// as wanted, enter only its phases, resume after a crash at any call without
// repeating a call that was paid for, end cleanly at any budget, report only
// what it holds, and wait for nobody who is not there.
func TestMethod(t *testing.T, m *engine.Method, file string) {
	for _, c := range methodChecks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.check(t.Context(), m, file); err != nil {
				t.Error(err)
			}
		})
	}
}

// methodChecks are functions rather than tests so that they can be tried on
// methods that ought to fail them.
var methodChecks = []methodCheck{
	{"finishes as wanted", finishes},
	{"enters only its phases", entersPhases},
	{"resumes after a crash at any call", resumes},
	{"ends cleanly at any budget", endsAtAnyBudget},
	{"quotes only what pages say", quotesPages},
	{"reports only what it holds", reportsWhatItHolds},
	{"offers nothing when nobody is there", offersNothingAlone},
}

// A methodCheck checks a method in the world of a file.
type methodCheck struct {
	name  string
	check func(context.Context, *engine.Method, string) error
}

// A trial is one run of a method in a world of its own.
type trial struct {
	world *World
	store *engine.MemStore
}

func newTrial(ctx context.Context, file string) (*trial, error) {
	w, err := LoadWorld(file)
	if err != nil {
		return nil, err
	}
	tr := &trial{w, new(engine.MemStore)}
	for label, choice := range w.choices() {
		e := research.Event{Kind: research.Chosen, Key: research.ChoiceKey(label), Label: label, Data: json.RawMessage(choice)}
		if err := tr.store.Append(ctx, "run", e); err != nil {
			return nil, err
		}
	}
	for run, events := range w.others() {
		for _, e := range events {
			if err := tr.store.Append(ctx, run, e); err != nil {
				return nil, err
			}
		}
	}
	return tr, nil
}

// do runs m and returns the state it ends in.
func (tr *trial) do(ctx context.Context, m *engine.Method, d engine.Desk) (*research.State, error) {
	if _, err := d.Do(ctx, m, tr.store, tr.world.Info()); err != nil {
		return nil, err
	}
	s, _, err := tr.state(context.WithoutCancel(ctx))
	return s, err
}

func (tr *trial) state(ctx context.Context) (*research.State, []research.Event, error) {
	events, err := tr.store.Events(ctx, "run", 0)
	s := research.NewState(tr.world.Info())
	s.Add(events...)
	return s, events, err
}

// try runs m once in the world of file, undisturbed.
func try(ctx context.Context, m *engine.Method, file string) (*trial, *research.State, error) {
	tr, err := newTrial(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	s, err := tr.do(ctx, m, tr.world.Desk())
	return tr, s, err
}

// finishes does the run step by step, so that its log is the same every time,
// and compares report and log with those of the world's file.
func finishes(ctx context.Context, m *engine.Method, file string) error {
	tr, err := newTrial(ctx, file)
	if err != nil {
		return err
	}
	desk := tr.world.Desk()
	desk.InSteps = true
	s, err := tr.do(ctx, m, desk)
	if err != nil {
		return err
	}
	_, events, err := tr.state(ctx)
	if err != nil {
		return err
	}
	if err := tr.world.compare("want report", Outline(s)); err != nil {
		return err
	}
	return tr.world.compare("want log", Log(events))
}

func entersPhases(ctx context.Context, m *engine.Method, file string) error {
	_, s, err := try(ctx, m, file)
	if err != nil {
		return err
	}
	for _, p := range s.Phases {
		if !slices.Contains(m.Phases, p) {
			return fmt.Errorf("entered %q, which is not among its phases %q", p, m.Phases)
		}
	}
	return nil
}

// endsAtAnyBudget gives the run less than it needs, call by call: it must end
// with a reason, spend no more than it was given, and report if it holds a
// claim that was upheld.
func endsAtAnyBudget(ctx context.Context, m *engine.Method, file string) error {
	_, whole, err := try(ctx, m, file)
	if err != nil {
		return err
	}
	for tokens := 1; tokens <= whole.Usage.Tokens(); tokens += Price.Tokens() {
		tr, err := newTrial(ctx, file)
		if err != nil {
			return err
		}
		tr.world.Options.Budget.Tokens = tokens
		s, err := tr.do(ctx, m, tr.world.Desk())
		if err != nil {
			return fmt.Errorf("budget of %d tokens: %w", tokens, err)
		}
		if err := errors.Join(cleanEnd(s, tokens), tr.holds(ctx)); err != nil {
			return fmt.Errorf("budget of %d tokens: %w\n%s", tokens, err, Outline(s))
		}
	}
	return nil
}

func cleanEnd(s *research.State, tokens int) error {
	upheld := slices.ContainsFunc(s.Claims, func(c *research.ClaimState) bool {
		return c.Judged != nil && c.Judged.Outcome == research.Upheld
	})
	switch {
	case !s.Status.Over():
		return fmt.Errorf("it did not end: %s", s.Status)
	case s.Status != research.Done && s.Reason == "":
		return fmt.Errorf("it ended %s without a reason", s.Status)
	case s.Usage.Tokens() > tokens:
		return fmt.Errorf("it spent %d", s.Usage.Tokens())
	case upheld && (s.Report == nil || len(s.Report.Findings) == 0):
		return fmt.Errorf("a claim was upheld but nothing is reported")
	}
	return nil
}

// quotesPages checks that every quote of the run stands in its stored page,
// at the place that is noted.
func quotesPages(ctx context.Context, m *engine.Method, file string) error {
	tr, s, err := try(ctx, m, file)
	if err != nil {
		return err
	}
	for _, c := range s.Claims {
		if c.Source == nil {
			return fmt.Errorf("claim %d was never found", c.ID)
		}
		page, err := tr.store.Page(ctx, "run", c.Source.URL)
		if err != nil {
			return fmt.Errorf("claim %d: %w", c.ID, err)
		}
		rest := c.Quote
		for _, span := range c.Spans {
			part := page.Text[span.Start:span.End]
			i := strings.Index(rest, part)
			if i < 0 {
				return fmt.Errorf("claim %d: quote %q is not what the page says there: %q", c.ID, c.Quote, part)
			}
			rest = rest[i+len(part):]
		}
	}
	return nil
}

// compare compares a section with what was got, or rewrites it.
func (w *World) compare(section, got string) error {
	if *update {
		return w.set(section, got)
	}
	if want := w.text(section); strings.TrimSpace(got) != want {
		return fmt.Errorf("%s:\n%s\n\nwant:\n%s\n\n(go test -update rewrites it)", section, got, want)
	}
	return nil
}

package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// A branch is a part of the topic that was explored, or was to be.
type branch struct {
	research.AnglePlanned
	queries []string
	hits    []research.HitFound
	pages   []*gather.Page
	claims  []gather.Claim
	summary string
	raised  []string // questions that its findings raise
	err     error    // why it taught nothing, or nil
	note    string   // what was amiss with its searches, or ""
}

var (
	errNoPages  = errors.New("the searches found no pages")
	errNoWords  = errors.New("its sources say nothing on it that could be quoted")
	errUnread   = errors.New("none of its pages could be read")
	errNoOthers = errors.New("the searches found only pages that could not be read before")
)

// done reports whether the branch was explored, if only to find that there is
// nothing. A branch whose calls failed or whose pages could not be read was not:
// that says nothing of the topic.
func (b *branch) done() bool {
	return b.err == nil || errors.Is(b.err, errNoPages) || errors.Is(b.err, errNoWords)
}

// lost reports whether the branch came to nothing because calls failed.
func (b *branch) lost() bool {
	return !b.done() && !errors.Is(b.err, errUnread) && !errors.Is(b.err, errNoOthers)
}

// limit reports whether a call was not made because the run may spend no more.
func limit(err error) bool {
	return errors.Is(err, engine.ErrBudget) || errors.Is(err, engine.ErrHurry)
}

// goal is what the branch is to find out.
func (b *branch) goal() string {
	if b.Rationale == "" {
		return b.Label
	}
	return b.Label + " – " + b.Rationale
}

// search makes the searches of branches, side by side. It fails if the first
// scan could search nothing.
func (e *exploration) search(ctx context.Context, now []*branch) error {
	_, err := engine.Each(ctx, now, func(ctx context.Context, b *branch) (struct{}, error) {
		b.err = e.find(ctx, b)
		return struct{}{}, b.err
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && e.round == 1 {
		return fmt.Errorf("no search could be made: %w", gather.OneLine(err))
	}
	for _, b := range now {
		if b.note != "" {
			e.say(b.note)
		}
	}
	return nil
}

// find makes the searches of one branch.
func (e *exploration) find(ctx context.Context, b *branch) (err error) {
	if b.queries, err = e.queries(ctx, b); err != nil {
		return err
	}
	if b.hits, err = e.g.Search(ctx, b.AnglePlanned, maxHits, gather.Texts(b.queries...)...); err != nil {
		return err
	}
	return e.g.Note(ctx, b.hits)
}

// queries returns what a branch searches for. The scan makes the one query of
// the plan; a branch that was chosen makes several, planned with what is known.
func (e *exploration) queries(ctx context.Context, b *branch) ([]string, error) {
	if e.round == 1 {
		return []string{b.Query}, nil
	}
	in := &task.QueriesTask{
		Question: e.run.Question, Today: e.run.Today(), Line: b.Angle, Goal: b.goal(), Known: e.known(), Asked: e.asked(), Min: minQueries, Max: e.depth.queries,
	}
	t := prompts.Task("explorer", task.NameQueries, in)
	t.Mend = true
	planned, err := engine.Ask[task.Queries](ctx, e.run, t)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if limit(err) {
		return nil, err // what a search finds could not be read either
	}
	if err != nil {
		b.note = fmt.Sprintf("The searches for “%s” could not be planned (%v): it was searched for with its own words only.", b.Label, err)
		return []string{b.Query}, nil
	}
	return fill(planned.Queries, in, b.Query), nil
}

// fill returns the planned queries that were not made before, up to the most
// wanted, with the branch's own first in reserve if they are too few.
func fill(planned []task.PlannedQuery, in *task.QueriesTask, own string) []string {
	var out []string
	add := func(q string, asked []string) {
		q = strings.Join(strings.Fields(gather.Strip(q)), " ")
		made := slices.ContainsFunc(slices.Concat(out, asked), func(o string) bool { return same(o, q) })
		if q != "" && !made && len(out) < in.Max {
			out = append(out, q)
		}
	}
	for _, p := range planned {
		add(p.Query, in.Asked)
	}
	if len(out) < in.Min {
		add(own, in.Asked)
	}
	if len(out) == 0 { // all were made before
		add(own, nil)
	}
	return out
}

// known is what a branch is told of the others, and of what the asker said.
func (e *exploration) known() []string {
	var out []string
	for _, a := range e.brief.Answers {
		out = append(out, fmt.Sprintf("Asked “%s”, the asker said: %s", a.Question, a.Answer))
	}
	for _, p := range e.brief.Premises {
		out = append(out, fmt.Sprintf("An earlier report established, as of %s: %s", p.Asked, p.Text))
	}
	for _, b := range e.before() {
		if b.err == nil {
			out = append(out, b.Label+": "+b.summary)
		}
	}
	return out
}

// before are the branches of earlier rounds. Those of this round are at work.
func (e *exploration) before() []*branch {
	return slices.DeleteFunc(slices.Clone(e.branches), func(b *branch) bool { return b.Round == e.round })
}

// asked are the queries of earlier rounds, each once.
func (e *exploration) asked() []string {
	var out []string
	for _, b := range e.before() {
		for _, q := range b.queries {
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

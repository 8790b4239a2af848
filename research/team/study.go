package team

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

var (
	errNoPages  = errors.New("the searches found no pages")
	errNoOthers = errors.New("the searches found no pages that the researcher had not read")
)

// carryOut has the tasks of a round carried out, side by side. A task that
// failed is a gap: nobody is put in its place.
func (t *team) carryOut(ctx context.Context, todo []*assignment) error {
	var studies, checks []*assignment
	for _, k := range todo {
		if k.Task == research.Verification {
			checks = append(checks, k)
		} else {
			studies = append(studies, k)
		}
	}
	if err := t.search(ctx, todo); err != nil {
		return err
	}
	planned, at, err := t.handOut(ctx, studies)
	if err != nil {
		return err
	}
	chosen, err := t.choose(ctx, checks)
	if err != nil {
		return err
	}
	var lessons []gather.Lesson
	var rulings []ruling
	err = engine.Both(ctx,
		func(ctx context.Context) (err error) { lessons, err = t.g.Learn(ctx, planned); return err },
		func(ctx context.Context) (err error) { rulings, err = t.rule(ctx, checks, chosen); return err })
	if err != nil {
		return err
	}
	if err := t.learned(ctx, studies, at, lessons); err != nil {
		return err
	}
	return t.ruled(ctx, checks, rulings)
}

// search makes the searches of all tasks. It fails if no search of the first
// round could be made.
func (t *team) search(ctx context.Context, todo []*assignment) error {
	_, err := engine.Each(ctx, todo, func(ctx context.Context, k *assignment) (struct{}, error) {
		if k.Task == research.Verification {
			k.err = t.seek(ctx, k)
		} else {
			k.err = t.explore(ctx, k)
		}
		return struct{}{}, k.err
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && t.round == 1 {
		return fmt.Errorf("no search could be made: %w", gather.OneLine(err))
	}
	return nil
}

// explore makes the searches of a researcher's task.
func (t *team) explore(ctx context.Context, k *assignment) (err error) {
	queries := t.queries(ctx, k)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if k.hits, err = t.g.Search(ctx, k.AnglePlanned, maxHits, gather.Texts(queries...)...); err != nil {
		return err
	}
	k.queries = queries // from now on the researcher made them
	return t.g.Note(ctx, k.hits)
}

// queries are the query that came with a task and what its researcher adds. All
// the researcher is told are the task and what it found itself in earlier rounds.
func (t *team) queries(ctx context.Context, k *assignment) []string {
	in := &task.QueriesTask{
		Question: t.run.Question, Today: t.run.Today(), Line: k.Angle, Goal: k.Rationale, Prefer: t.hint(),
		Known: t.known(k.Researcher), Asked: append(t.asked(k.Researcher), k.Query), Min: 1, Max: maxQueries - 1,
	}
	job := prompts.Task(role(k), task.NameQueries, in)
	job.Mend = true
	planned, err := engine.Ask[task.Queries](ctx, t.run, job)
	if err != nil {
		return []string{k.Query} // it came from one who could be heard
	}
	out := []string{k.Query}
	for _, q := range planned.Queries {
		text := strings.Join(strings.Fields(q.Query), " ")
		same := func(o string) bool { return strings.EqualFold(o, text) }
		if text != "" && len(out) < maxQueries && !slices.ContainsFunc(out, same) && !slices.ContainsFunc(in.Asked, same) {
			out = append(out, text)
		}
	}
	return out
}

// role is how a task's researcher is addressed.
func role(k *assignment) string { return "researcher " + k.Researcher }

// handOut decides which pages researchers read, of those they found, and for what.
// Two may read the same page; none reads a page again that gave it something
// before. Who has none is left out: at has the tasks of the studies.
func (t *team) handOut(ctx context.Context, todo []*assignment) (studies []gather.Study, at []*assignment, err error) {
	var hits [][]research.HitFound
	for _, k := range todo {
		hits = append(hits, k.hits)
	}
	chosen, err := t.g.ChooseEach(ctx, hits, maxPages, func(i int, p *gather.Page) bool { return t.hasRead(todo[i].Researcher, p) })
	if err != nil {
		return nil, nil, err
	}
	for i, k := range todo {
		if k.pages = chosen[i]; len(k.pages) == 0 {
			k.err = noPages(k)
			continue
		}
		studies = append(studies, gather.Study{Line: k.AnglePlanned, Goal: goal(k), Prefer: t.hint(), Pages: k.pages, Role: role(k), Max: maxLearned})
		at = append(at, k)
	}
	return studies, at, nil
}

// learned takes in what researchers learned: lessons are those of the tasks at.
func (t *team) learned(ctx context.Context, todo, at []*assignment, lessons []gather.Lesson) error {
	for i, l := range lessons {
		at[i].err, at[i].summary = l.Err, gather.Clean(l.Summary)
		t.take(at[i], l.Claims...)
	}
	return t.studied(ctx, todo)
}

// goal is what a researcher is to find out.
func goal(k *assignment) string { return strings.TrimSpace(k.Label + ". " + k.Rationale) }

// hasRead reports whether a page was read for an earlier task of a researcher.
func (t *team) hasRead(researcher string, p *gather.Page) bool {
	return slices.ContainsFunc(t.tasks, func(k *assignment) bool {
		return k.Researcher == researcher && k.Round < t.round && k.Task != research.Verification && k.err == nil && slices.Contains(k.pages, p)
	})
}

// noPages says why a task has no pages.
func noPages(k *assignment) error {
	switch {
	case k.err != nil:
		return k.err
	case len(k.hits) > 0:
		return errNoOthers
	}
	return errNoPages
}

// studied notes what tasks taught.
func (t *team) studied(ctx context.Context, todo []*assignment) error {
	var facts []research.Fact
	for _, k := range todo {
		s := research.AngleStudied{Angle: k.N, Summary: k.summary}
		if k.err != nil {
			s.Failed = gather.OneLine(k.err).Error()
		}
		facts = append(facts, s)
	}
	return t.run.Note(ctx, facts...)
}

// lost reports whether a task came to nothing because calls failed, rather than
// because there was nothing to be found.
func (k *assignment) lost() bool {
	return k.err != nil && !errors.Is(k.err, errNoPages) && !errors.Is(k.err, errNoOthers) && !errors.Is(k.err, gather.ErrPage)
}

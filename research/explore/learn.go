package explore

import (
	"context"
	"errors"
	"slices"

	"assay/research"
	"assay/research/gather"
	"assay/research/text"
)

// learn has branches read their pages and learn from them, side by side.
func (e *exploration) learn(ctx context.Context, now []*branch) error {
	var studies []gather.Study
	var at []*branch
	for _, b := range now {
		if len(b.pages) == 0 {
			b.err = noPages(b)
			continue
		}
		studies = append(studies, gather.Study{
			Line: b.AnglePlanned, Goal: b.goal(), Pages: b.pages, Role: "explorer", Min: minLearned, Max: maxLearned, FollowUps: maxRaised,
		})
		at = append(at, b)
	}
	lessons, err := e.g.Learn(ctx, studies)
	if err != nil {
		return err
	}
	for i, l := range lessons {
		at[i].take(l)
	}
	return e.studied(ctx, now)
}

// noPages says why a branch has nothing to read.
func noPages(b *branch) error {
	switch {
	case b.err != nil:
		return b.err
	case len(b.hits) > 0:
		return errNoOthers
	}
	return errNoPages
}

// take takes in what the branch's pages taught. What they said counts only if a
// quote backs it.
func (b *branch) take(l gather.Lesson) {
	switch {
	case errors.Is(l.Err, gather.ErrPage):
		b.err = errUnread
		return
	case l.Err != nil:
		b.err = gather.OneLine(l.Err)
		return
	case len(l.Claims) == 0:
		b.err = errNoWords
		return
	}
	b.claims, b.summary = l.Claims, gather.Clean(l.Summary)
	if b.summary == "" {
		b.summary = l.Claims[0].Text
	}
	for _, q := range l.FollowUps[:min(len(l.FollowUps), maxRaised)] {
		if q = gather.Clean(q); q != "" {
			b.raised = append(b.raised, q)
		}
	}
}

// studied notes what branches taught.
func (e *exploration) studied(ctx context.Context, now []*branch) error {
	for _, b := range now {
		s := research.AngleStudied{Angle: b.N, Summary: b.summary, FollowUps: b.raised}
		if b.err != nil {
			s.Failed = b.err.Error()
		} else {
			v := e.weigh(states(b.claims))
			s.Confidence, s.Why = v.Confidence, v.Why
		}
		if err := e.run.Note(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// choose decides which pages each branch reads, in the order of branches. It
// takes pages that no other branch reads as long as there are any.
func (e *exploration) choose(ctx context.Context, now []*branch) error {
	for _, b := range now {
		room := max(e.depth.pages-e.fresh(b.hits), 0) // for pages that others read, too
		skip := func(_ int, p *gather.Page) bool {
			if !e.free(p) && readable(p) {
				room--
			}
			return !readable(p) || !e.free(p) && room < 0
		}
		chosen, err := e.g.ChooseEach(ctx, [][]research.HitFound{b.hits}, e.depth.pages, skip)
		if err != nil {
			return err
		}
		b.pages = chosen[0]
	}
	return nil
}

// fresh counts the hits that lead to pages which are free.
func (e *exploration) fresh(hits []research.HitFound) int {
	n := 0
	for _, h := range hits {
		key := text.Canonical(h.Hit.URL)
		i := slices.IndexFunc(e.g.Pages, func(p *gather.Page) bool { return text.Canonical(p.Hit.URL) == key })
		if i < 0 || readable(e.g.Pages[i]) && e.free(e.g.Pages[i]) {
			n++
		}
	}
	return n
}

// free reports whether nobody has learned from a page or is about to.
func (e *exploration) free(p *gather.Page) bool {
	return !p.Used && !slices.ContainsFunc(e.branches, func(b *branch) bool { return b.Round == e.round && slices.Contains(b.pages, p) })
}

// readable reports whether nothing speaks against reading a page.
func readable(p *gather.Page) bool { return p.Why == nil || p.Text != "" }

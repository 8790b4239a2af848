// Package gather does what methods have in common: it searches lines of
// research, chooses pages, reads them, and takes claims from them whose quotes
// really stand there.
//
// A [Gatherer] knows the pages of one run. Whatever order searches and pages
// come back in, the same pages get the same numbers: choosing waits for all
// searches of its round, and goes by relevance, line and position.
package gather

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/singleflight"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

//go:embed prompts/*.md
var files embed.FS

var prompts = engine.MustPrompts(files)

// A Claim is one whose quote stands in its page.
type Claim struct {
	research.ClaimFound
	Page *Page
}

// A Gatherer gathers evidence for one run. The zero value with a Run is ready
// to use. Its methods may be called side by side, except Choose.
type Gatherer struct {
	Run      *engine.Run
	Pages    []*Page // chosen so far, by number
	PageSize int     // the most bytes of a page that Extract gives a model; 0 means 14,000

	chosen map[string]*Page // by canonical address
	early  map[string]*Page // that are read before they are chosen, likewise
	reads  singleflight.Group
}

// ErrPage marks a page that could not be used; the run goes on without it.
var ErrPage = errors.New("page not used")

// Search makes the queries of a line of research side by side and returns up to
// limit hits of each, first hits first, each page once. Engines that failed are
// noted, and so are the hits, unless they are to be graded by [Gatherer.Grade].
// It fails only if every query does.
func (g *Gatherer) Search(ctx context.Context, line research.AnglePlanned, limit int, queries ...port.Query) ([]research.HitFound, error) {
	found, err := engine.Each(ctx, queries, func(ctx context.Context, q port.Query) ([]research.HitFound, error) {
		q.Limit = limit
		res, err := g.Run.Search(ctx, q)
		if err := cmp.Or(NoteEngines(ctx, g.Run, q.Text, res, err), err); err != nil {
			return nil, err
		}
		var hits []research.HitFound
		for _, h := range res.Hits[:min(len(res.Hits), limit)] {
			f := research.HitFound{Angle: line.N, Hit: h, Relevance: research.MediumRelevance, Ungraded: true}
			if q.Text != line.Query {
				f.Query = q.Text
			}
			hits = append(hits, f)
		}
		return hits, nil
	})
	if err != nil {
		return nil, OneLine(err)
	}
	seen := make(map[string]bool)
	var out []research.HitFound
	for _, f := range Interleave(found) {
		if key := text.Canonical(f.Hit.URL); !seen[key] {
			seen[key] = true
			f.Rank = len(out) + 1
			out = append(out, f)
		}
	}
	return out, nil
}

// Texts returns queries with the given texts.
func Texts(texts ...string) []port.Query {
	var out []port.Query
	for _, t := range texts {
		out = append(out, port.Query{Text: t})
	}
	return out
}

// Note notes hits as they are.
func (g *Gatherer) Note(ctx context.Context, hits []research.HitFound) error {
	var facts []research.Fact
	for _, h := range hits {
		facts = append(facts, h)
	}
	return g.Run.Note(ctx, facts...)
}

// Grade has the hits of a line graded for relevance, and notes them. Hits that
// could not be graded keep a medium relevance, and say so.
func (g *Gatherer) Grade(ctx context.Context, line research.AnglePlanned, hits []research.HitFound) ([]research.HitFound, error) {
	if len(hits) == 0 {
		return nil, nil
	}
	in := &task.GradeTask{Question: g.Run.Question, Angle: line.Angle}
	for _, h := range hits {
		in.Hits = append(in.Hits, h.Hit)
	}
	t := prompts.Task("searcher", task.NameGrade, in)
	t.Mend = true
	grades, err := engine.Ask[task.Grades](ctx, g.Run, t)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err == nil {
		for _, hg := range grades.Grades {
			if hg.Hit >= 1 && hg.Hit <= len(hits) {
				hits[hg.Hit-1].Relevance, hits[hg.Hit-1].Ungraded = hg.Relevance, false
			}
		}
	}
	return hits, g.Note(ctx, hits)
}

// Choose decides which pages the hits of several lines lead to: it ranks them by
// relevance, then line, then position, and keeps the first most in all. Hits
// that lead to a page chosen before, or by another hit, are noted as dropped, and
// so are those beyond the limit. It must be given the hits of all lines of a
// round at once.
func (g *Gatherer) Choose(ctx context.Context, hits []research.HitFound, most int) (pages []*Page, err error) {
	var dropped []research.Fact
	drop := func(h research.HitFound, reason string) { dropped = append(dropped, droppedFor(h, reason)) }
	for i, h := range g.rank(hits, drop) {
		if i < most {
			pages = append(pages, g.add(h))
		} else {
			drop(h, fmt.Sprintf("beyond the first %d", most))
		}
	}
	return pages, g.Run.Note(ctx, dropped...)
}

// rank returns the hits that lead to pages not chosen before, each page once,
// best first. It tells drop, if it is not nil, of the others.
func (g *Gatherer) rank(hits []research.HitFound, drop func(h research.HitFound, reason string)) []research.HitFound {
	first := make(map[string]string) // address by canonical address
	var distinct []research.HitFound
	for _, h := range hits {
		key := text.Canonical(h.Hit.URL)
		if p := g.chosen[key]; p != nil {
			first[key] = p.Hit.URL
		}
		if url, dup := first[key]; !dup {
			first[key] = h.Hit.URL
			distinct = append(distinct, h)
		} else if drop != nil {
			drop(h, "duplicate of "+url)
		}
	}
	slices.SortStableFunc(distinct, byRelevance)
	return distinct
}

// ChooseEach is Choose for lines that each read pages of their own choice: it
// keeps the first most hits of each line, in the order of lines. A page may be
// the choice of several lines; not of a line for which skip holds.
func (g *Gatherer) ChooseEach(ctx context.Context, lines [][]research.HitFound, most int, skip func(line int, p *Page) bool) ([][]*Page, error) {
	out := make([][]*Page, len(lines))
	var dropped []research.Fact
	for i, hits := range lines {
		ranked := slices.Clone(hits)
		slices.SortStableFunc(ranked, byRelevance)
		for _, h := range ranked {
			p := g.chosen[text.Canonical(h.Hit.URL)]
			switch {
			case p != nil && slices.Contains(out[i], p), p != nil && skip != nil && skip(i, p):
				dropped = append(dropped, droppedFor(h, "duplicate of "+p.Hit.URL))
			case len(out[i]) >= most:
				dropped = append(dropped, droppedFor(h, fmt.Sprintf("beyond the first %d", most)))
			default:
				out[i] = append(out[i], g.add(h))
			}
		}
	}
	return out, g.Run.Note(ctx, dropped...)
}

func droppedFor(h research.HitFound, reason string) research.HitDropped {
	return research.HitDropped{Angle: h.Angle, Rank: h.Rank, URL: h.Hit.URL, Reason: reason}
}

// byRelevance orders hits of equal relevance by line and position.
func byRelevance(a, b research.HitFound) int {
	return cmp.Or(cmp.Compare(relevanceRank(a.Relevance), relevanceRank(b.Relevance)), cmp.Compare(a.Angle, b.Angle), cmp.Compare(a.Rank, b.Rank))
}

// add chooses the page that a hit leads to. A page that was chosen before is the
// same page.
func (g *Gatherer) add(h research.HitFound) *Page {
	key := text.Canonical(h.Hit.URL)
	if p := g.chosen[key]; p != nil {
		return p
	}
	if g.chosen == nil {
		g.chosen = make(map[string]*Page)
	}
	p := g.early[key]
	if p == nil {
		p = newPage(h)
	}
	p.N = len(g.Pages) + 1
	g.chosen[key] = p
	g.Pages = append(g.Pages, p)
	return p
}

// NoteEngines notes which search engines could not answer a query. A search
// that was not made, because the run is stopped or limited, is no failure.
func NoteEngines(ctx context.Context, r *engine.Run, query string, res port.Results, err error) error {
	failed := res.Failed
	if f := new(port.Failure); errors.As(err, &f) {
		failed = []port.EngineFailed{{Engine: "all engines", Reason: f.Reason}}
	}
	for _, f := range failed {
		f.Query = query
		if err := r.Note(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// OneLine returns err with each of its lines once, in one line. Of several
// failures the first decides what kind it is. The mark of pages that could not
// be used stays on.
func OneLine(err error) error {
	var f *port.Failure
	if !errors.As(err, &f) {
		return err
	}
	var reasons []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimPrefix(strings.TrimSpace(line), ErrPage.Error()+": "); line != "" && !slices.Contains(reasons, line) {
			reasons = append(reasons, line)
		}
	}
	one := &port.Failure{Class: f.Class, Reason: strings.Join(reasons, "; ")}
	if errors.Is(err, ErrPage) {
		return fmt.Errorf("%w: %w", ErrPage, one)
	}
	return one
}

// Interleave merges lists, first elements first.
func Interleave[T any](lists [][]T) []T {
	var out []T
	for i := 0; ; i++ {
		n := len(out)
		for _, l := range lists {
			if i < len(l) {
				out = append(out, l[i])
			}
		}
		if len(out) == n {
			return out
		}
	}
}

func relevanceRank(v research.Relevance) int {
	return slices.Index([]research.Relevance{research.HighRelevance, research.MediumRelevance, research.LowRelevance}, v)
}

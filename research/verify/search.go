package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research"
)

// search runs every angle's query side by side, has the hits graded and
// returns the pages to read, best first.
func search(ctx context.Context, r *research.Run, angles []research.AnglePlanned) ([]*page, error) {
	found, err := research.Each(ctx, angles, func(ctx context.Context, a research.AnglePlanned) ([]research.HitFound, error) {
		return searchAngle(ctx, r, a)
	})
	if err != nil {
		return nil, fmt.Errorf("no search could be made: %w", oneLine(err))
	}
	return choose(ctx, r, slices.Concat(found...))
}

// searchAngle returns up to six hits of an angle with their relevance.
func searchAngle(ctx context.Context, r *research.Run, a research.AnglePlanned) ([]research.HitFound, error) {
	res, err := r.Search(ctx, research.Query{Text: a.Query, Limit: maxHits})
	if err := cmp.Or(noteEngines(ctx, r, a.Query, res, err), err); err != nil {
		return nil, err
	}
	hits := res.Hits[:min(len(res.Hits), maxHits)]
	relevance, err := grade(ctx, r, a, hits)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	found := make([]research.HitFound, len(hits))
	for i, h := range hits {
		found[i] = research.HitFound{Angle: a.N, Rank: i + 1, Hit: h, Relevance: research.MediumRelevance, Ungraded: true}
		if g, ok := relevance[i+1]; ok && err == nil {
			found[i].Relevance, found[i].Ungraded = g, false
		}
		if err := r.Note(ctx, found[i]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// noteEngines notes which search engines could not answer a query. A search
// that was not made, because the run is stopped or limited, is no failure.
func noteEngines(ctx context.Context, r *research.Run, query string, res research.Results, err error) error {
	failed := res.Failed
	if f := new(research.Failure); errors.As(err, &f) {
		failed = []research.EngineFailed{{Engine: "all engines", Reason: f.Reason}}
	}
	for _, f := range failed {
		f.Query = query
		if err := r.Note(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// grade has the hits of an angle graded and returns relevance by hit number.
func grade(ctx context.Context, r *research.Run, a research.AnglePlanned, hits []research.Hit) (map[int]research.Relevance, error) {
	if len(hits) == 0 {
		return nil, nil
	}
	t := prompts.Task("searcher", research.TaskGrade, &research.GradeTask{Question: r.Question, Angle: a.Angle, Hits: hits})
	t.Mend = true
	grades, err := research.Ask[research.Grades](ctx, r, t)
	relevance := make(map[int]research.Relevance)
	for _, g := range grades.Grades {
		relevance[g.Hit] = g.Relevance
	}
	return relevance, err
}

// choose drops hits that lead to a page another hit leads to, ranks the rest
// by relevance, then angle, then position, and keeps the first 15. The order
// of arrival plays no part, so the choice is the same every time.
func choose(ctx context.Context, r *research.Run, hits []research.HitFound) ([]*page, error) {
	first := make(map[string]string)
	var distinct []research.HitFound
	for _, h := range hits {
		key := research.Canonical(h.Hit.URL)
		if url, dup := first[key]; dup {
			if err := r.Note(ctx, research.HitDropped{Angle: h.Angle, Rank: h.Rank, URL: h.Hit.URL, Reason: "duplicate of " + url}); err != nil {
				return nil, err
			}
			continue
		}
		first[key] = h.Hit.URL
		distinct = append(distinct, h)
	}
	slices.SortStableFunc(distinct, func(a, b research.HitFound) int {
		return cmp.Compare(relevanceRank(a.Relevance), relevanceRank(b.Relevance))
	})
	var pages []*page
	for i, h := range distinct {
		if i >= maxPages {
			if err := r.Note(ctx, research.HitDropped{Angle: h.Angle, Rank: h.Rank, URL: h.Hit.URL, Reason: fmt.Sprintf("beyond the first %d", maxPages)}); err != nil {
				return nil, err
			}
			continue
		}
		pages = append(pages, &page{N: i + 1, Angle: h.Angle, Hit: h.Hit})
	}
	return pages, nil
}

// oneLine returns err with each of its lines once, in one line. Of several
// failures the first decides what kind it is.
func oneLine(err error) error {
	var f *research.Failure
	if !errors.As(err, &f) {
		return err
	}
	var reasons []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(reasons, line) {
			reasons = append(reasons, line)
		}
	}
	return &research.Failure{Class: f.Class, Reason: strings.Join(reasons, "; ")}
}

func relevanceRank(v research.Relevance) int {
	return slices.Index([]research.Relevance{research.HighRelevance, research.MediumRelevance, research.LowRelevance}, v)
}

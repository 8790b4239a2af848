// Package search finds pages: a [Router] over search engines, and the [Library],
// which searches and reads a folder of documents without any network. The
// engines of the web are in package engines.
package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"assay/research/port"
)

// An Engine is a searcher with the name that runs and pages call it by.
type Engine struct {
	Name string
	port.Searcher
}

// A Router asks several engines the same and merges what they return. It is a
// [port.Searcher].
type Router struct{ Engines []Engine }

// An answer is what one engine returned.
type answer struct {
	port.Results
	err error
}

// Search asks the engines that the query names, or all, side by side. An engine
// that fails is among the results' Failed. It is an error if all fail: one
// that wraps a [*port.Failure], which is fatal only if all are.
func (r *Router) Search(ctx context.Context, q port.Query) (port.Results, error) {
	engines, err := r.choose(q.Engines)
	if err != nil {
		return port.Results{}, err
	}
	answers := make([]answer, len(engines))
	var wg sync.WaitGroup
	for i, e := range engines {
		wg.Go(func() { answers[i].Results, answers[i].err = e.Search(ctx, q) })
	}
	wg.Wait()
	if errors.Is(ctx.Err(), context.Canceled) { // whoever answered in time was chance
		return port.Results{}, ctx.Err()
	}
	failed, err := failures(engines, answers, q.Text)
	if err != nil {
		return port.Results{}, err
	}
	hits := slices.DeleteFunc(fuse(engines, answers), func(h port.Hit) bool { return !keep(h, q.Filter) })
	if q.Limit >= 0 {
		hits = hits[:min(len(hits), q.Limit)]
	}
	return port.Results{Hits: hits, Failed: failed}, nil
}

// choose returns the engines with the given names, in the router's order; all if there are none.
func (r *Router) choose(names []string) ([]Engine, error) {
	if len(r.Engines) == 0 {
		return nil, port.Fail(port.Fatal, "no search engine is set up")
	}
	if len(names) == 0 {
		return r.Engines, nil
	}
	known := make([]string, len(r.Engines))
	for i, e := range r.Engines {
		known[i] = e.Name
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, port.Fail(port.Fatal, "no search engine is called %q; there are %s", n, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(slices.Clone(r.Engines), func(e Engine) bool { return !slices.Contains(names, e.Name) }), nil
}

// failures returns which engines failed, wholly or in part, and an error if none answered.
func failures(engines []Engine, answers []answer, query string) ([]port.EngineFailed, error) {
	var failed []port.EngineFailed
	var reasons []string
	class := port.Fatal
	for i, a := range answers {
		failed = append(failed, a.Failed...)
		if a.err == nil {
			continue
		}
		f := failureOf(a.err)
		failed = append(failed, port.EngineFailed{Engine: engines[i].Name, Query: query, Reason: f.Reason})
		reasons = append(reasons, engines[i].Name+": "+f.Reason)
		if class == port.Fatal {
			class = f.Class
		}
	}
	if len(reasons) == len(answers) {
		return nil, port.Fail(class, "no search engine answered (%s)", strings.Join(reasons, "; "))
	}
	return failed, nil
}

// failureOf returns the failure that an error wraps.
func failureOf(err error) *port.Failure {
	var f *port.Failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.DeadlineExceeded):
		return &port.Failure{Class: port.TimedOut, Reason: "no answer in time"}
	}
	return &port.Failure{Class: port.Unknown, Reason: err.Error()}
}

package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
)

const (
	maxPassages = 14_000 // bytes of a page that a model is given, some 3,500 tokens
	maxTogether = 28_000 // bytes of pages that it is given together
	maxText     = 300    // characters of a claim
)

// block notes that a page could not be used. A run that was stopped says
// nothing: the page will be read when it is resumed.
func (g *Gatherer) block(ctx context.Context, p *Page, why error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.Why = why
	note := g.Run.Note(ctx, research.PageBlocked{N: p.N, Angle: p.Angle, URL: p.Hit.URL, Title: p.Hit.Title, Reason: why.Error()})
	return cmp.Or(note, fmt.Errorf("%w: %s: %w", ErrPage, p.Hit.URL, why))
}

// note notes that a page was read, and how it was graded.
func (g *Gatherer) note(ctx context.Context, p *Page, grade research.SourceGrade, published string) error {
	p.reading.Lock() // others may be reading the same page
	p.Grade, p.Used = grade, true
	if p.Published == "" && datelike.MatchString(published) {
		p.Published = published
	}
	p.reading.Unlock()
	return g.Run.Note(ctx, research.PageRead{
		N: p.N, Angle: p.Angle, URL: p.URL, FinalURL: p.FinalURL, Title: p.Name(), Author: p.Author, Site: p.Site,
		Published: p.Published, Hash: p.Hash, Simhash: p.Simhash, Grade: p.Grade, Fetched: p.Fetched,
	})
}

// datelike matches the dates that a page may have.
var datelike = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2})?)?$`)

// An Extractor says how claims are taken from pages.
type Extractor struct {
	Most int                  // claims of a page
	Goal func(*Page) string   // what a page is read for; nil means the question alone
	Each func(*Page, []Claim) // told each page's claims as they come, one page at a time; may be nil
}

// Extract reads pages side by side, each by itself, and returns the claims of
// each in the order of pages. A claim's number follows from its page's and its
// place there. Pages that could not be used are left out; it fails only if the
// run must end.
func (g *Gatherer) Extract(ctx context.Context, pages []*Page, x Extractor) ([]Claim, error) {
	var one sync.Mutex
	found, err := engine.Each(ctx, pages, func(ctx context.Context, p *Page) ([]Claim, error) {
		claims, err := g.extract(ctx, p, x)
		p.settle()
		if x.Each != nil {
			one.Lock()
			defer one.Unlock()
			x.Each(p, claims)
		}
		return claims, err
	})
	if ctx.Err() != nil || err != nil && !errors.Is(err, ErrPage) {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	return slices.Concat(found...), nil
}

func (g *Gatherer) extract(ctx context.Context, p *Page, x Extractor) ([]Claim, error) {
	if err := g.Text(ctx, p); err != nil {
		return nil, err
	}
	ex, err := g.askExtract(ctx, p, x)
	if err != nil {
		return nil, g.block(ctx, p, fmt.Errorf("read, but no claims could be taken: %w", err))
	}
	if err := g.note(ctx, p, ex.SourceQuality, ex.PublishDate); err != nil {
		return nil, err
	}
	var taken []taking
	for i, c := range ex.Claims[:min(len(ex.Claims), x.Most)] {
		taken = append(taken, taking{research.ClaimFound{ID: (p.N-1)*x.Most + i + 1, Text: c.Claim, Quote: c.Quote, Importance: c.Importance}, p})
	}
	return g.gate(ctx, taken)
}

// askExtract has claims taken from a page. A page that is too long for the
// model is shortened to half its passages, once.
func (g *Gatherer) askExtract(ctx context.Context, p *Page, x Extractor) (ex task.Extraction, err error) {
	goal := ""
	if x.Goal != nil {
		goal = x.Goal(p)
	}
	whole := cmp.Or(g.PageSize, maxPassages)
	for size := whole; size >= whole/2; size /= 2 {
		t := prompts.Task("extractor", task.NameExtract, &task.ExtractTask{
			Question: g.Run.Question, Goal: goal, Page: p.Head(), Passages: p.Parts.Passages(g.Run.Question+" "+goal, size), Max: x.Most,
		})
		t.Mend = true // every quote is looked up in the page afterwards
		ex, err = engine.Ask[task.Extraction](ctx, g.Run, t)
		if !errors.Is(err, &port.Failure{Class: port.TooLong}) {
			break
		}
	}
	return ex, err
}

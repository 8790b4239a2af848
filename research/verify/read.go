package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/quote"
)

const (
	maxPassages = 14_000 // bytes of a page that a model is given, some 3,500 tokens
	maxText     = 300    // characters of a claim
)

// read reads the pages side by side, takes claims from each, and returns those
// that will go before the voters: central claims of better sources first.
func read(ctx context.Context, r *research.Run, pages []*page) ([]claim, error) {
	found, err := research.Each(ctx, pages, func(ctx context.Context, p *page) ([]claim, error) {
		return extract(ctx, r, p)
	})
	if ctx.Err() != nil || err != nil && !pagesOnly(err) {
		return nil, err
	}
	claims := slices.Concat(found...)
	slices.SortStableFunc(claims, func(a, b claim) int {
		return cmp.Or(
			cmp.Compare(importanceRank(a.Importance), importanceRank(b.Importance)),
			cmp.Compare(slices.Index(research.SourceGrades, a.page.Grade), slices.Index(research.SourceGrades, b.page.Grade)),
			cmp.Compare(a.ID, b.ID))
	})
	for _, c := range claims[min(len(claims), maxClaims):] {
		if err := r.Note(ctx, research.ClaimDropped{ID: c.ID, Reason: fmt.Sprintf("beyond the first %d", maxClaims)}); err != nil {
			return nil, err
		}
	}
	return claims[:min(len(claims), maxClaims)], nil
}

// errPage marks a page that could not be used; the run goes on without it.
var errPage = errors.New("page not used")

// pagesOnly reports whether err is about pages, not about the run.
func pagesOnly(err error) bool { return errors.Is(err, errPage) }

// extract reads a page and takes the claims whose quotes it really contains.
func extract(ctx context.Context, r *research.Run, p *page) ([]claim, error) {
	text, err := r.Read(ctx, p.Hit.URL)
	if err != nil {
		return nil, block(ctx, r, p, err)
	}
	p.Page = text
	ex, err := askExtract(ctx, r, p)
	if err != nil {
		return nil, block(ctx, r, p, fmt.Errorf("read, but no claims could be taken: %w", err))
	}
	p.Grade, p.used = ex.SourceQuality, true
	if p.Published == "" && datelike.MatchString(ex.PublishDate) {
		p.Published = ex.PublishDate
	}
	if err := r.Note(ctx, research.PageRead{
		N: p.N, Angle: p.Angle, URL: p.URL, FinalURL: p.FinalURL, Title: cmp.Or(p.Title, p.Hit.Title), Author: p.Author, Site: p.Site,
		Published: p.Published, Hash: p.Hash, Simhash: research.Simhash(p.Text), Grade: p.Grade, Fetched: p.Fetched,
	}); err != nil {
		return nil, err
	}
	return gate(ctx, r, p, ex.Claims)
}

// datelike matches the dates that a page may have.
var datelike = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2})?)?$`)

// block notes that a page could not be used. A run that was stopped says
// nothing: the page will be read when it is resumed.
func block(ctx context.Context, r *research.Run, p *page, why error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.why = why
	note := r.Note(ctx, research.PageBlocked{N: p.N, Angle: p.Angle, URL: p.Hit.URL, Title: p.Hit.Title, Reason: why.Error()})
	return cmp.Or(note, fmt.Errorf("%w: %s: %w", errPage, p.Hit.URL, why))
}

// askExtract has claims taken from a page. A page that is too long for the
// model is shortened to half its passages, once.
func askExtract(ctx context.Context, r *research.Run, p *page) (ex research.Extraction, err error) {
	head := p.Page
	head.Text = ""
	for size := maxPassages; size >= maxPassages/2; size /= 2 {
		t := prompts.Task("extractor", research.TaskExtract, &research.ExtractTask{
			Question: r.Question, Page: head, Passages: research.Passages(p.Text, r.Question, size), Max: maxTaken,
		})
		t.Mend = true // every quote is looked up in the page afterwards
		ex, err = research.Ask[research.Extraction](ctx, r, t)
		if !errors.Is(err, &research.Failure{Class: research.TooLong}) {
			break
		}
	}
	return ex, err
}

// gate lets through the claims whose quotes stand in the page, with the page's
// own characters, and notes the others as rejected. A claim's number follows
// from its page's and its place there, whatever other pages hold.
func gate(ctx context.Context, r *research.Run, p *page, taken []research.Extracted) ([]claim, error) {
	text := quote.Prepare(p.Text)
	var claims []claim
	for i, x := range taken[:min(len(taken), maxTaken)] {
		x.Claim = clean(x.Claim)
		spans, ok := text.Find(x.Quote)
		reason := ""
		switch {
		case x.Claim == "":
			reason = "no claim was made"
		case !ok:
			reason = "the quote is not in the page"
		case slices.ContainsFunc(claims, func(c claim) bool { return strings.EqualFold(c.Text, x.Claim) }):
			reason = "the page's claims say it already"
		}
		if reason != "" {
			if err := r.Note(ctx, research.ClaimRejected{Page: p.N, Text: x.Claim, Quote: x.Quote, Reason: reason}); err != nil {
				return nil, err
			}
			continue
		}
		c := claim{page: p, ClaimFound: research.ClaimFound{
			ID: (p.N-1)*maxTaken + i + 1, Page: p.N, Text: x.Claim, Quote: quote.Text(p.Text, spans), Importance: x.Importance,
		}}
		for _, s := range spans {
			c.Spans = append(c.Spans, research.Span(s))
		}
		if err := r.Note(ctx, c.ClaimFound); err != nil {
			return nil, err
		}
		claims = append(claims, c)
	}
	return claims, nil
}

var link = regexp.MustCompile(`(?i)\b(https?://|www\.)\S+`)

// clean makes one line of a model's sentence, without addresses: the only
// addresses in a report are those of pages that were read.
func clean(s string) string {
	s = strings.Join(strings.Fields(link.ReplaceAllString(s, "")), " ")
	if r := []rune(s); len(r) > maxText {
		s = strings.TrimSpace(string(r[:maxText-1])) + "…"
	}
	return s
}

func importanceRank(i research.Importance) int {
	return slices.Index([]research.Importance{research.Central, research.Supporting, research.Tangential}, i)
}

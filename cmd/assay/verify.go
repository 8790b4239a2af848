package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"assay/db"
	"assay/research"
	"assay/research/quote"
)

type verifyCmd struct {
	ID string `arg:"" help:"Id of the run, or its beginning."`
}

// Run re-checks a report against what is stored, without the network: every
// quote must stand in its page where the claim says, every page's text must
// have the hash it was stored under, and every source must have been fetched.
func (v *verifyCmd) Run(ctx context.Context, c console, s *Settings) error {
	return s.withState(ctx, v.ID, func(d *db.DB, state *research.State) error {
		audit := audit{db: d, state: state, pages: make(map[string]research.Page)}
		for _, p := range state.Pages {
			if p.Read != nil {
				audit.page(ctx, p)
			}
		}
		for _, claim := range state.Claims {
			audit.claim(claim)
		}
		fmt.Fprintf(c.out, "%d of %d quotes are in their stored pages.\n%d of %d sources were fetched and are stored unchanged.\n",
			audit.quotesGood, audit.quotes, audit.pagesGood, audit.sources)
		for _, err := range audit.faults {
			fmt.Fprintln(c.out, plain(err.Error()))
		}
		if len(audit.faults) > 0 {
			return exitCode(exitFailed)
		}
		return nil
	})
}

// An audit counts what holds and what does not.
type audit struct {
	db    *db.DB
	state *research.State
	pages map[string]research.Page

	quotes, quotesGood, sources, pagesGood int
	faults                                 []error
}

// page checks that a source was fetched and is unchanged.
func (a *audit) page(ctx context.Context, p *research.PageState) {
	a.sources++
	page, err := a.db.Page(ctx, a.state.ID, p.URL)
	switch {
	case errors.Is(err, research.ErrNotFound):
		err = fmt.Errorf("source %s was never fetched", p.URL)
	case err == nil && (page.Hash != p.Read.Hash || fmt.Sprintf("%x", sha256.Sum256([]byte(page.Text))) != page.Hash):
		err = fmt.Errorf("source %s: the stored text has changed", p.URL)
	}
	if err != nil {
		a.faults = append(a.faults, err)
		return
	}
	a.pagesGood++
	a.pages[p.URL] = page
}

// claim checks that a quote stands where the claim says and nowhere else is shown.
func (a *audit) claim(c *research.ClaimState) {
	a.quotes++
	page, ok := a.pages[c.Source.URL]
	if !ok {
		a.faults = append(a.faults, fmt.Errorf("claim %d: its source %s is not there", c.ID, c.Source.URL))
		return
	}
	spans := make([]quote.Span, len(c.Spans))
	for i, s := range c.Spans {
		spans[i] = quote.Span(s)
	}
	found, ok := quote.Find(page.Text, c.Quote)
	if !ok || quote.Text(page.Text, spans) != c.Quote || quote.Text(page.Text, found) == "" {
		a.faults = append(a.faults, fmt.Errorf("claim %d: the quote %q is not in %s", c.ID, c.Quote, c.Source.URL))
		return
	}
	a.quotesGood++
}

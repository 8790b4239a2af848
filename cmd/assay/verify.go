package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/db"
	"assay/research"
	"assay/research/port"
	"assay/research/quote"
)

type verifyCmd struct {
	ID string `arg:"" help:"Id of the run, or its beginning."`
}

// Run re-checks a report against what is stored, without the network: every
// quote must stand in its page where the claim says, every page's text must
// have the hash it was stored under, every source must have been fetched, and
// what voters go by must stand in a stored page or be what a search returned.
func (v *verifyCmd) Run(ctx context.Context, c console, s *Settings) error {
	return s.withState(ctx, v.ID, func(d db.Store, state *research.State) error {
		audit := audit{db: d, state: state, pages: make(map[string]port.Page)}
		for _, p := range state.Pages {
			if p.Read != nil {
				audit.page(ctx, p)
			}
		}
		if err := audit.searches(ctx); err != nil {
			return err
		}
		for _, claim := range state.Claims {
			audit.claim(claim)
			for _, v := range claim.Votes {
				audit.witness(claim, v.Source)
				audit.witness(claim, v.CounterSource)
			}
		}
		fmt.Fprintf(c.out, "%d of %d quotes are in their stored pages.\n%d of %d sources were fetched and are stored unchanged.\n%d of %d passages that voters went by are as they were found.\n",
			audit.quotesGood, audit.quotes, audit.pagesGood, audit.sources, audit.heardGood, audit.heard)
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
	db    db.Store
	state *research.State
	pages map[string]port.Page

	snippets map[string][]string // what searches returned, by URL

	quotes, quotesGood, sources, pagesGood, heard, heardGood int
	faults                                                   []error
}

// searches collects what the run's searches returned.
func (a *audit) searches(ctx context.Context) error {
	events, err := a.db.Events(ctx, a.state.ID, 0)
	if err != nil {
		return err
	}
	a.snippets = make(map[string][]string)
	for _, e := range events {
		var res port.Results
		if e.Kind != research.Searched || json.Unmarshal(e.Data, &res) != nil {
			continue
		}
		for _, h := range res.Hits {
			a.snippets[h.URL] = append(a.snippets[h.URL], h.Snippet)
		}
	}
	return nil
}

// witness checks a passage that a voter went by.
func (a *audit) witness(c *research.ClaimState, w *research.Witness) {
	if w == nil {
		return
	}
	a.heard++
	from := a.snippets[w.URL]
	if w.ID == "S" || w.Read {
		from = []string{a.pages[w.URL].Text}
	}
	text := w.Text
	if w.ID == "S" {
		text = "" // the claim's own quote, which is checked as such
		if _, ok := a.pages[w.URL]; !ok || w.URL != c.Source.URL || w.Text != c.Quote {
			from = nil
		}
	}
	if !slices.ContainsFunc(from, func(s string) bool { return strings.Contains(s, text) }) {
		a.faults = append(a.faults, fmt.Errorf("claim %d: the passage %q was not found at %s", c.ID, w.Text, w.URL))
		return
	}
	a.heardGood++
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
	found, ok := quote.Find(page.Text, c.Quote)
	if !ok || quote.Text(page.Text, c.Spans) != c.Quote || quote.Text(page.Text, found) == "" {
		a.faults = append(a.faults, fmt.Errorf("claim %d: the quote %q is not in %s", c.ID, c.Quote, c.Source.URL))
		return
	}
	a.quotesGood++
}

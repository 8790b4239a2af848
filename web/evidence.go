package web

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/labstack/echo/v4"

	"assay/research"
	"assay/research/quote"
	"assay/research/text"
	"assay/views"
)

// around is how much of a page is shown on each side of a quote, in bytes.
const around = 700

// showClaim shows a claim, its quote in its context, and its votes.
func (s *Server) showClaim(c echo.Context) error {
	id, err := runID(c)
	if err != nil {
		return err
	}
	n, err := number(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	p := views.ClaimPage{Frame: s.frame(c, "Claim", "")}
	var html []byte
	err = s.withState(ctx, id, func(state *research.State) error {
		i := slices.IndexFunc(state.Claims, func(cl *research.ClaimState) bool { return cl.ID == n })
		if i < 0 {
			return research.ErrNotFound
		}
		p.State, p.Claim = state, state.Claims[i]
		p.Frame.Title = p.Claim.Text
		for _, f := range state.Findings {
			if slices.Contains(f.Claims, n) && p.Confidence == "" {
				p.Confidence, p.Why = f.Confidence, f.Why
			}
		}
		if err := s.quoteIn(ctx, &p); err != nil {
			return err
		}
		same, err := s.Store.SameClaim(ctx, p.Claim.Text, 5)
		if err != nil {
			return err
		}
		p.Related = others(id, same)
		if p.Verified, err = s.verified(ctx, id, n); err != nil {
			return err
		}
		html, err = render(c, views.ClaimDoc(p))
		return err
	})
	if err != nil {
		return err
	}
	return settled(c, html, func() error { return c.HTMLBlob(200, html) })
}

// quoteIn fills in the quote of a claim and what stands around it in its page.
func (s *Server) quoteIn(ctx context.Context, p *views.ClaimPage) error {
	p.Quote = p.Claim.Quote
	if p.Claim.Source == nil || p.Claim.Source.Read == nil || len(p.Claim.Spans) == 0 {
		return nil
	}
	page, err := s.Store.Page(ctx, p.State.ID, p.Claim.Source.URL)
	if errors.Is(err, research.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	spans := p.Claim.Spans
	start, end := spans[0].Start, spans[len(spans)-1].End
	if start < 0 || start > end || end > len(page.Text) {
		return nil
	}
	p.Before, p.Quote, p.After = before(page.Text[:start]), page.Text[start:end], after(page.Text[end:])
	p.Fragment, p.Language = quote.Prepare(page.Text).Fragment(spans), page.Language
	return nil
}

// before returns the end of what stands before a quote, after the beginning of
// what stands after it.
func before(s string) string {
	if tail := text.Tail(s, around); tail != s {
		return "… " + tail
	}
	return s
}

func after(s string) string {
	if head := text.Head(s, around); head != s {
		return head + " …"
	}
	return s
}

// showSnapshot shows the text of a source as it was read.
func (s *Server) showSnapshot(c echo.Context) error {
	id, err := runID(c)
	if err != nil {
		return err
	}
	n, err := number(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	var html []byte
	err = s.withState(ctx, id, func(state *research.State) error {
		i := slices.IndexFunc(state.Pages, func(p *research.PageState) bool { return p.N == n && p.Read != nil })
		if i < 0 {
			return research.ErrNotFound
		}
		page, err := s.Store.Page(ctx, id, state.Pages[i].URL)
		if err != nil {
			return err
		}
		title := cmp.Or(state.Pages[i].Title, page.Title, page.URL)
		html, err = render(c, views.Snapshot(views.SnapshotPage{
			Frame: s.frame(c, title, ""), State: state, Page: page, N: n, Parts: partsOf(page.Text, state.Claims, n),
		}))
		return err
	})
	if err != nil {
		return err
	}
	return settled(c, html, func() error { return c.HTMLBlob(200, html) })
}

// partsOf cuts the text of page n at the quotes of claims. Where quotes
// overlap, what comes first has it.
func partsOf(page string, claims []*research.ClaimState, n int) []views.SnapshotPart {
	type cut struct {
		text.Span
		claim int
	}
	var cuts []cut
	for _, c := range claims {
		if c.Page != n {
			continue
		}
		for _, s := range c.Spans {
			cuts = append(cuts, cut{s, c.ID})
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Or(a.Start-b.Start, b.End-a.End, a.claim-b.claim) })
	var parts []views.SnapshotPart
	at := 0
	for _, s := range cuts {
		if s.Start < at || s.Start >= s.End || s.End > len(page) {
			continue
		}
		if s.Start > at {
			parts = append(parts, views.SnapshotPart{Text: page[at:s.Start]})
		}
		parts = append(parts, views.SnapshotPart{Text: page[s.Start:s.End], Claim: s.claim})
		at = s.End
	}
	if at < len(page) {
		parts = append(parts, views.SnapshotPart{Text: page[at:]})
	}
	return parts
}

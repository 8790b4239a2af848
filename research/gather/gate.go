package gather

import (
	"context"
	"slices"
	"strings"

	"assay/research"
	"assay/research/quote"
	"assay/research/text"
)

// A taking is a claim on its way through the gate.
type taking struct {
	research.ClaimFound
	page *Page // nil if a source was named that is not there
}

// Take lets a claim through the gate by itself: with its number, text, quote and
// page it is noted as found, or as rejected. It returns nil if it was rejected.
func (g *Gatherer) Take(ctx context.Context, c research.ClaimFound, p *Page) (*Claim, error) {
	claims, err := g.gate(ctx, []taking{{c, p}})
	if err != nil || len(claims) == 0 {
		return nil, err
	}
	return &claims[0], nil
}

// gate lets through the claims whose quotes and numbers stand in their pages,
// with the pages' own characters, and notes the others as rejected.
func (g *Gatherer) gate(ctx context.Context, taken []taking) ([]Claim, error) {
	texts := make(map[*Page]*quote.Page)
	var claims []Claim
	var facts []research.Fact
	for _, c := range taken {
		c.Text, c.Spans = Clean(c.Text), nil
		if c.page != nil {
			if texts[c.page] == nil {
				texts[c.page] = quote.Prepare(c.page.Page.Text)
			}
			c.Spans, _ = texts[c.page].Find(c.Quote)
			c.ClaimFound.Page = c.page.N
		}
		if reason := g.amiss(c, claims); reason != "" {
			facts = append(facts, research.ClaimRejected{Page: c.ClaimFound.Page, Text: c.Text, Quote: c.Quote, Reason: reason})
			continue
		}
		c.Quote = quote.Text(c.page.Page.Text, c.Spans)
		facts = append(facts, c.ClaimFound)
		claims = append(claims, Claim{c.ClaimFound, c.page})
	}
	return claims, g.Run.Note(ctx, facts...)
}

// amiss says why a claim, whose spans are where its quote stands, does not pass
// the gate after those that passed it, or "".
func (g *Gatherer) amiss(c taking, passed []Claim) string {
	switch {
	case c.Text == "":
		return "no claim was made"
	case c.page == nil:
		return "it names no source that was given"
	case len(c.Spans) == 0:
		return "the quote is not in the page"
	case text.GivesOrders(c.Text), text.GivesOrders(c.Quote):
		return text.Ordering
	case slices.ContainsFunc(passed, func(o Claim) bool { return o.Page == c.page && strings.EqualFold(o.Text, c.Text) || repeats(c, o) }):
		return "the page's claims say it already"
	}
	if n := missing(c, g.Run.Question); n != "" {
		return "the page does not give its number " + n
	}
	return ""
}

// repeats reports whether a claim says nothing that another of the same page,
// on the same words of the page, does not say.
func repeats(c taking, o Claim) bool {
	return c.page == o.Page && slices.Equal(c.Spans, o.Spans) && text.StatementOf(c.Text).Within(text.StatementOf(o.Text))
}

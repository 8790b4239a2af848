package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// read reads the pages side by side, takes claims from each, and returns those
// that will go before the voters: central claims of better sources first. What
// is certain to go before them is tried at once.
func read(ctx context.Context, g *gather.Gatherer, pages []*gather.Page) ([]gather.Claim, error) {
	d := &docket{unread: slices.Clone(pages), begun: make(map[int]bool)}
	x := taking
	x.Each = func(p *gather.Page, claims []gather.Claim) {
		for _, c := range d.certain(p, claims) {
			g.Run.Early(func(ctx context.Context) { _, _, _ = ballots(ctx, g, c, pages) })
		}
	}
	claims, err := g.Extract(ctx, pages, x)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(claims, byWeight)
	var beyond []research.Fact
	for _, c := range claims[min(len(claims), maxClaims):] {
		beyond = append(beyond, research.ClaimDropped{ID: c.ID, Reason: fmt.Sprintf("beyond the first %d", maxClaims)})
	}
	return claims[:min(len(claims), maxClaims)], g.Run.Note(ctx, beyond...)
}

// A docket has the claims that are known while pages are still being read.
type docket struct {
	unread []*gather.Page
	known  []gather.Claim
	begun  map[int]bool
}

// certain takes in the claims of a page and returns those that have become
// certain to go before the voters: too few that weigh more can still come.
func (d *docket) certain(p *gather.Page, claims []gather.Claim) (sure []gather.Claim) {
	d.unread = slices.DeleteFunc(d.unread, func(o *gather.Page) bool { return o == p })
	d.known = append(d.known, claims...)
	slices.SortFunc(d.known, byWeight)
	for i, c := range d.known {
		before := i
		for _, o := range d.unread {
			best := gather.Claim{ClaimFound: research.ClaimFound{ID: (o.N-1)*maxTaken + 1, Importance: research.Central}, Page: &gather.Page{Grade: research.SourceGrades[0]}}
			if byWeight(best, c) < 0 {
				before += maxTaken
			}
		}
		if before < maxClaims && !d.begun[c.ID] {
			d.begun[c.ID] = true
			sure = append(sure, c)
		}
	}
	return sure
}

// byWeight orders claims: central ones first, then those of better sources.
func byWeight(a, b gather.Claim) int {
	return cmp.Or(
		cmp.Compare(b.Importance.Rank(), a.Importance.Rank()),
		cmp.Compare(slices.Index(research.SourceGrades, a.Page.Grade), slices.Index(research.SourceGrades, b.Page.Grade)),
		cmp.Compare(a.ID, b.ID))
}

// retry puts one claim of an earlier report before the voters, with the page it
// was taken from as that run read it. Their evidence is searched for anew.
func retry(ctx context.Context, r *engine.Run) (*research.Report, error) {
	if err := r.Enter(ctx, "read"); err != nil {
		return nil, err
	}
	g := &gather.Gatherer{Run: r}
	c, err := earlier(ctx, g)
	if err != nil {
		return nil, err
	}
	b := task.Brief{Question: r.Question, Today: r.Today(), Lang: r.Options.Lang}
	return try(ctx, g, b, []gather.Claim{*c}, []*gather.Page{c.Page})
}

// earlier returns the claim of an earlier report that the run is to verify.
func earlier(ctx context.Context, g *gather.Gatherer) (*gather.Claim, error) {
	r := g.Run
	s, err := r.Earlier(ctx, r.Options.From)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.Claims, func(c *research.ClaimState) bool {
		return c.ID == r.Options.Claim && c.Source != nil && c.Source.Read != nil
	})
	if i < 0 {
		return nil, fmt.Errorf("the report %s has no claim %d", r.Options.From, r.Options.Claim)
	}
	old := s.Claims[i]
	p, err := g.Again(ctx, r.Options.From, *old.Source.Read)
	if err != nil {
		return nil, err
	}
	found := old.ClaimFound
	found.ID, found.Angle = 1, 0
	c, err := g.Take(ctx, found, p)
	if err == nil && c == nil {
		err = fmt.Errorf("claim %d does not pass the checks before any vote: its quote or numbers are not in its page, or it gives orders", r.Options.Claim)
	}
	return c, err
}

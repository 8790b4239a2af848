package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

const (
	checkPages  = 3      // that a verifier reads
	checkQuotes = 6      // that it takes from them
	checkBytes  = 24_000 // of pages that it is given together
)

var errNoClaim = errors.New("the claim to verify was not found again")

// seek searches for additional sources on the claim of a verification task: not
// for its page, and nothing else from that page's site.
func (t *team) seek(ctx context.Context, k *assignment) (err error) {
	claim := t.byID(k.claim)
	if claim == nil {
		return errNoClaim
	}
	origin := claim.Page
	site := text.Site(origin.FinalURL)
	query := port.Query{Text: k.Query}
	if site != "" {
		query.Exclude = []string{site}
	}
	found, err := t.g.Search(ctx, k.AnglePlanned, maxHits, query)
	if err != nil {
		return err
	}
	k.queries = []string{k.Query}
	for _, h := range found {
		if text.Canonical(h.Hit.URL) != text.Canonical(origin.URL) && text.Site(h.Hit.URL) != site {
			k.hits = append(k.hits, h)
		}
	}
	return t.g.Note(ctx, k.hits)
}

// choose decides which pages verifiers read, by task.
func (t *team) choose(ctx context.Context, todo []*assignment) ([][]*gather.Page, error) {
	var hits [][]research.HitFound
	for _, k := range todo {
		hits = append(hits, k.hits)
	}
	return t.g.ChooseEach(ctx, hits, checkPages, nil)
}

// rule has claims verified by researchers who did not make them. A verifier is
// given the claim, the address it is from and other sources: nothing of what
// anybody else found.
func (t *team) rule(ctx context.Context, todo []*assignment, chosen [][]*gather.Page) ([]ruling, error) {
	return engine.Each(ctx, todo, func(ctx context.Context, k *assignment) (ruling, error) {
		return t.ruleOn(ctx, k, chosen[slices.Index(todo, k)]), context.Cause(ctx)
	})
}

// ruled takes in what verifiers said. A check that failed is no verdict.
func (t *team) ruled(ctx context.Context, todo []*assignment, rulings []ruling) error {
	for i, k := range todo {
		if err := t.settle(ctx, k, rulings[i]); err != nil {
			return err
		}
	}
	return t.studied(ctx, todo)
}

// A ruling is what a verifier said of a claim, and what it read.
type ruling struct {
	task.Check
	read   []*gather.Page // numbered as sources, from 1
	copies []*gather.Page // of the claim's own source
	err    error          // why there is none, or nil
}

// ruleOn reads other sources and asks the verifier what they make of the claim.
func (t *team) ruleOn(ctx context.Context, k *assignment, pages []*gather.Page) (out ruling) {
	if k.err != nil {
		out.err = k.err
		return out
	}
	read, err := engine.Each(ctx, pages, func(ctx context.Context, p *gather.Page) (*gather.Page, error) { return p, t.g.Text(ctx, p) })
	if err != nil {
		out.err = err
		return out
	}
	out.read, out.copies = t.others(k, read)
	if len(out.read) == 0 {
		out.Check = task.Check{Verdict: research.CheckUnchanged, Reason: "No additional source was found."}
		return out
	}
	out.Check, out.err = t.ask(ctx, k, out.read)
	return out
}

// others tells pages from copies of the claim's own source.
func (t *team) others(k *assignment, read []*gather.Page) (others, copies []*gather.Page) {
	origin := t.byID(k.claim).Page.Simhash
	for _, p := range read {
		if text.NearSame(p.Simhash, origin) {
			copies = append(copies, p)
		} else {
			others = append(others, p)
		}
	}
	return others, copies
}

// ask puts the claim before its verifier. Sources that are too long together are
// shortened to half, once.
func (t *team) ask(ctx context.Context, k *assignment, read []*gather.Page) (c task.Check, err error) {
	origin := t.byID(k.claim)
	for size := checkBytes; size >= checkBytes/2; size /= 2 {
		in := &task.CheckTask{Claim: origin.Text, Origin: origin.Page.URL, Today: t.run.Today()}
		for _, p := range read {
			in.Sources = append(in.Sources, task.Reading{Page: p.Head(), Passages: p.Parts.Passages(origin.Text, size/len(read))})
		}
		job := prompts.Task(role(k), task.NameCheck, in)
		job.Mend = true // every quote is looked up in its page afterwards
		c, err = engine.Ask(ctx, t.run, job, func(c task.Check) error { return grounded(c, len(read)) })
		if !errors.Is(err, &port.Failure{Class: port.TooLong}) {
			break
		}
	}
	return c, err
}

// grounded says what is wrong with a check: a verdict either way needs a source's
// own words for it.
func grounded(c task.Check, sources int) error {
	backs := func(against bool) bool {
		return slices.ContainsFunc(c.Quotes, func(q task.CheckQuote) bool { return q.Against == against })
	}
	for _, q := range c.Quotes {
		if q.Source < 1 || q.Source > sources {
			return fmt.Errorf("there is no source %d", q.Source)
		}
	}
	switch {
	case lifts(c.Verdict) && !backs(false):
		return fmt.Errorf("the verdict is %s, but no quote supports the claim", c.Verdict)
	case c.Verdict == research.CheckContested && !backs(true):
		return fmt.Errorf("the verdict is %s, but no quote speaks against the claim", c.Verdict)
	case c.Verdict == research.CheckNuanced && strings.TrimSpace(c.Nuance) == "":
		return fmt.Errorf("the verdict is %s, but nuance is empty", c.Verdict)
	}
	return nil
}

// lifts reports whether a verdict makes a claim surer.
func lifts(v research.CheckVerdict) bool {
	return v == research.CheckSupported || v == research.CheckNuanced
}

// settle takes the quotes of a ruling as claims of the task's line, and notes the
// verdict. Only what the sources really say counts: a verdict whose quotes are
// not in their pages changes nothing.
func (t *team) settle(ctx context.Context, k *assignment, r ruling) error {
	if k.err = r.err; k.err != nil {
		return nil
	}
	k.pages = r.read
	if err := t.usePages(ctx, r); err != nil {
		return err
	}
	fact := research.ClaimChecked{Claim: k.claim, By: k.Researcher, Verdict: r.Verdict, Reason: gather.Clean(r.Reason), Nuance: gather.Clean(r.Nuance)}
	for i, q := range r.Quotes[:min(len(r.Quotes), checkQuotes)] {
		found := research.ClaimFound{ID: gather.ClaimID(k.N, i), Angle: k.N, Text: q.Says, Quote: q.Quote, Importance: research.Supporting}
		c, err := t.g.Take(ctx, found, r.read[q.Source-1])
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		t.take(k, *c)
		if q.Against {
			fact.Against = append(fact.Against, c.ID)
		} else {
			fact.For = append(fact.For, c.ID)
		}
	}
	if lifts(r.Verdict) && len(fact.For) == 0 || r.Verdict == research.CheckContested && len(fact.Against) == 0 {
		fact.Reason = fmt.Sprintf("The verdict was %s, but none of the quotes for it is in its source.", r.Verdict)
		fact.Verdict, fact.Nuance = research.CheckUnchanged, ""
	}
	k.checked, k.summary = &fact, fmt.Sprintf("%s: %s", fact.Verdict, fact.Reason)
	origin := t.byID(k.claim)
	origin.state.Checks = append(origin.state.Checks, fact)
	return t.run.Note(ctx, fact)
}

// usePages notes the pages that a verifier read: graded if it quoted them, else
// why they were of no use to it.
func (t *team) usePages(ctx context.Context, r ruling) error {
	for _, p := range r.copies {
		if err := t.useless(ctx, p, "read, but it is a copy of the source of the claim to verify"); err != nil {
			return err
		}
	}
	for i, p := range r.read {
		j := slices.IndexFunc(r.Quotes, func(q task.CheckQuote) bool { return q.Source == i+1 })
		if j < 0 {
			if err := t.useless(ctx, p, "read, but it says nothing on the claim to verify"); err != nil {
				return err
			}
		} else if err := t.g.Use(ctx, p, r.Quotes[j].Quality, ""); err != nil {
			return err
		}
	}
	return nil
}

// useless notes a page that was read for nothing, unless it was of use before.
func (t *team) useless(ctx context.Context, p *gather.Page, why string) error {
	if p.Used {
		return nil
	}
	return t.run.Note(ctx, research.PageBlocked{N: p.N, Angle: p.Angle, URL: p.URL, Title: p.Name(), Reason: why})
}

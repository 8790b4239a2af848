package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
)

// retrieve gathers evidence, and remembers the subtopics on which none could be
// gathered for a reason that may pass.
func (l *ledger) retrieve(ctx context.Context) error {
	if err := l.inRounds(ctx); err != nil {
		return err
	}
	for _, s := range l.subtopics {
		switch {
		case len(s.evidence) > 0:
		case s.hits == 0 && s.broken != nil:
			l.undo("not all subtopics could be searched")
		case len(s.pages) > 0 && len(used(s.pages)) == 0:
			l.undo("none of the pages on a subtopic could be used")
		}
	}
	return nil
}

// inRounds searches and reads in rounds, until no subtopic needs evidence,
// nobody can think of another query, or the rounds are over.
func (l *ledger) inRounds(ctx context.Context) error {
	for l.round < l.rounds {
		open := l.open()
		if len(open) == 0 {
			return nil
		}
		if why := l.run.Limited(); why != "" && l.round > 0 {
			l.notes = append(l.notes, fmt.Sprintf("Retrieval ended after %s, though %s still needed evidence: %s.", count(l.round, "round"), count(len(open), "subtopic"), why))
			return nil
		}
		l.round++
		asked, err := l.gather(ctx, open)
		if err != nil {
			return err
		}
		if !asked {
			l.round--
			return nil
		}
		if err := l.assess(ctx, open); err != nil {
			return err
		}
	}
	return nil
}

// open returns the subtopics that still need evidence.
func (l *ledger) open() []*subtopic {
	return slices.DeleteFunc(slices.Clone(l.subtopics), func(s *subtopic) bool { return !s.needs() })
}

// gather is one round: it searches the subtopics side by side, chooses pages
// for each, and takes evidence from those that were not read before. A page
// that several subtopics chose is read once, for all of them. It reports whether
// there was anything to ask.
func (l *ledger) gather(ctx context.Context, open []*subtopic) (asked bool, err error) {
	before := queriesOf(open)
	found, err := engine.Each(ctx, open, l.search)
	if err != nil || queriesOf(open) == before {
		return false, err
	}
	chosen, err := l.gatherer.ChooseEach(ctx, found, maxPages, func(line int, p *gather.Page) bool {
		return slices.Contains(open[line].pages, p) || p.Why != nil
	})
	if err != nil {
		return false, err
	}
	for i, s := range open {
		s.pages = append(s.pages, chosen[i]...)
	}
	if err := l.extract(ctx, slices.Concat(chosen...), open); err != nil {
		return false, err
	}
	for _, s := range open {
		s.weigh(l.claims)
	}
	return true, nil
}

// queriesOf counts the queries made on subtopics.
func queriesOf(subtopics []*subtopic) (n int) {
	for _, s := range subtopics {
		n += len(s.asked)
	}
	return n
}

// search makes a subtopic's queries of the round and has the hits graded. What
// cannot be searched is remembered; it fails only if the run must end.
func (l *ledger) search(ctx context.Context, s *subtopic) ([]research.HitFound, error) {
	queries := l.queries(ctx, s)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if len(queries) == 0 {
		return nil, nil
	}
	s.asked = append(s.asked, queries...)
	hits, err := l.gatherer.Search(ctx, s.AnglePlanned, maxHits, gather.Texts(queries...)...)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if s.broken = err; err != nil {
		return nil, nil
	}
	for i := range hits {
		hits[i].Rank += s.hits // a hit's rank stands for it through all rounds
	}
	s.hits += len(hits)
	return l.gatherer.Grade(ctx, s.AnglePlanned, hits)
}

// extract takes claims from the pages that were not read before.
func (l *ledger) extract(ctx context.Context, pages []*gather.Page, open []*subtopic) error {
	var fresh []*gather.Page
	for _, p := range pages {
		if _, read := l.claims[p]; !read {
			l.claims[p] = nil
			fresh = append(fresh, p)
		}
	}
	claims, err := l.gatherer.Extract(ctx, fresh, gather.Extractor{Most: maxTaken, Goal: func(p *gather.Page) string { return goal(p, open) }})
	if err != nil {
		return err
	}
	for _, c := range claims {
		l.claims[c.Page] = append(l.claims[c.Page], c)
	}
	return nil
}

// goal says what a page is read for: the scopes of the subtopics that chose it.
func goal(p *gather.Page, open []*subtopic) string {
	var scopes []string
	for _, s := range open {
		if slices.Contains(s.pages, p) {
			scopes = append(scopes, s.name()+": "+s.scope())
		}
	}
	return strings.Join(scopes, " – ")
}

package gather

import (
	"context"
	"sync"

	"assay/research"
	"assay/research/text"
)

// An Ahead reads pages and takes claims from them while other lines are still
// being searched: those that [Gatherer.Choose] is certain to choose, whatever
// the other lines find.
type Ahead struct {
	Gatherer  *Gatherer
	Lines     []research.AnglePlanned
	PerLine   int // the most hits of a line
	Most      int // pages that will be chosen
	Extractor Extractor

	mu   sync.Mutex
	back map[int][]research.HitFound // what a line found, by its number
}

// Back takes in what a line found, nothing if it failed, and begins to read what
// has become certain.
func (a *Ahead) Back(line int, hits []research.HitFound) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.back == nil {
		a.back = make(map[int][]research.HitFound)
	}
	a.back[line] = hits
	for _, h := range a.certain() {
		a.begin(h)
	}
}

// certain returns the hits that will be chosen, whatever the lines find that are
// not back. Of hits that lead to the same page the first line's counts, so all
// lines before a hit's own must be back; and those after it may only push it
// out if they can find better ones.
func (a *Ahead) certain() (sure []research.HitFound) {
	var known []research.HitFound
	out := 0 // lines that are not back
	open := make(map[int]bool)
	for _, l := range a.Lines {
		hits, ok := a.back[l.N]
		if !ok {
			out++
		}
		open[l.N] = out > 0
		known = append(known, hits...)
	}
	for i, h := range a.Gatherer.rank(known, nil) {
		before := i
		if h.Relevance != research.HighRelevance {
			before += out * a.PerLine
		}
		if before < a.Most && !open[h.Angle] {
			sure = append(sure, h)
		}
	}
	return sure
}

// begin reads the page that a hit leads to.
func (a *Ahead) begin(h research.HitFound) {
	g, key := a.Gatherer, text.Canonical(h.Hit.URL)
	if g.early[key] != nil {
		return
	}
	if g.early == nil {
		g.early = make(map[string]*Page)
	}
	p := newPage(h)
	g.early[key] = p
	g.Run.Early(func(ctx context.Context) {
		if g.Read(ctx, p) == nil {
			_, _ = g.askExtract(ctx, p, a.Extractor)
		}
	})
}

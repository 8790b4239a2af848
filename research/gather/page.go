package gather

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"assay/research"
	"assay/research/port"
	"assay/research/text"
)

// A Page is one that was chosen for reading and, if Text is not empty, read.
type Page struct {
	N     int // in the run, from 1
	Angle int // the line of research that led to it
	Hit   port.Hit
	port.Page
	Parts   *text.Parts          // of Text
	Simhash uint64               // of Text
	Grade   research.SourceGrade // "" until it is graded
	Used    bool                 // claims could be taken from it, even if there were none
	Why     error                // why it could not be used, or nil

	reading sync.Mutex
	dated   string        // when the page itself says it was published
	settled chan struct{} // closed when its grade and date will not change any more
}

// newPage returns the page that a hit leads to, unread.
func newPage(h research.HitFound) *Page {
	return &Page{Angle: h.Angle, Hit: h.Hit, settled: make(chan struct{})}
}

// settle says that no more will become known of the page.
func (p *Page) settle() {
	p.reading.Lock()
	defer p.reading.Unlock()
	select {
	case <-p.settled:
	default:
		close(p.settled)
	}
}

// Settled waits until claims have been taken from the page, or could not be:
// then its grade and date stay as they are.
func (p *Page) Settled(ctx context.Context) error {
	select {
	case <-p.settled:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// take takes in what a page says.
func (p *Page) take(page port.Page) {
	p.reading.Lock()
	defer p.reading.Unlock()
	p.Page, p.dated = page, page.Published
	p.Parts, p.Simhash = text.Cut(page.Text), text.Simhash(page.Text)
}

// Text reads a page. If it cannot, that is noted, and the error wraps [ErrPage].
func (g *Gatherer) Text(ctx context.Context, p *Page) error {
	if err := g.Read(ctx, p); err != nil {
		return g.block(ctx, p, err)
	}
	return nil
}

// Read is [Gatherer.Text] for those who come early: nothing is noted.
func (g *Gatherer) Read(ctx context.Context, p *Page) error {
	if p.isRead() {
		return nil
	}
	_, err, _ := g.reads.Do(p.Hit.URL, func() (any, error) {
		if p.isRead() {
			return nil, nil
		}
		page, err := g.Run.Read(ctx, p.Hit.URL)
		if err == nil {
			p.take(page)
		}
		return nil, err
	})
	return err
}

func (p *Page) isRead() bool {
	p.reading.Lock()
	defer p.reading.Unlock()
	return p.Page.Text != ""
}

// Again takes a page as another run read and graded it.
func (g *Gatherer) Again(ctx context.Context, run string, read research.PageRead) (*Page, error) {
	text, err := g.Run.Reread(ctx, run, read.URL)
	if err != nil {
		return nil, err
	}
	p := g.add(research.HitFound{Hit: port.Hit{URL: read.URL, Title: read.Title}})
	p.take(text)
	defer p.settle()
	return p, g.note(ctx, p, read.Grade, read.Published)
}

// Head returns the page without its text, as a prompt may show it: with the date
// that the page itself gives. What a model made of its date is left out, since
// lines that share the page learn from it side by side.
func (p *Page) Head() port.Page {
	p.reading.Lock()
	defer p.reading.Unlock()
	h := p.Page
	h.Text, h.Title, h.Published = "", p.Name(), p.dated
	return h
}

// Name returns what the page is called, or its address if that gives orders:
// judges of other pages' claims get to read it.
func (p *Page) Name() string {
	if name := cmp.Or(p.Title, p.Hit.Title); !text.GivesOrders(name) {
		return name
	}
	return p.URL
}

// State returns the page as states hold it.
func (p *Page) State() *research.PageState {
	return &research.PageState{N: p.N, Angle: p.Angle, URL: p.URL, Title: p.Name(), Read: &research.PageRead{
		N: p.N, Angle: p.Angle, URL: p.URL, FinalURL: p.FinalURL, Title: p.Name(), Published: p.Published, Grade: p.Grade, Simhash: p.Simhash,
	}}
}

// GradeOf returns the grade that a library gives a page, or "".
func GradeOf(kind string) research.SourceGrade {
	if g := research.SourceGrade(kind); slices.Contains(research.SourceGrades, g) {
		return g
	}
	return ""
}

package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"assay/research"
	"assay/research/quote"
)

const (
	maxPassages = 14_000 // bytes of a page that a model is given, some 3,500 tokens
	maxTogether = 28_000 // bytes of pages that it is given together
	maxText     = 300    // characters of a claim
)

// block notes that a page could not be used. A run that was stopped says
// nothing: the page will be read when it is resumed.
func (g *Gatherer) block(ctx context.Context, p *Page, why error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.Why = why
	note := g.Run.Note(ctx, research.PageBlocked{N: p.N, Angle: p.Angle, URL: p.Hit.URL, Title: p.Hit.Title, Reason: why.Error()})
	return cmp.Or(note, fmt.Errorf("%w: %s: %w", ErrPage, p.Hit.URL, why))
}

// note notes that a page was read, and how it was graded.
func (g *Gatherer) note(ctx context.Context, p *Page, grade research.SourceGrade, published string) error {
	p.reading.Lock() // others may be reading the same page
	p.Grade, p.Used = grade, true
	if p.Published == "" && datelike.MatchString(published) {
		p.Published = published
	}
	p.reading.Unlock()
	return g.Run.Note(ctx, research.PageRead{
		N: p.N, Angle: p.Angle, URL: p.URL, FinalURL: p.FinalURL, Title: p.Name(), Author: p.Author, Site: p.Site,
		Published: p.Published, Hash: p.Hash, Simhash: p.Simhash, Grade: p.Grade, Fetched: p.Fetched,
	})
}

// datelike matches the dates that a page may have.
var datelike = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2})?)?$`)

// An Extractor says how claims are taken from pages.
type Extractor struct {
	Most int                  // claims of a page
	Goal func(*Page) string   // what a page is read for; nil means the question alone
	Each func(*Page, []Claim) // told each page's claims as they come, one page at a time; may be nil
}

// Extract reads pages side by side, each by itself, and returns the claims of
// each in the order of pages. A claim's number follows from its page's and its
// place there. Pages that could not be used are left out; it fails only if the
// run must end.
func (g *Gatherer) Extract(ctx context.Context, pages []*Page, x Extractor) ([]Claim, error) {
	var one sync.Mutex
	found, err := research.Each(ctx, pages, func(ctx context.Context, p *Page) ([]Claim, error) {
		claims, err := g.extract(ctx, p, x)
		p.settle()
		if x.Each != nil {
			one.Lock()
			defer one.Unlock()
			x.Each(p, claims)
		}
		return claims, err
	})
	if ctx.Err() != nil || err != nil && !errors.Is(err, ErrPage) {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	return slices.Concat(found...), nil
}

func (g *Gatherer) extract(ctx context.Context, p *Page, x Extractor) ([]Claim, error) {
	if err := g.Text(ctx, p); err != nil {
		return nil, err
	}
	ex, err := g.askExtract(ctx, p, x)
	if err != nil {
		return nil, g.block(ctx, p, fmt.Errorf("read, but no claims could be taken: %w", err))
	}
	if err := g.note(ctx, p, ex.SourceQuality, ex.PublishDate); err != nil {
		return nil, err
	}
	var taken []taking
	for i, c := range ex.Claims[:min(len(ex.Claims), x.Most)] {
		taken = append(taken, taking{research.ClaimFound{ID: (p.N-1)*x.Most + i + 1, Text: c.Claim, Quote: c.Quote, Importance: c.Importance}, p})
	}
	return g.gate(ctx, taken)
}

// askExtract has claims taken from a page. A page that is too long for the
// model is shortened to half its passages, once.
func (g *Gatherer) askExtract(ctx context.Context, p *Page, x Extractor) (ex research.Extraction, err error) {
	goal := ""
	if x.Goal != nil {
		goal = x.Goal(p)
	}
	whole := cmp.Or(g.PageSize, maxPassages)
	for size := whole; size >= whole/2; size /= 2 {
		t := prompts.Task("extractor", research.TaskExtract, &research.ExtractTask{
			Question: g.Run.Question, Goal: goal, Page: p.Head(), Passages: p.Parts.Passages(g.Run.Question+" "+goal, size), Max: x.Most,
		})
		t.Mend = true // every quote is looked up in the page afterwards
		ex, err = research.Ask[research.Extraction](ctx, g.Run, t)
		if !errors.Is(err, &research.Failure{Class: research.TooLong}) {
			break
		}
	}
	return ex, err
}

// A Study is what a line of research is to learn from its pages.
type Study struct {
	Line      research.AnglePlanned
	Goal      string  // what is to be found out
	Prefer    string  // which sources weigh most, in a sentence, or ""
	Pages     []*Page // lines may share pages
	Role      string  // who learns; "" means learner
	Min, Max  int     // learnings wanted
	FollowUps int     // the most follow-up questions wanted
	PerPage   int     // the most bytes of each page that are given; 0 means as many as there is room for
}

// A Lesson is what a line of research learned.
type Lesson struct {
	Line research.AnglePlanned
	research.Learned
	Claims []Claim
	Err    error // why nothing could be learned, or nil

	read []*Page
}

// maxPerLine is how many claims a line may take; claim numbers leave room for them.
const maxPerLine = 20

// Learn has lines of research learn from their pages, side by side, and returns
// their lessons in the order of lines. A claim's number follows from its line's
// and its place there. It fails only if the run must end.
//
// A page that several lines read is graded by the first of them that could learn
// from it.
func (g *Gatherer) Learn(ctx context.Context, studies []Study) ([]Lesson, error) {
	first := make(map[*Page]int)
	for i, s := range studies {
		for _, p := range s.Pages {
			if _, taken := first[p]; !taken {
				first[p] = i
			}
		}
	}
	type numbered struct {
		n int
		Study
	}
	var all []numbered
	for i, s := range studies {
		all = append(all, numbered{i, s})
	}
	lessons, err := research.Each(ctx, all, func(ctx context.Context, s numbered) (Lesson, error) {
		return g.learn(ctx, s.Study, func(p *Page) bool { return first[p] == s.n })
	})
	if err != nil {
		return nil, err
	}
	return lessons, g.settle(ctx, lessons)
}

// learn has one line learn from its pages. It notes the pages that are its own
// to grade.
func (g *Gatherer) learn(ctx context.Context, s Study, own func(*Page) bool) (l Lesson, err error) {
	l.Line = s.Line
	l.read, l.Err = research.Each(ctx, s.Pages, func(ctx context.Context, p *Page) (*Page, error) { return p, g.Text(ctx, p) })
	if len(s.Pages) == 0 {
		l.Err = errNoPages
	}
	if l.Err == nil {
		l.Learned, l.Err = g.askLearn(ctx, s, l.read)
	}
	if ctx.Err() != nil {
		return l, context.Cause(ctx)
	}
	if l.Err != nil {
		return l, nil
	}
	for i, p := range l.read {
		if own(p) && !p.Used { // else an earlier round graded it
			if err := g.noteAs(ctx, p, l.Learned, i+1); err != nil {
				return l, err
			}
		}
	}
	l.Claims, err = g.gate(ctx, l.takings(s))
	return l, err
}

var errNoPages = errors.New("the searches found no pages")

// takings are the claims that the gate is to look at.
func (l Lesson) takings(s Study) []taking {
	var out []taking
	for i, x := range l.Learnings[:min(len(l.Learnings), s.Max, maxPerLine)] {
		c := research.ClaimFound{ID: ClaimID(s.Line.N, i), Angle: s.Line.N, Text: x.Claim, Quote: x.Quote, Importance: x.Importance}
		if x.Kind != research.FactClaim {
			c.Sort = x.Kind
		}
		var from *Page
		if x.Source >= 1 && x.Source <= len(l.read) {
			from = l.read[x.Source-1]
		}
		out = append(out, taking{c, from})
	}
	return out
}

// settle notes the pages that the lines who were to grade them could not learn
// from: as the next line graded them, or as not used.
func (g *Gatherer) settle(ctx context.Context, lessons []Lesson) error {
	for _, l := range lessons {
		for i, p := range l.read {
			if l.Err == nil && !p.Used {
				if err := g.noteAs(ctx, p, l.Learned, i+1); err != nil {
					return err
				}
			}
		}
	}
	for _, l := range lessons {
		for _, p := range l.read {
			if !p.Used && p.Why == nil {
				if err := g.block(ctx, p, fmt.Errorf("read, but nothing could be learned: %w", l.Err)); err != nil && !errors.Is(err, ErrPage) {
					return err
				}
			}
		}
	}
	return nil
}

// noteAs notes that a page was read, graded as source n of what was learned.
func (g *Gatherer) noteAs(ctx context.Context, p *Page, l research.Learned, n int) error {
	note := research.SourceNote{SourceQuality: cmp.Or(GradeOf(p.Kind), research.Unreliable)}
	for _, s := range l.Sources {
		if s.Source == n {
			note = s
		}
	}
	return g.note(ctx, p, note.SourceQuality, note.PublishDate)
}

// askLearn asks what the pages of a line teach. Pages that are too long for the
// model together are shortened to half, once.
func (g *Gatherer) askLearn(ctx context.Context, s Study, read []*Page) (l research.Learned, err error) {
	for size := maxTogether; size >= maxTogether/2; size /= 2 {
		in := &research.LearnTask{Question: g.Run.Question, Goal: s.Goal, Prefer: s.Prefer, Min: s.Min, Max: s.Max, FollowUps: s.FollowUps, Today: g.Run.Today()}
		for _, p := range read {
			in.Sources = append(in.Sources, research.Reading{Page: p.Head(), Passages: p.Parts.Passages(g.Run.Question+" "+s.Goal, s.room(size, len(read)))})
		}
		t := prompts.Task(cmp.Or(s.Role, "learner"), research.TaskLearn, in)
		t.Mend = true // every quote is looked up in its page afterwards
		l, err = research.Ask[research.Learned](ctx, g.Run, t)
		if !errors.Is(err, &research.Failure{Class: research.TooLong}) {
			break
		}
	}
	return l, err
}

// Use notes that a page was read, and how it was graded, unless that was noted
// before. It may not be called while others use the page.
func (g *Gatherer) Use(ctx context.Context, p *Page, grade research.SourceGrade, published string) error {
	if p.Used {
		return nil
	}
	return g.note(ctx, p, grade, published)
}

// ClaimID numbers claim i, from 0, of a line of research, whichever way it is
// taken. Lines that take more than it has room for share numbers: do not.
func ClaimID(line, i int) int { return (line-1)*maxPerLine + i + 1 }

// room returns how many bytes of each of n pages are given, of size in all.
func (s Study) room(size, n int) int {
	if s.PerPage > 0 {
		return min(s.PerPage*size/maxTogether, size/n)
	}
	return size / n
}

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
		var spans []quote.Span
		if c.page != nil {
			if texts[c.page] == nil {
				texts[c.page] = quote.Prepare(c.page.Page.Text)
			}
			spans, _ = texts[c.page].Find(c.Quote)
			c.ClaimFound.Page = c.page.N
		}
		for _, s := range spans {
			c.Spans = append(c.Spans, research.Span(s))
		}
		if reason := g.amiss(c, claims); reason != "" {
			facts = append(facts, research.ClaimRejected{Page: c.ClaimFound.Page, Text: c.Text, Quote: c.Quote, Reason: reason})
			continue
		}
		c.Quote = quote.Text(c.page.Page.Text, spans)
		facts = append(facts, c.ClaimFound)
		claims = append(claims, Claim{c.ClaimFound, c.page})
	}
	return claims, g.Run.Note(ctx, facts...)
}

// State returns the claim as states hold it.
func (c Claim) State() *research.ClaimState {
	return &research.ClaimState{ClaimFound: c.ClaimFound, Source: c.Page.State()}
}

// Around returns some size bytes of the page around the claim's quote, or the
// quote alone if what stands around it gives orders.
func (c Claim) Around(size int) string {
	spans := make([]quote.Span, len(c.Spans))
	for i, s := range c.Spans {
		spans[i] = quote.Span(s)
	}
	if around := quote.Context(c.Page.Text, spans, size); !research.GivesOrders(around) {
		return around
	}
	return c.Quote
}

// Material returns the claim as writers, reviewers and leads get to see it.
func (c Claim) Material() research.Material {
	return research.Material{
		ID: c.ID, Claim: c.Text, Quote: c.Quote, Kind: cmp.Or(c.Sort, research.FactClaim), Importance: c.Importance,
		Title: c.Page.Name(), URL: c.Page.URL, Grade: c.Page.Grade, Published: c.Page.Published,
	}
}

var link = regexp.MustCompile(`(?i)\b(https?://|www\.)\S+`)

// Clean makes one line of a model's sentence, without addresses: the only
// addresses in a report are those of pages that were read.
func Clean(s string) string {
	s = strings.Join(strings.Fields(link.ReplaceAllString(s, "")), " ")
	if r := []rune(s); len(r) > maxText {
		s = strings.TrimSpace(string(r[:maxText-1])) + "…"
	}
	return s
}

// Strip takes addresses out of a model's prose. Paragraphs stay apart.
func Strip(s string) string {
	return strings.TrimSpace(gaps.ReplaceAllString(link.ReplaceAllString(s, ""), " "))
}

// gaps matches what an address leaves between words.
var gaps = regexp.MustCompile(`[ \t]{2,}`)

package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
)

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
	task.Learned
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
	lessons, err := engine.Each(ctx, all, func(ctx context.Context, s numbered) (Lesson, error) {
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
	l.read, l.Err = engine.Each(ctx, s.Pages, func(ctx context.Context, p *Page) (*Page, error) { return p, g.Text(ctx, p) })
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
func (g *Gatherer) noteAs(ctx context.Context, p *Page, l task.Learned, n int) error {
	note := task.SourceNote{SourceQuality: cmp.Or(GradeOf(p.Kind), research.Unreliable)}
	for _, s := range l.Sources {
		if s.Source == n {
			note = s
		}
	}
	return g.note(ctx, p, note.SourceQuality, note.PublishDate)
}

// askLearn asks what the pages of a line teach. Pages that are too long for the
// model together are shortened to half, once.
func (g *Gatherer) askLearn(ctx context.Context, s Study, read []*Page) (l task.Learned, err error) {
	for size := maxTogether; size >= maxTogether/2; size /= 2 {
		in := &task.LearnTask{Question: g.Run.Question, Goal: s.Goal, Prefer: s.Prefer, Min: s.Min, Max: s.Max, FollowUps: s.FollowUps, Today: g.Run.Today()}
		for _, p := range read {
			in.Sources = append(in.Sources, task.Reading{Page: p.Head(), Passages: p.Parts.Passages(g.Run.Question+" "+s.Goal, s.room(size, len(read)))})
		}
		t := prompts.Task(cmp.Or(s.Role, "learner"), task.NameLearn, in)
		t.Mend = true // every quote is looked up in its page afterwards
		l, err = engine.Ask[task.Learned](ctx, g.Run, t)
		if !errors.Is(err, &port.Failure{Class: port.TooLong}) {
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

package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const (
	maxOpen   = 10 // branches that a map offers
	maxNew    = 5  // new ones, before those that were open before
	maxDives  = 5
	maxPoints = 3 // key findings
)

// draw draws the map of all that was explored so far, and where one could go.
func (e *exploration) draw(ctx context.Context) error {
	e.offer(nil)
	if len(e.claims()) > 0 { // else there is nothing to go by
		d, err := e.guide(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			e.say(fmt.Sprintf("After round %d no guide could be heard (%v): the map shows what was open before and what the branches asked themselves.", e.round, err))
			d = e.unguided()
		}
		e.read(d)
	}
	if err := e.studied(ctx, e.branches); err != nil { // a conflict that came to light makes a branch less sure
		return err
	}
	return e.run.Note(ctx, e.drawn())
}

// guide asks the guide where one could go. What it says stands: a retry that
// knows more does not draw another map under a choice that was made.
func (e *exploration) guide(ctx context.Context) (task.MapDraft, error) {
	return engine.Keep(ctx, e.run, fmt.Sprintf("map after round %d", e.round), func() (task.MapDraft, error) {
		claims, _ := e.told()
		in := &task.MapTask{Brief: e.brief, Round: e.round, Explored: e.taught(), Available: angles(e.open), Raised: e.raised(), Claims: claims}
		t := prompts.Task("guide", task.NameMap, in)
		t.Mend = true // every number it names is checked
		return engine.Ask[task.MapDraft](ctx, e.run, t)
	})
}

// unguided is a map without a guide: the questions that branches raised are its
// deep dives, and what was found important before is so still.
func (e *exploration) unguided() task.MapDraft {
	d := task.MapDraft{KeyFindings: e.points}
	for _, b := range slices.Backward(e.branches) {
		for _, q := range b.raised[:min(len(b.raised), 1)] {
			d.Dives = append(d.Dives, research.Dive{Question: q, Because: "Raised by the branch " + b.Label + ".", Query: q})
		}
	}
	return d
}

// offer puts branches on the map, as far as there is room: those that could not
// be explored, the first of the new ones given, and those that were open before.
func (e *exploration) offer(added []research.Preview) {
	first := min(len(added), maxNew)
	all := slices.Concat(e.unread(), added[:first], e.open, added[first:], e.beyond)
	e.open, e.beyond = nil, nil
	for _, p := range all {
		p = research.Preview{Label: gather.Clean(p.Label), Query: words(p.Query), Preview: gather.Clean(p.Preview)}
		known := func(o research.Preview) bool { return same(o.Label, p.Label) }
		if p.Label == "" || e.explored(p.Label) || slices.ContainsFunc(e.open, known) || slices.ContainsFunc(e.beyond, known) {
			continue
		}
		p.Query = cmp.Or(p.Query, p.Label)
		if len(e.open) < maxOpen {
			e.open = append(e.open, p)
		} else {
			e.beyond = append(e.beyond, p)
		}
	}
}

// unread are the branches that could not be explored; they may be tried again.
func (e *exploration) unread() []research.Preview {
	var out []research.Preview
	for _, b := range e.branches {
		if !b.done() {
			why := fmt.Sprintf("%s (It could not be explored in round %d.)", b.Rationale, b.Round)
			out = append(out, research.Preview{Label: b.Label, Query: b.Query, Preview: strings.TrimSpace(why)})
		}
	}
	return out
}

// read takes in what the guide says, as far as it holds. What was open before
// stays so, if the guide leaves it out.
func (e *exploration) read(d task.MapDraft) {
	e.offer(d.Available)
	e.dives = nil
	for _, v := range d.Dives {
		v = research.Dive{Question: gather.Clean(v.Question), Because: gather.Clean(v.Because), Query: words(v.Query)}
		open := slices.ContainsFunc(e.open, func(p research.Preview) bool { return same(p.Label, v.Question) })
		known := slices.ContainsFunc(e.dives, func(o research.Dive) bool { return same(o.Question, v.Question) })
		if v.Question == "" || open || known || e.explored(v.Question) || len(e.dives) == maxDives {
			continue
		}
		v.Query = cmp.Or(v.Query, v.Question)
		e.dives = append(e.dives, v)
	}
	e.points = e.stand(d.KeyFindings)
	e.conflict(d.Conflicts)
}

// stand returns the points that rest on claims, as far as the claims are there.
func (e *exploration) stand(points []research.DraftPoint) []research.DraftPoint {
	var out []research.DraftPoint
	for _, p := range points {
		var ids []int
		for _, id := range p.Claims {
			if e.claim(id) != nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		p.Label, p.Says, p.Detail, p.Claims = gather.Clean(p.Label), gather.Clean(draft.Prose(p.Says)), draft.Prose(p.Detail), ids
		if p.Says != "" && len(ids) > 0 && len(out) < maxPoints {
			out = append(out, p)
		}
	}
	return out
}

// drawn returns the map.
func (e *exploration) drawn() research.MapDrawn {
	m := research.MapDrawn{
		Topic: e.run.Question, Depth: e.depth.name, Round: e.round, Rounds: fmt.Sprintf("%s, at most %d", e.depth.rounds, maxRounds),
		Explored: e.taught(), Available: list(e.open), Dives: list(e.dives), KeyFindings: list(e.points), History: list(e.history),
	}
	if e.run.Options.Alone {
		m.Rounds = fmt.Sprintf("up to %d", e.depth.alone)
	}
	return m
}

// taught are the branches that were explored, by number.
func (e *exploration) taught() []research.Branch {
	out := []research.Branch{}
	for _, b := range e.branches {
		if b.done() {
			out = append(out, e.sight(b))
		}
	}
	return out
}

// sight is a branch as the map shows it.
func (e *exploration) sight(b *branch) research.Branch {
	s := research.Branch{N: b.N, Label: b.Label, Summary: b.summary, Round: b.Round, Sources: []string{}, Claims: []int{}}
	if b.err != nil {
		s.Summary, s.Confidence, s.Why = "Nothing found: "+b.err.Error()+".", research.Low, "nothing was found"
		return s
	}
	v := e.weigh(states(b.claims))
	s.Confidence, s.Why = v.Confidence, v.Why
	for _, c := range b.claims {
		s.Claims = append(s.Claims, c.ID)
		if !slices.Contains(s.Sources, c.Page.URL) {
			s.Sources = append(s.Sources, c.Page.URL)
		}
	}
	return s
}

// raised are the questions that branches raised and nobody went after, the latest
// first.
func (e *exploration) raised() []string {
	var out []string
	for _, b := range slices.Backward(e.branches) {
		for _, q := range b.raised {
			if !e.explored(q) && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out[:min(len(out), maxWays*maxRaised)]
}

// angles returns previews as lines of research.
func angles(open []research.Preview) []research.Angle {
	var out []research.Angle
	for _, p := range open {
		out = append(out, research.Angle{Label: p.Label, Query: p.Query, Rationale: p.Preview})
	}
	return out
}

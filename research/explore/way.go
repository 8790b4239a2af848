package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/text"
)

// A way is where a round may go: to a branch on the map, after a deep dive, or
// after a question of the asker's own.
type way struct {
	research.Angle
	task research.FollowUpKind // "" unless it is a deep dive
}

// explore goes where the asker goes, until it is time to write.
func (e *exploration) explore(ctx context.Context) error {
	for {
		ways, chosen, err := e.next(ctx)
		if err != nil || len(ways) == 0 {
			return err
		}
		if err := e.travel(ctx, ways, chosen); err != nil {
			return err
		}
	}
}

// next returns where to go next, and how that was chosen; nowhere if the report
// is to be written. A run that may spend no more asks nobody.
func (e *exploration) next(ctx context.Context) ([]way, string, error) {
	if why := e.run.Limited(); why != "" {
		e.say(fmt.Sprintf("The exploration ended by itself after round %d: %s.", e.round, why))
		return nil, "", nil
	}
	if e.round >= maxRounds {
		e.say(fmt.Sprintf("The exploration ended after round %d: more are not made.", maxRounds))
		return nil, "", nil
	}
	c, err := engine.Choose(ctx, e.run, research.OfferRound+strconv.Itoa(e.round), e.drawn(), e.alone())
	if err != nil {
		return nil, "", err
	}
	ways, chosen := e.follow(c)
	if len(ways) == 0 && !c.Finalize {
		e.say(fmt.Sprintf("The exploration ended after round %d: the map showed nowhere to go.", e.round))
	}
	return ways, chosen, nil
}

// alone is what a run chooses with nobody there: the most promising deep dives
// for as many rounds as its depth gives it, and as long as they teach anything.
func (e *exploration) alone() research.MapChoice {
	barren := !slices.ContainsFunc(e.branches, func(b *branch) bool { return b.Round == e.round && b.err == nil })
	if barren || e.round >= e.depth.alone {
		return research.MapChoice{Finalize: true}
	}
	return research.MapChoice{Continue: true}
}

// follow returns where a choice leads: to the branches and after the deep dives
// it names. What it names that is not on the map is a question of the asker's
// own. A choice of nothing is to continue.
func (e *exploration) follow(c research.MapChoice) (ways []way, chosen string) {
	if c.Finalize {
		return nil, ""
	}
	picked := false
	for _, label := range c.Branches {
		w, onMap := e.lookUp(label)
		ways = e.add(ways, w)
		picked = picked || onMap
	}
	ways = e.add(ways, e.own(c.Question))
	switch {
	case len(ways) == 0:
		return e.onward(), "continued"
	case picked:
		return ways, "picked"
	}
	return ways, "asked"
}

// add appends a way that leads anywhere and that is not there yet.
func (e *exploration) add(ways []way, w way) []way {
	if w.Label == "" || slices.ContainsFunc(ways, func(o way) bool { return same(o.Label, w.Label) }) {
		return ways
	}
	if len(ways) == maxWays {
		e.say(fmt.Sprintf("More than %d branches were chosen after round %d: “%s” was not explored then.", maxWays, e.round, w.Label))
		return ways
	}
	return append(ways, w)
}

// lookUp returns the way to what is on the map under a label.
func (e *exploration) lookUp(label string) (w way, onMap bool) {
	for _, p := range e.open {
		if same(p.Label, label) {
			return way{Angle: research.Angle{Label: p.Label, Query: p.Query, Rationale: p.Preview}}, true
		}
	}
	for _, d := range e.dives {
		if same(d.Question, label) {
			return dive(d), true
		}
	}
	return e.own(label), false
}

// dive returns the way after a deep dive.
func dive(d research.Dive) way {
	return way{research.Angle{Label: d.Question, Query: d.Query, Rationale: d.Because}, research.DeepDive}
}

// own returns the way after a question of the asker's own.
func (e *exploration) own(question string) way {
	question = strings.Join(strings.Fields(question), " ")
	if head := text.HeadRunes(question, maxOwn); head != question {
		question = strings.TrimSpace(head)
		e.say(fmt.Sprintf("A question of more than %d characters was cut: “%s”.", maxOwn, question))
	}
	return way{Angle: research.Angle{Label: question, Query: question, Rationale: "A question of the asker's own."}}
}

// onward returns the ways after the most promising deep dives or, if there are
// none, to the first branches that are open.
func (e *exploration) onward() []way {
	var ways []way
	for _, d := range e.dives {
		ways = append(ways, dive(d))
	}
	if len(ways) == 0 {
		for _, p := range e.open {
			ways = append(ways, way{Angle: research.Angle{Label: cmp.Or(p.Label, p.Query), Query: p.Query, Rationale: p.Preview}})
		}
	}
	return ways[:min(len(ways), e.depth.dives)]
}

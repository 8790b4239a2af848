package team

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// A dispatch is what the lead hands out after a round. It is kept: when failed
// calls are tried again, later rounds do not start from other tasks.
type dispatch struct {
	FollowUps []research.FollowUp `json:"follow_ups"`
	To        []string            `json:"to"`              // who gets each
	Extra     bool                `json:"extra,omitempty"` // a round beyond the usual number
	Notes     []string            `json:"notes,omitempty"`
}

// next decides whether there is another round, and what is done in it.
func (t *team) next(ctx context.Context, a task.Triage) (dispatch, error) {
	what := fmt.Sprintf("follow-ups of round %d", t.round)
	return engine.Keep(ctx, t.run, what, func() (dispatch, error) { return t.decide(a), nil })
}

// decide stops the team if its findings have converged, there is nothing to do,
// or its rounds are used up. Once, at the last of them, it adds one more if
// sources still conflict: the question is harder than its scope.
func (t *team) decide(a task.Triage) (d dispatch) {
	if a.Converged || len(a.FollowUps) == 0 {
		return d
	}
	fit, refused := t.fitting(a.FollowUps)
	if t.round > t.scope.rounds || t.round == t.scope.rounds && len(t.reading.conflicts) == 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("The lead had %s left to give out when its %d rounds were used up.", tasks(len(fit)), t.round))
		return d
	}
	if len(refused) > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Not given out after round %d: %s.", t.round, strings.Join(refused, "; ")))
	}
	if t.round == t.scope.rounds && len(fit) > 0 {
		d.Extra = true
		d.Notes = append(d.Notes, fmt.Sprintf("Sources still conflicted after the usual %d rounds: one more was added.", t.round))
	}
	load := make(map[string]int)
	for _, f := range fit {
		to := t.assign(f, load)
		load[to]++
		if load[to] == 1 && !slices.Contains(t.members, to) {
			d.Notes = append(d.Notes, fmt.Sprintf("Researcher %s joined for round %d: nobody else had a fresh view of “%s”.", to, t.round+1, f.Label))
		}
		d.FollowUps, d.To = append(d.FollowUps, f), append(d.To, to)
	}
	return d
}

func tasks(n int) string {
	if n == 1 {
		return "one task"
	}
	return fmt.Sprintf("%d tasks", n)
}

// fitting returns the tasks that can be given out, tidied up, and why others
// cannot.
func (t *team) fitting(all []research.FollowUp) (fit []research.FollowUp, refused []string) {
	for _, f := range all {
		f.Label, f.Brief, f.Query = gather.Clean(f.Label), gather.Clean(f.Brief), strings.Join(strings.Fields(f.Query), " ")
		if f.Task < 1 || f.Task > len(t.tasks) {
			f.Task = 0
		}
		if t.byID(f.Claim) == nil {
			f.Claim = 0
		}
		if f.Kind == research.Verification && f.Claim != 0 {
			f = t.toVerify(f)
		}
		why := t.unfit(f, fit)
		if why == "" && len(fit) == t.scope.researchers {
			why = fmt.Sprintf("“%s” is beyond the first %d", f.Label, t.scope.researchers)
		}
		if why != "" {
			refused = append(refused, why)
			continue
		}
		fit = append(fit, f)
	}
	return fit, refused
}

// toVerify makes a verification task of the claim alone: its verifier is told
// nothing else.
func (t *team) toVerify(f research.FollowUp) research.FollowUp {
	c := t.byID(f.Claim)
	f.Label, f.Query, f.Task = cmp.Or(f.Label, "Verify a claim"), c.Text, c.by.N
	f.Brief = fmt.Sprintf("Find additional sources for or against the claim: %s", c.Text)
	return f
}

// unfit says why a task cannot be given out, or nothing. Verification is for
// claims that rest on one source, or that conflict with others.
func (t *team) unfit(f research.FollowUp, before []research.FollowUp) string {
	verify := f.Kind == research.Verification
	switch {
	case verify && !t.scope.verify:
		return fmt.Sprintf("“%s” is a verification, which the %s scope does not have", f.Label, t.scope.name)
	case verify && f.Claim == 0:
		return fmt.Sprintf("“%s” names no claim to verify", f.Label)
	case f.Label == "" || f.Brief == "" || f.Query == "":
		return "a task without a label, a brief or a query"
	case verify && (len(t.byID(f.Claim).state.Checks) > 0 || slices.ContainsFunc(before, func(o research.FollowUp) bool { return o.Kind == f.Kind && o.Claim == f.Claim })):
		return fmt.Sprintf("“%s” verifies a claim once more", f.Label)
	case verify && !t.inConflict(f.Claim) && t.weigh(t.stating(f.Claim)).sources > 1:
		return fmt.Sprintf("“%s” verifies a claim that several sources make", f.Label)
	case !verify && t.planned(f.Query, before):
		return fmt.Sprintf("“%s” repeats a search", f.Label)
	}
	return ""
}

// planned reports whether a task with the same query was given out before.
func (t *team) planned(query string, before []research.FollowUp) bool {
	return slices.ContainsFunc(t.tasks, func(k *assignment) bool { return strings.EqualFold(k.Query, query) }) ||
		slices.ContainsFunc(before, func(f research.FollowUp) bool { return strings.EqualFold(f.Query, query) })
}

// stating are the claims of all statements that a claim is in.
func (t *team) stating(id int) []int {
	out := []int{id}
	for _, p := range t.reading.points {
		if slices.Contains(p.Claims, id) {
			out = append(out, t.existing(p.Claims, out)...)
		}
	}
	return out
}

// assign says who gets a task. Gap-fills and deep dives go to the researcher who
// covered what they follow from; conflict resolution and verification to one who
// covered neither side, for whom a researcher joins the team if need be.
func (t *team) assign(f research.FollowUp, load map[string]int) string {
	switch f.Kind {
	case research.Verification:
		return t.fresh(t.stating(f.Claim), load)
	case research.ConflictResolution:
		return t.fresh(t.sides(f.Claim), load)
	}
	if f.Task > 0 {
		return t.tasks[f.Task-1].Researcher
	}
	return t.idlest(t.members, load)
}

// sides are the claims of the conflict that a claim is in; if it is in none, of
// all conflicts.
func (t *team) sides(id int) []int {
	var here, all []int
	for _, d := range t.reading.conflicts {
		claims := claimsOf(d)
		all = append(all, claims...)
		if slices.Contains(claims, id) {
			here = append(here, claims...)
		}
	}
	if len(here) > 0 {
		return here
	}
	return all
}

// fresh returns a researcher who made none of the claims.
func (t *team) fresh(claims []int, load map[string]int) string {
	made := func(who string) bool {
		return slices.ContainsFunc(t.pick(claims), func(c *claim) bool { return c.by.Researcher == who })
	}
	free := slices.DeleteFunc(slices.Clone(t.members), made)
	if len(free) == 0 {
		return letter(len(t.members))
	}
	return t.idlest(free, load)
}

// idlest returns the one with the fewest tasks in the next round, then in all,
// the first of equals.
func (t *team) idlest(who []string, load map[string]int) string {
	all := make(map[string]int)
	for _, k := range t.tasks {
		all[k.Researcher]++
	}
	return slices.MinFunc(who, func(a, b string) int {
		return cmp.Or(cmp.Compare(load[a], load[b]), cmp.Compare(all[a], all[b]), cmp.Compare(a, b))
	})
}

// hand gives the tasks of the next round out.
func (t *team) hand(ctx context.Context, d dispatch) ([]*assignment, error) {
	t.notes = append(t.notes, d.Notes...)
	var out []*assignment
	for i, f := range d.FollowUps {
		if f.Kind == research.Verification && t.byID(f.Claim) != nil {
			f = t.toVerify(f) // a retry may have read the page anew
		}
		k := &assignment{AnglePlanned: research.AnglePlanned{
			Angle:  research.Angle{Label: f.Label, Query: f.Query, Rationale: f.Brief},
			Parent: f.Task, Round: t.round + 1, Researcher: d.To[i], Task: f.Kind,
		}}
		if f.Kind == research.Verification {
			k.claim = f.Claim
		}
		if err := t.add(ctx, k); err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

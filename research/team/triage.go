package team

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

const triageTokens = 8192 // an answer names every significant statement

// A reading is what the lead makes of all findings so far.
type reading struct {
	points    []research.TriagedPoint
	conflicts []research.Dispute
	gaps      []string
	summary   string
	converged bool
	why       string
}

// triage has the lead read the findings of all rounds, and returns the tasks of
// the next round: none if the team is to stop. Without a lead the team stops, with
// what the lead made of the round before and each new claim by itself.
func (t *team) triage(ctx context.Context) ([]*assignment, error) {
	if len(t.claims) == 0 {
		return nil, nil // nothing to read: the report says why
	}
	answer, err := t.lead(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		t.note("The lead could not be heard after round %d (%v): claims that it has not read count one by one.", t.round, err)
		t.lacks("the lead could not be heard after round %d", t.round)
		t.reading.summary, t.reading.why, t.reading.converged = "", fmt.Sprintf("The lead could not be heard: %v.", err), false
		t.reading.points = t.points(triagedOf(t.reading.points), true)
		return nil, t.tell(ctx, nil)
	}
	t.reading = reading{conflicts: t.sift(answer.Conflicts), gaps: clean(answer.Gaps), summary: gather.Strip(answer.Summary), converged: answer.Converged, why: gather.Clean(answer.Why)}
	t.reading.points = t.points(answer.Points, false)
	next, err := t.next(ctx, answer)
	if err != nil {
		return nil, err
	}
	if err := t.tell(ctx, next.FollowUps); err != nil {
		return nil, err
	}
	return t.hand(ctx, next)
}

// lead asks the lead. Numbers that name no claim are sent back once; after that
// what the answer holds beside them counts.
func (t *team) lead(ctx context.Context) (task.Triage, error) {
	in := &task.TriageTask{
		Brief: t.brief, Type: t.kind.Type, Round: t.round, Rounds: max(t.scope.rounds, t.round),
		Verify: t.scope.verify, Max: t.scope.researchers,
	}
	for _, k := range t.tasks {
		in.Tasks = append(in.Tasks, k.assignment())
		if c := k.checked; c != nil {
			in.Reports = append(in.Reports, task.CheckNote{Claim: c.Claim, Verdict: c.Verdict, Nuance: c.Nuance})
		}
	}
	for _, c := range t.claims {
		m := c.Material()
		m.Line = fmt.Sprintf("task %d", c.by.N)
		in.Claims = append(in.Claims, m)
	}
	job := prompts.Task("lead", task.NameTriage, in)
	job.MaxTokens, job.Mend = triageTokens, true // claims are named by number, and every number is checked
	answer, err := engine.Ask(ctx, t.run, job, t.sound)
	if err != nil && t.grounded(answer.Points) {
		err = nil
	}
	return answer, err
}

// assignment is a task as the lead gets to see it.
func (k *assignment) assignment() task.Assignment {
	a := task.Assignment{N: k.N, Researcher: k.Researcher, Angle: k.Angle, Kind: k.Task, Summary: k.summary}
	switch {
	case k.lost():
		a.Summary = "It could not be carried out: " + gather.OneLine(k.err).Error()
	case k.err != nil:
		a.Summary = "It brought nothing: " + gather.OneLine(k.err).Error()
	case k.taken < thin && k.checked == nil:
		a.Summary = fmt.Sprintf("Thin, %d claims: %s", k.taken, k.summary)
	}
	return a
}

// sound says what is wrong with a triage.
func (t *team) sound(a task.Triage) error {
	var named []int
	for _, p := range a.Points {
		named = append(named, p.Claims...)
	}
	for _, d := range a.Conflicts {
		named = append(named, claimsOf(d)...)
	}
	for _, id := range named {
		if t.byID(id) == nil {
			return fmt.Errorf("there is no claim #%d", id)
		}
	}
	if !t.grounded(a.Points) {
		return errors.New("there are claims, but no point rests on any")
	}
	return nil
}

// grounded reports whether a statement rests on claims that there are.
func (t *team) grounded(points []research.Triaged) bool {
	return slices.ContainsFunc(points, func(p research.Triaged) bool {
		return gather.Clean(p.Text) != "" && len(t.existing(p.Claims, nil)) > 0
	})
}

// points are the lead's statements with what backs them, the sources that a check
// added among it. Claims of a conflict that no statement holds are statements of
// their own; with each, so is every claim.
func (t *team) points(lead []research.Triaged, each bool) []research.TriagedPoint {
	var out []research.TriagedPoint
	var placed []int
	add := func(p research.Triaged) {
		p.Text, p.Claims = gather.Clean(p.Text), t.added(t.existing(p.Claims, nil))
		if p.Text == "" || len(p.Claims) == 0 {
			return
		}
		placed = append(placed, p.Claims...)
		w := t.weigh(p.Claims)
		out = append(out, research.TriagedPoint{Triaged: p, Sources: w.sources, Confidence: w.confidence, Why: w.why})
	}
	for _, p := range lead {
		add(p)
	}
	for _, c := range t.claims {
		if !slices.Contains(placed, c.ID) && (each || t.inConflict(c.ID)) {
			add(research.Triaged{Text: c.Text, Claims: []int{c.ID}, Impact: c.Importance == research.Central})
		}
	}
	return out
}

// added returns claims with those of additional sources that support them.
func (t *team) added(ids []int) []int {
	out := slices.Clone(ids)
	for _, id := range ids {
		for _, check := range t.byID(id).state.Checks {
			if lifts(check.Verdict) {
				out = append(out, t.existing(check.For, out)...)
			}
		}
	}
	return out
}

// inConflict reports whether a claim is on a side of a conflict that the lead found.
func (t *team) inConflict(id int) bool {
	return slices.ContainsFunc(t.reading.conflicts, func(d research.Dispute) bool { return slices.Contains(claimsOf(d), id) })
}

// claimsOf are the claims on all sides of a dispute.
func claimsOf(d research.Dispute) []int {
	var out []int
	for _, s := range d.Sides {
		out = append(out, s.Claims...)
	}
	return out
}

func triagedOf(points []research.TriagedPoint) []research.Triaged {
	var out []research.Triaged
	for _, p := range points {
		out = append(out, p.Triaged)
	}
	return out
}

// tell notes the lead's reading of the round, and what it leads to.
func (t *team) tell(ctx context.Context, next []research.FollowUp) error {
	r := t.reading
	return t.run.Note(ctx, research.RoundTriaged{
		Round: t.round, Summary: r.summary, Points: r.points, Gaps: r.gaps, Conflicts: r.conflicts,
		FollowUps: next, Converged: r.converged, Why: r.why,
	})
}

// clean returns sentences cleaned, without empty ones.
func clean(all []string) []string {
	var out []string
	for _, s := range all {
		if s = gather.Clean(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

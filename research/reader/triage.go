package reader

import (
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

const (
	maxPoints = 16 // statements of a triage
	maxImpact = 3  // of these, that the conclusions hang on
	maxGaps   = 5
	lastWord  = 2 // rounds after which more of the same rules would find no more
)

// triage puts claims for the same fact together, names what no task covered and
// where claims contradict each other, and gives out tasks for that.
func triage(t *task.TriageTask) task.Triage {
	r := &roundup{task: t, table: lay(ask(t.Question), t.Claims)}
	out := task.Triage{Points: r.points(), Gaps: []string{}, Conflicts: r.table.disputes(), FollowUps: []research.FollowUp{}}
	r.fillGaps(&out)
	r.settle(out.Conflicts)
	if t.Verify {
		r.verify(out.Points)
	}
	limit := lastWord
	if t.Verify {
		limit++ // claims are verified one round after they were found
	}
	out.Converged = len(r.tasks) == 0 || t.Round >= limit
	switch {
	case t.Round >= limit:
		out.Why = "Further rounds would look for the same with the same rules."
	case len(r.tasks) == 0:
		out.Why = "No task is without findings, and nothing that was found is in dispute and untried."
	default:
		out.FollowUps = r.tasks
		out.Why = fmt.Sprintf("%s left to do.", things(len(r.tasks), "task is", "tasks are"))
	}
	out.Summary = r.summary(len(out.Conflicts))
	return out
}

// A roundup is what the lead looks at after a round.
type roundup struct {
	task  *task.TriageTask
	table *table
	tasks []research.FollowUp
}

// points states each significant fact once. Those that much hangs on are the
// first central ones.
func (r *roundup) points() []research.Triaged {
	out := []research.Triaged{}
	impact := 0
	for _, g := range r.table.groups {
		if len(out) == maxPoints || len(out) >= 6 && g.best().Importance == research.Tangential && g.sites() == 1 {
			continue
		}
		heavy := impact < maxImpact && (g.central() || len(out) == 0) && !g.isWorthless() && !g.best().said.tentative && !g.best().said.reported
		if heavy {
			impact++
		}
		out = append(out, research.Triaged{Text: g.says(), Claims: g.ids(), Impact: heavy})
	}
	return out
}

// give adds a task, unless there are enough or the same was given out before.
func (r *roundup) give(f research.FollowUp) {
	again := func(label, query string) bool {
		return strings.EqualFold(label, f.Label) || sameQuery(query) == sameQuery(f.Query)
	}
	switch {
	case f.Query == "" || len(r.tasks) >= r.task.Max:
	case slices.ContainsFunc(r.task.Tasks, func(a task.Assignment) bool { return again(a.Label, a.Query) }):
	case slices.ContainsFunc(r.tasks, func(o research.FollowUp) bool { return again(o.Label, o.Query) }):
	default:
		r.tasks = append(r.tasks, f)
	}
}

// fillGaps names tasks that brought nothing and words of the question that no
// claim has, and gives out tasks for them.
func (r *roundup) fillGaps(out *task.Triage) {
	q := r.table.q
	for _, a := range r.task.Tasks {
		if a.Kind != "" || r.brought(a) || len(out.Gaps) == maxGaps {
			continue
		}
		out.Gaps = append(out.Gaps, fmt.Sprintf("Nothing was found on “%s”.", a.Label))
		words := ask(a.Query).keywords(3)
		r.give(research.FollowUp{
			Kind: research.GapFill, Label: labelled("Again:", words), Task: a.N,
			Brief: fmt.Sprintf("Find out about %s with other words: the first searches brought nothing.", strings.Join(words, " ")),
			Query: strings.Join(append(slices.Clone(words), "overview"), " "),
		})
	}
	if missing := unanswered(q, r.table.groups); len(missing) > 0 && len(r.table.groups) > 0 {
		out.Gaps = append(out.Gaps, fmt.Sprintf("No claim speaks of %s.", list(missing[:min(3, len(missing))])))
		words := bare(missing[:min(3, len(missing))])
		r.give(research.FollowUp{
			Kind: research.GapFill, Label: labelled("Gap:", words), Task: r.first(),
			Brief: fmt.Sprintf("Find out what sources say about %s in this matter.", list(missing[:min(3, len(missing))])), Query: tied(words, q),
		})
	}
}

// settle gives out tasks for conflicts.
func (r *roundup) settle(conflicts []research.Dispute) {
	for _, d := range conflicts {
		words := ask(d.About).keywords(6)
		r.give(research.FollowUp{
			Kind: research.ConflictResolution, Label: labelled("Dispute:", words), Claim: d.Sides[0].Claims[0],
			Brief: fmt.Sprintf("Sources disagree on %s. Find first-hand and edited sources on it, and what they measured or recorded.", d.About),
			Query: strings.Join(append(slices.Clone(words), "evidence", "measured"), " "),
		})
	}
}

// verify gives out tasks for points that much hangs on and only one site makes.
func (r *roundup) verify(points []research.Triaged) {
	for i, p := range points {
		g := r.table.groups[slices.IndexFunc(r.table.groups, func(g group) bool { return g.best().ID == p.Claims[0] })]
		checked := slices.ContainsFunc(r.task.Reports, func(n task.CheckNote) bool { return slices.Contains(p.Claims, n.Claim) })
		if !points[i].Impact || g.sites() > 1 || checked {
			continue
		}
		words := ask(g.best().Claim).keywords(8)
		r.give(research.FollowUp{
			Kind: research.Verification, Label: labelled("Verify:", words), Claim: p.Claims[0], Task: r.taskOf(p.Claims[0]),
			Brief: "Find additional sources for or against one claim.", Query: strings.Join(words, " "),
		})
	}
}

// brought reports whether a claim came from a task.
func (r *roundup) brought(a task.Assignment) bool {
	return slices.ContainsFunc(r.task.Claims, func(m task.Material) bool { return from(m.Line, a) })
}

// taskOf returns the number of the task that brought a claim, or 0.
func (r *roundup) taskOf(claim int) int {
	for _, a := range r.task.Tasks {
		if from(r.table.by[claim].Line, a) {
			return a.N
		}
	}
	return 0
}

// from reports whether a line is that of a task, by its number or its label.
func from(line string, a task.Assignment) bool {
	return line == fmt.Sprintf("task %d", a.N) || line == fmt.Sprint(a.N) || line != "" && line == a.Label
}

// first returns the number of the first task, or 0.
func (r *roundup) first() int {
	if len(r.task.Tasks) == 0 {
		return 0
	}
	return r.task.Tasks[0].N
}

// summary says what is known, by the best claims.
func (r *roundup) summary(conflicts int) string {
	if len(r.table.groups) == 0 {
		return "No claim was found yet."
	}
	out := stitched(nil, r.table.groups, 2)
	if conflicts > 0 {
		out += fmt.Sprintf(" %s in dispute.", things(conflicts, "matter is", "matters are"))
	}
	return out
}

// labelled makes a label of a word for the kind of task and up to four key words.
func labelled(kind string, words []string) string {
	return kind + " " + strings.Join(words[:min(4, len(words))], " ")
}

// things counts in words: "Two tasks are".
func things(n int, one, many string) string { return capital(spelled(n)) + " " + verb(n, one, many) }

// bare returns words without their quotation marks.
func bare(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, strings.Trim(w, "“”"))
	}
	return out
}

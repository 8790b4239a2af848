package team

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
)

// auto is the depth that leaves the scope to the type of the question.
const auto = "auto"

// A scope says how much a team may do. The least rounds are what is usual, no
// target: a run whose findings have converged stops.
type scope struct {
	name        string
	researchers int // and angles; one more or fewer if the question has them
	rounds      int // at most
	verify      bool
}

var (
	focused       = scope{"focused", 2, 2, false}
	broad         = scope{"broad", 3, 3, false}
	comprehensive = scope{"comprehensive", 4, 4, true}

	scopes = []scope{focused, broad, comprehensive} // each a step above the one before
)

// usual is the scope that a type of question calls for: what can be looked up
// needs little; what hangs on weighing studies or positions against each other
// needs verification.
var usual = map[research.QuestionType]scope{
	research.FactualQuestion:    focused,
	research.ScientificQuestion: comprehensive,
	research.ConsumerQuestion:   broad,
	research.TechnicalQuestion:  broad,
	research.OpinionQuestion:    broad,
	research.ContestedQuestion:  comprehensive,
	research.EmergingQuestion:   broad,
}

const (
	maxParts   = 4 // of a compound question
	manyKinds  = 3 // different types among its parts call for the next scope
	unanswered = "the question could not be classified"
)

// classify asks what type of question it is, before anyone is asked anything,
// and settles the scope. What cannot be classified is taken as a plain matter of
// fact, in the middle scope.
func (t *team) classify(ctx context.Context) error {
	b := task.Brief{Question: t.run.Question, Today: t.run.Today(), Lang: t.run.Options.Lang}
	job := prompts.Task("lead", task.NameClassify, &task.ClassifyTask{Brief: b})
	c, err := engine.Ask[research.Classification](ctx, t.run, job)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		c = research.Classification{Type: research.FactualQuestion, Why: unanswered}
		t.note("The question could not be classified (%v): it was researched as a factual one.", err)
	}
	c.Parts, c.Why = t.compound(c.Parts), gather.Clean(c.Why)
	t.scope = t.size(c, err == nil)
	t.kind = research.QuestionClassified{
		Classification: c, Scope: t.scope.name, Researchers: t.scope.researchers, Rounds: t.scope.rounds,
	}
	return t.run.Note(ctx, t.kind)
}

// compound returns the parts of a question that are questions; a single one is
// the question itself.
func (t *team) compound(parts []research.SubQuestion) []research.SubQuestion {
	var out []research.SubQuestion
	for _, p := range parts {
		p.Question = gather.Clean(p.Question)
		if p.Question != "" && !slices.ContainsFunc(out, func(o research.SubQuestion) bool { return strings.EqualFold(o.Question, p.Question) }) {
			out = append(out, p)
		}
	}
	if len(out) > maxParts {
		t.note("The question has %d parts; the report has a chapter for each of the first %d.", len(out), maxParts)
		out = out[:maxParts]
	}
	if len(out) < 2 {
		return []research.SubQuestion{}
	}
	return out
}

// size settles the scope: the one asked for, else the one that is usual for the
// type, or the next if the parts are of many types.
func (t *team) size(c research.Classification, known bool) scope {
	for _, s := range scopes {
		if s.name == t.run.Options.Depth {
			return s
		}
	}
	if !known {
		return broad
	}
	s := usual[c.Type]
	if i := slices.Index(scopes, s); kinds(c.Parts) >= manyKinds && i+1 < len(scopes) {
		s = scopes[i+1]
	}
	return s
}

// kinds counts the different types of the parts of a question.
func kinds(parts []research.SubQuestion) int {
	seen := make(map[research.QuestionType]bool)
	for _, p := range parts {
		seen[p.Type] = true
	}
	return len(seen)
}

// about tells the asker, with the plan, what the team is going to be.
func (t *team) about() string {
	s := fmt.Sprintf("Type: %s. Scope: %s, %d researchers, up to %d rounds.", t.kind.Type, t.scope.name, t.scope.researchers, t.scope.rounds)
	for i, p := range t.kind.Parts {
		s += fmt.Sprintf(" Sub-question %d (%s): %s", i+1, p.Type, p.Question)
	}
	return s
}

// invests reports whether so much is at stake that the plan is shown first.
func (t *team) invests() bool {
	return t.run.Options.Plan || len(t.kind.Parts) > 0 || t.kind.Type == research.ContestedQuestion || t.scope == comprehensive
}

package simulator_test

import (
	"context"
	"embed"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/llm"
	"assay/research/port"
	"assay/research/simulator"
	"assay/research/task"
)

//go:embed testdata/prompts/*.md
var promptFiles embed.FS

// conventional are prompts by the conventions alone, for tasks of every method.
func conventional(t *testing.T) engine.Prompts {
	files, err := fs.Sub(promptFiles, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	return engine.MustPrompts(files)
}

// answerTo puts a task to the simulator as a method does, over HTTP: the answer
// is decoded strictly, by the schema that the method sends.
func answerTo[T any](t *testing.T, s *simulator.ModelServer, job engine.Task) T {
	t.Helper()
	model, err := llm.New(llm.Config{BaseURL: serve(t, s) + "/v1", Model: "simulator"})
	if err != nil {
		t.Fatal(err)
	}
	var said T
	m := &engine.Method{Name: "test", Run: func(ctx context.Context, r *engine.Run) (_ *research.Report, err error) {
		said, err = engine.Ask[T](ctx, r, job)
		return new(research.Report), err
	}}
	end, err := engine.Desk{Model: model}.Do(t.Context(), m, new(engine.MemStore), research.Info{ID: "run"})
	if err != nil || end.State != research.Done {
		t.Fatalf("%s: %v %s, %v", job.Name, end.State, end.Reason, err)
	}
	if s.Meter().Calls[job.Name] != 1 {
		t.Errorf("%s was taken for another task, or asked twice: %v", job.Name, s.Meter().Calls)
	}
	return said
}

// put renders a task's input by the conventions and puts it to the simulator.
func put[T any](t *testing.T, s *simulator.ModelServer, name string, input any) T {
	t.Helper()
	return answerTo[T](t, s, conventional(t).Task("someone", name, input))
}

const question = "How long is the great wall?"

func brief() task.Brief { return task.Brief{Question: question, Today: "2026-11-21"} }

// materials are claims 3, 7, 11 and so on: sentences about one thing each.
func materials(n int) []task.Material {
	var all []task.Material
	for i := range n {
		says := []string{
			"In 1987 the Bureau of Measures counted 4,120 towers along the wall",
			"Critics in Tartu answered that the figure left out 210 villages",
			"By 2001 only 12.5 percent of the stations followed the rule",
		}[i%3]
		all = append(all, task.Material{
			ID: 4*i + 3, Claim: strings.Replace(says, " ", " "+strings.Repeat("very ", i/3), 1) + ".",
			Quote: "Quoted from somewhere else altogether.", Title: "A page", URL: "https://a.example/1", Line: "Towers",
		})
	}
	return all
}

// readings are two sources with different passages.
func readings() []task.Reading {
	lines := strings.Split(pageText, "\n")
	return []task.Reading{
		{Page: port.Page{Title: "One", FinalURL: "https://a.example/1"}, Passages: lines[:2]},
		{Page: port.Page{Title: "Two", FinalURL: "https://b.example/2"}, Passages: lines[2:]},
	}
}

// known checks that numbers are among those of the claims, and none comes twice.
func known(t *testing.T, claims []task.Material, numbers ...int) {
	t.Helper()
	for i, n := range numbers {
		if slices.Contains(numbers[:i], n) || !slices.ContainsFunc(claims, func(m task.Material) bool { return m.ID == n }) {
			t.Errorf("claim %d is not there, or named twice, in %v", n, numbers)
		}
	}
}

// all checks that numbers are those of all the claims, each once.
func all(t *testing.T, claims []task.Material, numbers ...int) {
	t.Helper()
	known(t, claims, numbers...)
	if len(numbers) != len(claims) {
		t.Errorf("claims %v, want all %d", numbers, len(claims))
	}
}

// stand checks that a quote stands in the source of that number.
func stand(t *testing.T, sources []task.Reading, n int, quote string) {
	t.Helper()
	if n < 1 || n > len(sources) || !slices.ContainsFunc(sources[n-1].Passages, func(p string) bool { return strings.Contains(p, quote) }) {
		t.Errorf("source %d does not say %q", n, quote)
	}
}

func TestThePromptsOfSharedTasksAreUnderstood(t *testing.T) {
	gather, verify := engine.MustPrompts(os.DirFS("../gather")), engine.MustPrompts(os.DirFS("../verify"))
	s := func() *simulator.ModelServer { return new(simulator.ModelServer) }

	clarity := answerTo[task.Clarity](t, s(), gather.Task("planner", task.NameClarify, &task.ClarifyTask{Brief: brief(), Max: 3}))
	if len(clarity.Questions) != 0 {
		t.Errorf("asked back: %q", clarity.Questions)
	}
	plan := answerTo[research.Plan](t, s(), verify.Task("planner", task.NameSplit, &task.SplitTask{Brief: brief(), Into: "angles", Min: 3, Max: 6}))
	if len(plan.Angles) != 5 {
		t.Errorf("%d angles, want the typical five", len(plan.Angles))
	}
	in := &task.LearnTask{Question: question, Goal: "Find its length.", Sources: readings(), Min: 3, Max: 5, FollowUps: 3, Today: "2026-11-21"}
	learned := answerTo[task.Learned](t, s(), gather.Task("learner", task.NameLearn, in))
	if len(learned.Sources) != 2 || learned.Sources[1].Source != 2 || learned.Sources[1].PublishDate != "2003-05-09" {
		t.Errorf("sources %+v", learned.Sources)
	}
	if len(learned.Learnings) != 5 || len(learned.FollowUps) != 3 {
		t.Errorf("%d learnings, %d follow-ups; want 5 and 3", len(learned.Learnings), len(learned.FollowUps))
	}
	for _, l := range learned.Learnings {
		stand(t, in.Sources, l.Source, l.Quote)
	}
	in.Max, in.Min, in.FollowUps = 2, 0, 0
	if few := answerTo[task.Learned](t, s(), gather.Task("learner", task.NameLearn, in)); len(few.Learnings) > 2 || len(few.FollowUps) != 0 {
		t.Errorf("%d learnings, %d follow-ups; want at most 2 and none", len(few.Learnings), len(few.FollowUps))
	}
	in.Sources = nil
	if none := answerTo[task.Learned](t, s(), gather.Task("learner", task.NameLearn, in)); len(none.Learnings) != 0 {
		t.Errorf("learned %+v from nothing", none.Learnings)
	}
}

func TestPlansHaveAsManyLinesAsThePromptAsksFor(t *testing.T) {
	for _, c := range []struct{ angles, min, max, want int }{
		{0, 2, 3, 3}, {0, 8, 8, 8}, {0, 4, 6, 6}, {4, 2, 6, 4}, {9, 2, 6, 6}, {1, 4, 6, 4},
	} {
		in := &task.SplitTask{Brief: brief(), Into: "branches", Min: c.min, Max: c.max}
		plan := put[research.Plan](t, &simulator.ModelServer{Angles: c.angles}, task.NameSplit, in)
		labels := map[string]bool{}
		for _, a := range plan.Angles {
			labels[a.Label] = true
		}
		if len(labels) != c.want || !labels["Fundamentals"] {
			t.Errorf("%d angles within %d and %d: %v, want %d", c.angles, c.min, c.max, labels, c.want)
		}
	}
}

func TestQueriesFollowDirections(t *testing.T) {
	in := &task.QueriesTask{
		Question: question, Today: "2026-11-21", Line: research.Angle{Label: "Towers"}, Min: 1, Max: 3,
		Directions: []string{"How many towers?", "Who counted them?"}, Asked: []string{"great wall towers"},
	}
	first := put[task.Queries](t, new(simulator.ModelServer), task.NameQueries, in)
	seen := map[string]bool{}
	for i, q := range first.Queries {
		seen[q.Query] = true
		if q.Direction != i%2+1 || !strings.HasPrefix(q.Query, "long great wall ") {
			t.Errorf("query %+v, want one for direction %d", q, i%2+1)
		}
	}
	in.Asked = append(in.Asked, "another")
	for _, q := range put[task.Queries](t, new(simulator.ModelServer), task.NameQueries, in).Queries {
		seen[q.Query] = true
	}
	if len(seen) < 5 {
		t.Errorf("%d queries in two rounds of three, want others in the second: %v", len(seen), seen)
	}
	in.Min, in.Max, in.Directions = 2, 2, nil
	if two := put[task.Queries](t, new(simulator.ModelServer), task.NameQueries, in); len(two.Queries) != 2 || two.Queries[0].Direction != 0 {
		t.Errorf("%+v, want two without a direction", two.Queries)
	}
}

package reader

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
)

func TestUnknownTaskIsFatal(t *testing.T) {
	_, err := Model{}.Generate(context.Background(), port.Request{Task: "sing", Input: 3})
	if !errors.Is(err, &port.Failure{Class: port.Fatal}) {
		t.Errorf("err = %v", err)
	}
}

func TestAnswerIsFreeComplete(t *testing.T) {
	r, err := Model{}.Generate(context.Background(), port.Request{Task: task.NameSplit, Input: &task.SplitTask{Brief: task.Brief{Question: "Why is the sky blue?"}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := (port.Usage{Calls: 1}); r.Usage != want || r.Model != "built-in reader" || r.Finish != port.Complete {
		t.Errorf("response %+v", r)
	}
}

func TestSplit(t *testing.T) {
	for question, want := range map[string]struct {
		form  form
		first string
		label string
	}{
		"Is the Great Wall of China visible from the Moon?":            {yesno, "Great Wall China visible Moon", "Criticism and counter-evidence"},
		"How does VACUUM reclaim disk space in PostgreSQL?":            {how, "VACUUM reclaim disk space PostgreSQL", "How it works"},
		"What is the default isolation level in PostgreSQL?":           {define, "default isolation level PostgreSQL", "Definition and background"},
		"How many moons does Saturn have?":                             {amount, "moons Saturn", "Figures and counts"},
		"What is the difference between a list and a tuple in Python?": {compared, "difference list tuple Python", "Main differences"},
	} {
		if got := ask(question).form; got != want.form {
			t.Errorf("%s: form %d", question, got)
		}
		plan := split(&task.SplitTask{Brief: task.Brief{Question: question}, Min: 3, Max: 6})
		if n := len(plan.Angles); n < 3 || n > 6 {
			t.Fatalf("%s: %d angles", question, n)
		}
		if plan.Angles[0].Query != want.first {
			t.Errorf("%s: first query %q", question, plan.Angles[0].Query)
		}
		if !slices.ContainsFunc(plan.Angles, func(a research.Angle) bool { return a.Label == want.label }) {
			t.Errorf("%s: no angle %q in %+v", question, want.label, plan.Angles)
		}
		seen := map[string]bool{}
		for _, a := range plan.Angles {
			if seen[a.Query] || !strings.HasPrefix(a.Query, want.first) {
				t.Errorf("%s: query %q repeats or lacks the key terms", question, a.Query)
			}
			seen[a.Query] = true
		}
	}
}

func TestSplitKeepsToItsBounds(t *testing.T) {
	for _, c := range []struct{ min, max, want int }{{3, 6, 5}, {1, 2, 2}, {6, 8, 6}, {0, 0, 5}, {9, 9, 9}} {
		if got := len(split(&task.SplitTask{Brief: task.Brief{Question: "Why?"}, Min: c.min, Max: c.max}).Angles); got != c.want {
			t.Errorf("%+v: %d angles", c, got)
		}
	}
}

func TestGrade(t *testing.T) {
	got := grade(&task.GradeTask{Question: "Is the Great Wall of China visible from the Moon?", Hits: []port.Hit{
		{Title: "Is the Great Wall visible from the Moon?", Snippet: "The Great Wall of China cannot be seen from the Moon."},
		{Title: "Moon landing", Snippet: "Twelve people walked on the Moon; none saw a wall."},
		{Title: "Bread", Snippet: "Flour, water and salt."},
	}})
	want := []task.HitGrade{{Hit: 1, Relevance: research.HighRelevance}, {Hit: 2, Relevance: research.MediumRelevance}, {Hit: 3, Relevance: research.LowRelevance}}
	if !slices.Equal(got.Grades, want) {
		t.Errorf("got %+v", got.Grades)
	}
}

func TestComposeGroupsTheSameFact(t *testing.T) {
	c := compose(&task.ComposeTask{Brief: task.Brief{Question: "Is the Great Wall of China visible from the Moon?"}, Killed: []string{"The wall is visible from the Moon."}, Claims: []task.Survivor{
		{ID: 3, Claim: "The Great Wall of China is not visible from the Moon.", Vote: "3-0", Title: "A", Site: "a.example", Grade: research.Primary, Importance: research.Central},
		{ID: 7, Claim: "The Great Wall of China cannot be seen from the Moon with the naked eye.", Vote: "3-0", Title: "B", Site: "b.example", Grade: research.Secondary, Importance: research.Central},
		{ID: 9, Claim: "The Moon is about 384,400 km away.", Vote: "2-1", Title: "B", Site: "b.example", Grade: research.Secondary, Importance: research.Tangential},
	}})
	if !strings.HasPrefix(c.Summary, "No. The Great Wall of China") {
		t.Errorf("summary %q", c.Summary)
	}
	if len(c.Findings) != 2 || !slices.Equal(c.Findings[0].Claims, []int{3, 7}) && !slices.Equal(c.Findings[0].Claims, []int{7, 3}) {
		t.Errorf("findings %+v", c.Findings)
	}
	if !strings.Contains(c.Findings[0].Evidence, "“A”") || !strings.Contains(c.Findings[0].Evidence, "“B”") {
		t.Errorf("evidence %q", c.Findings[0].Evidence)
	}
	for _, want := range []string{"no language model was used", "Refuted and left out", "single site"} {
		if !strings.Contains(c.Caveats, want) {
			t.Errorf("caveats lack %q: %s", want, c.Caveats)
		}
	}
}

func TestComposeOfNothingSaysSo(t *testing.T) {
	c := compose(&task.ComposeTask{Brief: task.Brief{Question: "Does it rain?"}})
	if !strings.Contains(c.Summary, "do not answer") || len(c.OpenQuestions) != 1 {
		t.Errorf("%+v", c)
	}
}

package team_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/researchtest"
	"assay/research/task"
	"assay/research/team"
)

func TestMethod(t *testing.T) {
	worlds, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(worlds) < 5 {
		t.Fatalf("%d worlds, %v", len(worlds), err)
	}
	for _, file := range worlds {
		t.Run(filepath.Base(file), func(t *testing.T) { researchtest.TestMethod(t, team.Method, file) })
	}
}

// A recorder is a world that keeps what it was asked.
type recorder struct {
	*researchtest.World
	mu       sync.Mutex
	requests []port.Request
	queries  []port.Query
}

func (r *recorder) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	r.mu.Lock()
	r.requests = append(r.requests, req)
	r.mu.Unlock()
	return r.World.Generate(ctx, req)
}

func (r *recorder) Search(ctx context.Context, q port.Query) (port.Results, error) {
	r.mu.Lock()
	r.queries = append(r.queries, q)
	r.mu.Unlock()
	return r.World.Search(ctx, q)
}

// in runs the method in the world of a file, with nobody there to choose.
func in(t *testing.T, file string) (*recorder, *research.State) {
	t.Helper()
	w, err := researchtest.LoadWorld(file)
	if err != nil {
		t.Fatal(err)
	}
	w.Options.Alone = true
	r := &recorder{World: w}
	d := w.Desk()
	d.Model, d.Searcher = r, r
	store := new(engine.MemStore)
	if _, err := d.Do(t.Context(), team.Method, store, w.Info()); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), "run", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(w.Info())
	s.Add(events...)
	return r, s
}

func TestResearchersNeverSeeEachOthersFindings(t *testing.T) {
	r, s := in(t, "testdata/homework.txtar")
	who := func(c *research.ClaimState) string { return s.Angles[c.LineOf()-1].Researcher }
	verified := s.Angles[6] // the task to verify what D claimed
	seen := 0
	for _, req := range r.requests {
		letter, ok := strings.CutPrefix(req.Role, "researcher ")
		if !ok || req.Task == task.NameCheck {
			continue
		}
		for _, c := range s.Claims {
			if who(c) != letter && strings.Contains(req.Prompt, c.Text) {
				t.Errorf("researcher %s is told of %s's claim %q", letter, who(c), c.Text)
			}
			if who(c) == letter && strings.Contains(req.Prompt, c.Text) {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("nobody is told of the claims that it made in earlier rounds")
	}
	if verified.Task != research.Verification || verified.Researcher == "D" {
		t.Errorf("the task to verify a claim of D's is %+v", verified.AnglePlanned)
	}
}

func TestAVerifierIsGivenTheClaimItsAddressAndOtherSources(t *testing.T) {
	r, s := in(t, "testdata/homework.txtar")
	i := slices.IndexFunc(r.requests, func(q port.Request) bool { return q.Task == task.NameCheck })
	if i < 0 {
		t.Fatal("nothing was verified")
	}
	prompt := r.requests[i].Prompt
	for _, want := range []string{"Remote teams make fewer breakthroughs", "https://papers.example/teams", "https://later.example/gap"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the verifier is not told %q", want)
		}
	}
	for _, c := range s.Claims {
		if c.ID != 61 && c.ID != 121 && (strings.Contains(prompt, c.Text) || strings.Contains(prompt, c.Quote)) {
			t.Errorf("the verifier is told claim %d", c.ID)
		}
	}
	for _, not := range []string{"Across 20 million papers", "https://mirror.example/teams", "https://papers.example/press", s.Question, "D found"} {
		if strings.Contains(prompt, not) {
			t.Errorf("the verifier is told %q", not)
		}
	}
	j := slices.IndexFunc(r.queries, func(q port.Query) bool { return strings.HasPrefix(q.Text, "Remote teams make fewer") })
	if j < 0 || !slices.Contains(r.queries[j].Exclude, "papers.example") {
		t.Error("the claim's own site is searched")
	}
}

func TestFollowUpsOfEachKindFindTheirResearcher(t *testing.T) {
	_, s := in(t, "testdata/homework.txtar")
	var got []string
	for _, a := range s.Angles[4:] {
		got = append(got, string(a.Task)+" "+a.Researcher)
	}
	want := "gap-fill B, conflict-resolution C, verification A, deep-dive A"
	if strings.Join(got, ", ") != want {
		t.Errorf("follow-ups: %s, want %s", strings.Join(got, ", "), want)
	}
	if len(s.Triages) != 2 || !s.Triages[1].Converged || len(s.Triages[0].FollowUps) != 4 || len(s.Triages[0].Conflicts) != 1 {
		t.Errorf("triages: %+v", s.Triages)
	}
}

func TestAClassificationIsSilentAndThePlanOfAPlainQuestionIsNotShown(t *testing.T) {
	r, s := in(t, "testdata/height.txtar")
	if s.Kind == nil || s.Kind.Type != research.FactualQuestion || s.Kind.Scope != "focused" || len(s.Kind.Parts) != 0 {
		t.Errorf("classified as %+v", s.Kind)
	}
	if r.requests[0].Task != task.NameClassify {
		t.Errorf("the first request is %s", r.requests[0].Task)
	}
}

func TestAResearcherMakesThreeQueriesAndReadsFourPagesAtMost(t *testing.T) {
	r, s := in(t, "testdata/homework.txtar")
	for _, req := range r.requests {
		if l, ok := req.Input.(*task.LearnTask); ok && (len(l.Sources) > 4 || l.Max != 6) {
			t.Errorf("%s learns up to %d claims from %d pages", req.Role, l.Max, len(l.Sources))
		}
		if q, ok := req.Input.(*task.QueriesTask); ok && (q.Min != 1 || q.Max != 2 || len(q.Asked) == 0) {
			t.Errorf("%s makes %d to %d queries beside %v", req.Role, q.Min, q.Max, q.Asked)
		}
	}
	for _, a := range s.Angles {
		queries := map[string]bool{}
		for _, h := range a.Hits {
			queries[h.Query] = true
		}
		if len(queries) > 3 {
			t.Errorf("task %d made %d queries", a.N, len(queries))
		}
	}
}

func TestABudgetThatIsSpentInTheMiddleStillMakesAReport(t *testing.T) {
	_, s := in(t, "testdata/limited/swifts.txtar")
	got := researchtest.Outline(s)
	for _, want := range []string{
		"partial: budget spent",
		"* Some swifts stay in the air for ten months.",
		"UNVERIFIED: Nests (researcher A, round 2: budget spent)",
		"note: The lead could not be heard after round 2 (budget spent)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

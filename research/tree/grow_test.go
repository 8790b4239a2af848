package tree

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
)

// A forest is a world without end: every query finds pages of its own, which are
// long and always teach something. It keeps what it was asked.
type forest struct {
	mu      sync.Mutex
	asked   []any
	queries []port.Query
}

func (f *forest) Generate(_ context.Context, req port.Request) (port.Response, error) {
	f.mu.Lock()
	f.asked = append(f.asked, req.Input)
	f.mu.Unlock()
	var answer any
	switch in := req.Input.(type) {
	case *task.SplitTask:
		p := research.Plan{}
		for i := range in.Max {
			p.Angles = append(p.Angles, research.Angle{Label: fmt.Sprintf("Root %d", i+1), Query: fmt.Sprintf("r%d", i+1), Rationale: fmt.Sprintf("Goal of r%d.", i+1)})
		}
		answer = p
	case *task.QueriesTask:
		q := task.Queries{}
		for i := range in.Max + 2 { // more than was asked for
			q.Queries = append(q.Queries, task.PlannedQuery{Query: fmt.Sprintf("%s l%d n%d", in.Line.Query, len(in.Asked), i+1), Goal: "Goal below.", Direction: len(in.Directions) - i})
		}
		answer = q
	case *task.LearnTask:
		answer = learnt(in)
	case *task.DraftTask:
		answer = drafted(in)
	}
	text, err := json.Marshal(answer)
	return port.Response{Text: string(text), Finish: port.Complete, Model: "forest", Usage: port.Usage{Calls: 1}}, err
}

// learnt takes more from the sources than is asked for.
func learnt(in *task.LearnTask) task.Learned {
	l := task.Learned{Summary: "Much.", Sources: []task.SourceNote{}, Learnings: []task.Learning{}}
	for i, s := range in.Sources {
		l.Sources = append(l.Sources, task.SourceNote{Source: i + 1, SourceQuality: research.Primary})
		for j := range 3 {
			q := fmt.Sprintf("Fact %d of the page %s is known.", j+1, s.Page.URL)
			l.Learnings = append(l.Learnings, task.Learning{Claim: fmt.Sprintf("%d %s", j+1, strings.TrimPrefix(s.Page.URL, "https://")), Source: i + 1, Quote: q, Kind: research.FactClaim, Importance: research.Central})
		}
	}
	for i := range 5 {
		l.FollowUps = append(l.FollowUps, fmt.Sprintf("%s why %d?", in.Goal, i+1))
	}
	return l
}

func drafted(in *task.DraftTask) task.Draft {
	d := task.Draft{Summary: "All is known.", OpenQuestions: []string{}}
	for _, p := range in.Parts {
		s := task.DraftSection{Part: p.Key, Title: "All", Points: []research.DraftPoint{}}
		if p.Key == theme {
			s.Points = append(s.Points, research.DraftPoint{Says: "It is known.", Kind: research.FactPoint, Claims: []int{in.Claims[0].ID}})
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}

func (f *forest) Search(_ context.Context, q port.Query) (res port.Results, _ error) {
	f.mu.Lock()
	f.queries = append(f.queries, q)
	f.mu.Unlock()
	for i := range 9 {
		url := fmt.Sprintf("https://p%d.example/%s", i+1, strings.ReplaceAll(q.Text, " ", "-"))
		res.Hits = append(res.Hits, port.Hit{URL: url, Title: "Page", Engines: []string{"forest"}})
	}
	return res, nil
}

func (f *forest) Fetch(_ context.Context, url string) (port.Page, error) {
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "Fact %d of the page %s is known.\n\n", i+1, url)
	}
	for i := range 25 {
		fmt.Fprintf(&b, "%d. %s\n\n", i, strings.Repeat("Filling words stand here in great number. ", 12))
	}
	return port.Page{URL: url, FinalURL: url, Text: b.String(), Hash: url}, nil
}

func info() research.Info {
	return research.Info{ID: "run", Question: "What is known of clinical trials?", Method: "tree", Created: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
}

// grown runs the method in a forest and returns what it came to.
func grown(t *testing.T, o research.Options) (*forest, *research.State) {
	t.Helper()
	f, store, in := new(forest), new(engine.MemStore), info()
	in.Options = o
	desk := engine.Desk{Model: f, Searcher: f, Fetcher: f}
	if end, err := desk.Do(t.Context(), Method, store, in); err != nil || end.State != research.Done {
		t.Fatal(end.State, end.Reason, err)
	}
	events, err := store.Events(t.Context(), "run", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(in)
	s.Add(events...)
	return f, s
}

func TestATreeHasTheSearchesOfItsShape(t *testing.T) {
	for preset, want := range map[string]struct {
		levels []int // searches
		deep   int   // pages read again
	}{
		"quick": {[]int{3}, 3}, "standard": {[]int{4, 8}, 4}, "deep": {[]int{5, 15, 10}, 5}, "exhaustive": {[]int{8, 32, 16, 8}, 5},
	} {
		t.Run(preset, func(t *testing.T) {
			f, s := grown(t, research.Options{Depth: preset})
			levels, deep, opposing := make([]int, len(want.levels)), 0, 0
			for _, a := range s.Angles {
				switch {
				case a.Round > 0:
					levels[a.Round-1]++
				case a.Label == "Deep read":
					deep++
				default:
					opposing++
				}
			}
			if !slices.Equal(levels, want.levels) || deep != want.deep || opposing != 1 {
				t.Errorf("searches by level %v, %d opposing, %d deep reads", levels, opposing, deep)
			}
			if n := shapeOf(s.Options).searches() + 1; len(f.queries) != n {
				t.Errorf("%d searches, want %d", len(f.queries), n)
			}
			if want := fmt.Sprintf(" · depth %s · ", count(len(levels), "level")); !strings.Contains(s.Report.Parameters, want) {
				t.Errorf("parameters %q", s.Report.Parameters)
			}
		})
	}
}

func TestASearchGoesOnFromTheQuestionsOfTheOneAbove(t *testing.T) {
	f, s := grown(t, research.Options{Depth: "deep"})
	levels := map[int]int{} // by how many queries were asked before
	for _, a := range f.asked {
		in, ok := a.(*task.QueriesTask)
		if !ok || in.Line.Label == opposing {
			continue
		}
		levels[len(in.Asked)]++
		above := map[int]int{5: 1, 20: 3}[len(in.Asked)] // searches of the branch one level up
		if len(in.Directions) != followUps*above || !strings.HasPrefix(in.Goal, "Previous goal: ") {
			t.Errorf("after %d queries: %q, directions %q", len(in.Asked), in.Goal, in.Directions)
		}
		if want := maxLearned * len(in.Asked); len(in.Known) != want {
			t.Errorf("after %d queries %d learnings are known, want those of all branches: %d", len(in.Asked), len(in.Known), want)
		}
	}
	if levels[5] != 5 || levels[20] != 5 {
		t.Errorf("branches asked, by queries before: %v", levels)
	}
	for _, a := range s.Angles {
		if a.Round < 2 {
			continue
		}
		up := s.Angles[a.Parent-1]
		if up.Round != a.Round-1 || !strings.HasPrefix(a.Query, strings.Fields(up.Query)[0]+" ") {
			t.Errorf("%q of level %d grew out of %q of level %d", a.Query, a.Round, up.Query, up.Round)
		}
	}
	// the first query of a branch follows its last direction, which the last node above asks
	if a := s.Angles[20]; a.Parent != 8 {
		t.Errorf("%q grew out of line %d", a.Query, a.Parent)
	}
}

func TestASearchReadsUpToThreePagesAndTakesUpToFiveLearnings(t *testing.T) {
	f, s := grown(t, research.Options{Depth: "standard"})
	for _, a := range s.Angles {
		if a.Label == "Deep read" {
			continue
		}
		if len(a.Hits) != maxHits || len(a.Hits)-len(a.Dropped) != maxPages {
			t.Errorf("%q: %d hits, %d dropped", a.Query, len(a.Hits), len(a.Dropped))
		}
		if n := len(a.Studied.FollowUps); n != followUps {
			t.Errorf("%q asks %d questions", a.Query, n)
		}
	}
	taken := make(map[int]int)
	for _, c := range s.Claims {
		taken[c.LineOf()]++
	}
	for line, n := range taken {
		if n > maxLearned {
			t.Errorf("line %d took %d", line, n)
		}
	}
	for _, q := range f.queries {
		if !q.Academic || q.Limit != maxHits {
			t.Errorf("query %+v", q)
		}
	}
}

func TestASearchReadsFiveThousandCharactersOfAPageAndADeepReadTen(t *testing.T) {
	f, _ := grown(t, research.Options{Depth: "quick"})
	for _, a := range f.asked {
		in, ok := a.(*task.LearnTask)
		if !ok {
			continue
		}
		most, least := pageSize, minLearned
		if len(in.Sources) == 1 {
			most, least = deepSize, 0
		}
		if in.Min != least || in.Max != maxLearned || !strings.Contains(in.Prefer, "since 2025-11-21") {
			t.Errorf("wanted: %d to %d learnings. %s", in.Min, in.Max, in.Prefer)
		}
		for _, s := range in.Sources {
			if n := len(strings.Join(s.Passages, "")); n > most || n < most*4/5 {
				t.Errorf("%d bytes of %s, want up to %d", n, s.Page.URL, most)
			}
		}
	}
}

func TestAWriterIsGivenTheWeightiestLearnings(t *testing.T) {
	f, s := grown(t, research.Options{Depth: "deep"})
	in := f.asked[len(f.asked)-1].(*task.DraftTask)
	if len(in.Claims) != maxMaterial || len(s.Claims) <= maxMaterial {
		t.Errorf("%d of %d claims", len(in.Claims), len(s.Claims))
	}
	if !slices.ContainsFunc(s.Report.Notes, func(n string) bool { return strings.HasPrefix(n, "The writer was given the 150 weightiest of ") }) {
		t.Errorf("notes %q", s.Report.Notes)
	}
}

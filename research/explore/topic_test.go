package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/explore"
	"assay/research/port"
	"assay/research/task"
)

// A topic is a world without end: every search finds pages of its own, every
// page teaches something, and every map has somewhere to go.
type topic struct {
	broken func(port.Request) error // why a request fails, or nil

	mu      sync.Mutex
	tasks   []string // that were asked for, in any order
	queries map[string]int
	inputs  []any
}

// price is what every answer costs.
var price = port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2}

func (w *topic) Generate(_ context.Context, req port.Request) (port.Response, error) {
	w.mu.Lock()
	w.tasks = append(w.tasks, req.Task)
	w.inputs = append(w.inputs, req.Input)
	w.mu.Unlock()
	if w.broken != nil {
		if err := w.broken(req); err != nil {
			return port.Response{}, err
		}
	}
	data, err := json.Marshal(w.answer(req))
	return port.Response{Text: string(data), Finish: port.Complete, Model: "topic", Usage: price}, err
}

func (w *topic) answer(req port.Request) any {
	switch in := req.Input.(type) {
	case *task.SplitTask:
		p := research.Plan{Summary: "s"}
		for i := range in.Max + 1 {
			p.Angles = append(p.Angles, research.Angle{Label: fmt.Sprintf("Branch %d", i+1), Query: fmt.Sprintf("query %d", i+1), Rationale: "r"})
		}
		return p
	case *task.QueriesTask:
		q := task.Queries{}
		for i := range in.Max + 1 {
			q.Queries = append(q.Queries, task.PlannedQuery{Query: fmt.Sprintf("%s %d", in.Line.Label, i+1), Goal: "g"})
		}
		return q
	case *task.LearnTask:
		l := task.Learned{Summary: "s", Sources: []task.SourceNote{}, Learnings: []task.Learning{}, FollowUps: []string{"What of " + in.Goal + "?"}}
		for i, s := range in.Sources {
			l.Sources = append(l.Sources, task.SourceNote{Source: i + 1, SourceQuality: research.Primary})
			for j := range 3 {
				l.Learnings = append(l.Learnings, task.Learning{Claim: fmt.Sprintf("Fact %d of %s.", j, s.Page.URL), Source: i + 1, Quote: s.Passages[0], Kind: research.FactClaim, Importance: research.Central})
			}
		}
		return l
	case *task.MapTask:
		m := task.MapDraft{Available: []research.Preview{}, Dives: []research.Dive{}, KeyFindings: []research.DraftPoint{}, Conflicts: []research.Dispute{}}
		for i := range 7 {
			m.Available = append(m.Available, research.Preview{Label: fmt.Sprintf("Open %d.%d", in.Round, i+1), Query: "q", Preview: "p"})
			m.Dives = append(m.Dives, research.Dive{Question: fmt.Sprintf("Dive %d.%d?", in.Round, i+1), Because: "b", Query: "d"})
			m.KeyFindings = append(m.KeyFindings, research.DraftPoint{Says: "Known.", Kind: research.FactPoint, Claims: []int{in.Claims[0].ID}})
		}
		return m
	case *task.DraftTask:
		d := task.Draft{Summary: "s", OpenQuestions: []string{}, Sections: []task.DraftSection{}}
		for _, p := range in.Parts {
			point := research.DraftPoint{Says: "Said.", Kind: research.FactPoint, Claims: []int{in.Claims[0].ID}}
			d.Sections = append(d.Sections, task.DraftSection{Part: p.Key, Title: "t", Points: []research.DraftPoint{point}})
		}
		return d
	}
	return nil
}

func (w *topic) Search(_ context.Context, q port.Query) (port.Results, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.queries == nil {
		w.queries = make(map[string]int)
	}
	w.queries[q.Text]++
	var res port.Results
	for i := range 9 {
		url := fmt.Sprintf("https://%s.example/%d", strings.NewReplacer(" ", "-", "?", "", ".", "-").Replace(strings.ToLower(q.Text)), i)
		res.Hits = append(res.Hits, port.Hit{URL: url, Title: url, Engines: []string{"topic"}})
	}
	return res, nil
}

func (w *topic) Fetch(_ context.Context, url string) (port.Page, error) {
	text := fmt.Sprintf("This is what the page at %s has to say.", url)
	return port.Page{URL: url, FinalURL: url, Status: 200, Hash: url, Text: text}, nil
}

// asked counts the requests for a task.
func (w *topic) asked(job string) (n int) {
	for _, t := range w.tasks {
		if t == job {
			n++
		}
	}
	return n
}

func (w *topic) desk() engine.Desk {
	return engine.Desk{Model: w, Searcher: w, Fetcher: w, Worst: func(port.Request) port.Usage { return price }}
}

// do explores the topic, and answers the offers of the first rounds, and returns
// what it comes to.
func (w *topic) do(t *testing.T, o research.Options, store *engine.MemStore, choices ...string) *research.State {
	t.Helper()
	for i, c := range choices {
		label := fmt.Sprint(research.OfferRound, i+1)
		e := research.Event{Kind: research.Chosen, Key: research.ChoiceKey(label), Label: label, Data: json.RawMessage(c)}
		if err := store.Append(t.Context(), "run", e); err != nil {
			t.Fatal(err)
		}
	}
	return again(t, w.desk(), o, store)
}

// again lets a run begin, or go on.
func again(t *testing.T, d engine.Desk, o research.Options, store *engine.MemStore) *research.State {
	t.Helper()
	info := research.Info{ID: "run", Question: "What of it?", Method: "explore", Options: o}
	if _, err := d.Do(t.Context(), explore.Method, store, info); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), "run", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := research.NewState(info)
	s.Add(events...)
	return s
}

package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
	"assay/research/verify"
)

// A chance is a world in which everything is left to chance: what a query
// finds, what a page says, what a model answers, and which calls fail. The same
// seed and the same call have the same outcome, whenever it is made; only how
// long it takes follows from pace.
type chance struct{ seed, pace string }

// of returns the chances of one call.
func (c chance) of(seed string, call ...any) *rand.Rand {
	h := fnv.New64a()
	_, _ = io.WriteString(h, seed+fmt.Sprintln(call...))
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}

// answer lets the call take its time, which only this world's clock sees.
func (c chance) answer(kind string, call ...any) (*rand.Rand, error) {
	time.Sleep(time.Duration(c.of(c.pace, call...).IntN(5000)) * time.Millisecond)
	r := c.of(c.seed, call...)
	if r.IntN(20) == 0 {
		return nil, port.Fail(port.Refused, "no %s by chance", kind)
	}
	return r, nil
}

func (c chance) Search(_ context.Context, q port.Query) (res port.Results, err error) {
	r, err := c.answer("search", q.Text)
	if err != nil {
		return res, err
	}
	for range r.IntN(q.Limit + 1) {
		n := r.IntN(40)
		end := []string{"", "/", "?from=search"}[r.IntN(3)] // often the same page
		res.Hits = append(res.Hits, port.Hit{URL: fmt.Sprintf("https://site%d.example/page%d%s", n%7, n, end), Title: fmt.Sprintf("Page %d", n), Snippet: words(r)})
	}
	return res, nil
}

func (c chance) Fetch(_ context.Context, url string) (port.Page, error) {
	name := strings.TrimSuffix(strings.TrimSuffix(url, "?from=search"), "/")
	r, err := c.answer("page", name)
	if err != nil {
		return port.Page{}, err
	}
	var text []string
	for range 4 + r.IntN(4) {
		text = append(text, words(r))
	}
	return port.Page{URL: url, FinalURL: name, Title: "About " + name, Hash: name, Text: strings.Join(text, "\n\n")}, nil
}

func (c chance) Generate(_ context.Context, req port.Request) (port.Response, error) {
	r, err := c.answer("answer", req.Role, req.Prompt)
	if err != nil {
		return port.Response{}, err
	}
	text, err := json.Marshal(c.say(r, req.Input))
	return port.Response{Text: string(text), Finish: port.Complete, Model: "chance", Usage: port.Usage{Calls: 1, TokensIn: 10, TokensOut: 1}}, err
}

// say answers a task.
func (c chance) say(r *rand.Rand, job any) any {
	switch t := job.(type) {
	case *task.SplitTask:
		plan := research.Plan{Summary: "In parts."}
		for i := range t.Min + r.IntN(t.Max-t.Min+1) {
			plan.Angles = append(plan.Angles, research.Angle{Label: fmt.Sprintf("Angle %d", i), Query: words(r), Rationale: "It adds."})
		}
		return plan
	case *task.GradeTask:
		var g task.Grades
		for i := range t.Hits {
			g.Grades = append(g.Grades, task.HitGrade{Hit: i + 1, Relevance: any1(r, research.HighRelevance, research.HighRelevance, research.MediumRelevance, research.LowRelevance)})
		}
		return g
	case *task.ExtractTask:
		ex := task.Extraction{SourceQuality: any1(r, research.SourceGrades...), PublishDate: any1(r, "", "2024", "2025-03-01"), Claims: []task.Extracted{}}
		for range r.IntN(t.Max + 1) {
			quote := any1(r, t.Passages...)
			ex.Claims = append(ex.Claims, task.Extracted{Claim: words(r), Quote: quote, Importance: any1(r, research.Central, research.Supporting, research.Tangential)})
		}
		return ex
	case *task.VoteTask:
		b := task.Ballot{Evidence: words(r), Source: "S", Verdict: any1(r, research.UpheldVote, research.UpheldVote, research.RefutedVote, research.QualifiedVote), Confidence: any1(r, research.Low, research.High)}
		if n := len(t.Evidence); n > 0 {
			b.Source = t.Evidence[r.IntN(n)].ID
		}
		if b.Verdict == research.QualifiedVote {
			b.Caveat = words(r)
		}
		return b
	case *task.ComposeTask:
		comp := task.Composition{Summary: words(r), Caveats: words(r), Omitted: []research.Omission{}, OpenQuestions: []string{}}
		for _, s := range t.Claims {
			comp.Findings = append(comp.Findings, task.Composed{Claim: s.Claim, Claims: []int{s.ID}, Evidence: words(r)})
		}
		return comp
	}
	panic(fmt.Sprintf("a task of type %T", job))
}

func any1[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// words returns a sentence.
func words(r *rand.Rand) string {
	var out []string
	for range 8 {
		out = append(out, any1(r, "harbour", "wall", "stone", "measure", "record", "city", "council", "river", "bridge", "north", "winter", "trade", "ship", "light", "tower", "gate", "salt", "grain"))
	}
	return "The " + strings.Join(out, " ") + "."
}

// did runs the method in a world of chance and returns how it ended, which calls
// and facts were journaled, in the order of their keys, and how long it took.
func did(t *testing.T, c chance, inSteps bool) (end string, journal []string, took time.Duration) {
	t.Helper()
	store := new(engine.MemStore)
	info := research.Info{ID: "run", Question: "How long is the wall?", Options: research.Options{Alone: true}, Created: time.Unix(1e9, 0)}
	desk := engine.Desk{Model: c, Searcher: c, Fetcher: c, Parallel: 64, InSteps: inSteps}
	began := time.Now()
	ending, err := desk.Do(t.Context(), verify.Method, store, info)
	if err != nil {
		t.Fatal(err)
	}
	took = time.Since(began)
	data, err := json.MarshalIndent(ending, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), info.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind != research.Began && !strings.HasSuffix(e.Key, "/hedge") { // what is late is asked twice, whichever way
			journal = append(journal, fmt.Sprintf("%s %s %s", e.Key, e.Kind, e.Label))
		}
	}
	slices.Sort(journal)
	return string(data), journal, took
}

// What is begun early is what would have been done anyway: whatever is found
// and however long each call takes, a run ends with the same report, after the
// same calls and facts, as one that goes step by step.
func TestEarlyStartsChangeNothingButTheTime(t *testing.T) {
	worlds, paces := 10, 2
	if testing.Short() {
		worlds = 3
	}
	var early, steps time.Duration
	findings := 0
	for w := range worlds {
		synctest.Test(t, func(t *testing.T) {
			end, journal, _ := did(t, chance{fmt.Sprint("world ", w), "any"}, true)
			findings += strings.Count(end, `"evidence"`)
			for p := range paces {
				c := chance{fmt.Sprint("world ", w), fmt.Sprint("pace ", p)}
				for _, inSteps := range []bool{true, false} {
					gotEnd, gotJournal, took := did(t, c, inSteps)
					if gotEnd != end {
						t.Fatalf("world %d, pace %d: step by step it ends\n%s\nand with early starts\n%s", w, p, end, gotEnd)
					}
					if !slices.Equal(gotJournal, journal) {
						t.Fatalf("world %d, pace %d: the journal differs: %s", w, p, difference(journal, gotJournal))
					}
					if inSteps {
						steps += took
					} else {
						early += took
					}
				}
			}
		})
	}
	t.Logf("%d worlds at %d paces, %d findings: %v step by step, %v with early starts", worlds, paces, findings, steps, early)
	if findings == 0 || early >= steps {
		t.Error("nothing was gained")
	}
}

// difference returns what is in one list only.
func difference(a, b []string) string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, "- "+s)
		}
	}
	for _, s := range b {
		if !slices.Contains(a, s) {
			out = append(out, "+ "+s)
		}
	}
	return strings.Join(out, "\n")
}

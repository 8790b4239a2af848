package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
)

// jsonModel answers every request with the same JSON.
type jsonModel string

func (m jsonModel) Generate(context.Context, port.Request) (port.Response, error) {
	return port.Response{Text: string(m), Finish: port.Complete, Model: "m"}, nil
}

// askBack is a method that asks back and reports what the asker said.
var askBack = &engine.Method{Name: "poll", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
	b, err := gather.Brief(ctx, r)
	return &research.Report{Summary: fmt.Sprint(b.Answers)}, err
}}

func TestTheAskerIsAskedBackAtMostThreeThings(t *testing.T) {
	store := new(engine.MemStore)
	e := newEngine(store, jsonModel(`{"questions": ["Why?", "Where?", "When?", "Who?"]}`), askBack)
	info, end := start(t, e, store, research.Options{Plan: true})
	s := await(t, store, info, func(s *research.State) bool { return s.Offer != nil })
	var q research.Questions
	if err := json.Unmarshal(s.Offer.Data, &q); err != nil || len(q.Questions) != 3 {
		t.Fatalf("%d questions, %v", len(q.Questions), err)
	}
	if err := e.Choose(t.Context(), info.ID, s.Offer.Label, json.RawMessage(`{"answers": ["", " in Kyoto "]}`)); err != nil {
		t.Fatal(err)
	}
	if s := end(); s.Report == nil || s.Report.Summary != "[{Where? in Kyoto}]" {
		t.Errorf("the asker said %+v", s.Report)
	}
}

func TestNobodyIsAskedWhoIsNotThere(t *testing.T) {
	for name, o := range map[string]research.Options{"alone": {Plan: true, Alone: true}, "no plan wanted": {}} {
		t.Run(name, func(t *testing.T) {
			store := new(engine.MemStore)
			_, end := start(t, newEngine(store, jsonModel(`{"questions": ["Why?"]}`), askBack), store, o)
			if s := end(); s.Status != research.Done || s.Usage.Calls > 0 {
				t.Errorf("%s, %d calls", s.Status, s.Usage.Calls)
			}
		})
	}
}

func TestAQuestionThatCannotBePutIsSkipped(t *testing.T) {
	store := new(engine.MemStore)
	_, end := start(t, newEngine(store, jsonModel(`no JSON`), askBack), store, research.Options{Plan: true})
	if s := end(); s.Report == nil || s.Report.Summary != "[]" {
		t.Errorf("%s: %s", s.Status, s.Reason)
	}
}

func TestOptionsAreCheckedBeforeARunIsAccepted(t *testing.T) {
	m := poll("one")
	m.Depths = []engine.Depth{{Name: "standard"}, {Name: "deep"}}
	m.Params = []engine.Param{{Name: "rounds", Min: 1, Max: 4}, {Name: "output", Words: []string{"report", "brief"}}}
	e := newEngine(new(engine.MemStore), modelFunc(say), m)
	for want, o := range map[string]research.Options{
		`no depth "abyss": use standard, deep`:    {Depth: "abyss"},
		`no parameter "speed"`:                    {Params: map[string]string{"speed": "9"}},
		`rounds is "5": use a number from 1 to 4`: {Params: map[string]string{"rounds": "5"}},
		`rounds is "two": use a number`:           {Params: map[string]string{"rounds": "two"}},
		`output is "poem": use report, brief`:     {Params: map[string]string{"output": "poem"}},
		`output is "": use report`:                {Params: map[string]string{"output": ""}},
	} {
		if _, err := e.Start(t.Context(), "Q?", "poll", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	o := research.Options{Depth: "deep", Params: map[string]string{"rounds": "4", "output": "brief"}}
	if err := m.Check(o); err != nil || o.Number("rounds", 1) != 4 || o.Number("other", 7) != 7 || o.Word("output", "report") != "brief" || o.Word("other", "x") != "x" {
		t.Errorf("good options: %v", err)
	}
}

// claims is a method that reports one claim per word of its question.
var claims = &engine.Method{Name: "poll", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
	b, err := gather.Brief(ctx, r)
	if err != nil {
		return nil, err
	}
	report := &research.Report{OpenQuestions: []string{"What else?"}, Summary: fmt.Sprintf("from %d premises and %d open questions", len(b.Premises), len(b.Open))}
	if err := r.Note(ctx, research.PageRead{N: 1, URL: "https://a.example/", Title: "A", Published: "2020"}); err != nil {
		return nil, err
	}
	for i, text := range strings.Fields(r.Question) {
		if err := r.Note(ctx, research.ClaimFound{ID: i + 1, Page: 1, Text: text}); err != nil {
			return nil, err
		}
		report.Findings = append(report.Findings, research.Finding{Claim: text, Claims: []int{i + 1}, Confidence: research.High})
	}
	return report, nil
}}

func TestARunStartsFromWhatAnEarlierOneEstablished(t *testing.T) {
	store := new(engine.MemStore)
	e := newEngine(store, modelFunc(say), claims)
	first, end := start(t, e, store, research.Options{})
	words := len(end().Findings)
	_, end = start(t, e, store, research.Options{From: first.ID})
	s := end()
	if s.Report == nil || s.Report.Summary != fmt.Sprintf("from %d premises and 1 open questions", words) || len(s.Premises) != words {
		t.Fatalf("%s %s: %+v", s.Status, s.Reason, s.Report)
	}
	p := s.Premises[0]
	if p.Run != first.ID || p.Claim != 1 || p.URL != "https://a.example/" || p.Published != "2020" || p.Standing != research.High || p.Asked != first.Created.Format("2006-01-02") {
		t.Errorf("the first premise is %+v", p)
	}
	_, end = start(t, e, store, research.Options{From: "nowhere"})
	if s := end(); s.Status != research.FailedRun || !strings.Contains(s.Reason, "nowhere") {
		t.Errorf("built on nothing: %s %s", s.Status, s.Reason)
	}
}

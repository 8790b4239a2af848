package researchtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
	"assay/research/text"
)

const held = "The sea is salty because rivers bring salt."

// honest is a method that reports what it holds, but for what spoil does to its
// report, and notes more facts.
func honest(spoil func(*research.Report), more ...research.Fact) *engine.Method {
	return method(func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		report, err := sound(ctx, r)
		if err != nil {
			return nil, err
		}
		facts := []research.Fact{
			research.PageRead{N: 1, URL: "https://a.example/1", FinalURL: "https://a.example/1"},
			research.ClaimFound{ID: 3, Page: 1, Text: held, Quote: held, Spans: []text.Span{{Start: 0, End: len(held)}}},
			research.FindingProposed{N: 1, Text: held, Claims: []int{3}},
			research.FindingReviewed{Finding: 1, By: "reviewer 1", Verdict: string(task.Supported)},
			research.RoundTriaged{Round: 1, Points: []research.TriagedPoint{{Triaged: research.Triaged{Text: held, Claims: []int{3}}}}},
			research.MapDrawn{Explored: []research.Branch{{Claims: []int{3}}}, KeyFindings: []research.DraftPoint{{Says: held, Claims: []int{3}}}},
		}
		for _, f := range append(facts, more...) {
			err = errors.Join(err, r.Note(ctx, f))
		}
		report.Findings = []research.Finding{{Claim: held, Claims: []int{3}}}
		report.Sections = []research.Section{{Title: "Salt", Points: []research.Point{{Finding: 1}, {Text: "So it stays salty.", Claims: []int{3}}}}}
		report.Disputes = []research.Dispute{{About: "salt", Sides: []research.Side{{Says: held, Claims: []int{3}}}}}
		if spoil != nil {
			spoil(report)
		}
		return report, err
	})
}

func TestAReportOfWhatIsHeldPasses(t *testing.T) {
	if err := checkNamed(t, "reports only what it holds")(t.Context(), honest(nil), world(t)); err != nil {
		t.Error(err)
	}
}

func TestReportsOfWhatIsNotHeldAreCaught(t *testing.T) {
	type report = research.Report
	spoiled := map[string]func(*report){
		"a finding without claims":         func(r *report) { r.Findings[0].Claims = nil },
		"a finding on an unknown claim":    func(r *report) { r.Findings[0].Claims = []int{3, 4} },
		"a section on an unknown claim":    func(r *report) { r.Sections[0].Points[1].Claims = []int{4} },
		"a point that is no finding":       func(r *report) { r.Sections[0].Points[0].Finding = 2 },
		"a point that says nothing":        func(r *report) { r.Sections[0].Points[1].Text = "" },
		"a dispute over an unknown claim":  func(r *report) { r.Disputes[0].Sides[0].Claims = []int{4} },
		"an unknown claim left out":        func(r *report) { r.Omitted = []research.Omission{{Claim: 4}} },
		"an address in the summary":        func(r *report) { r.Summary = "See https://a.example/1." },
		"a claim's number in the caveats":  func(r *report) { r.Caveats = "Thin [#3]." },
		"an address in a point":            func(r *report) { r.Sections[0].Points[1].Text = "See www.a.example." },
		"a claim's number in a finding":    func(r *report) { r.Findings[0].Claim = "Salt [#3, #4]." },
		"an address in an open question":   func(r *report) { r.OpenQuestions = []string{"What of http://a.example?"} },
		"a claim's number in a dispute":    func(r *report) { r.Disputes[0].Sides[0].Says = "Salt [#3]." },
		"an address in a gap":              func(r *report) { r.Gaps = []research.Gap{{What: "http://a.example"}} },
		"a claim's number in a title":      func(r *report) { r.Sections[0].Title = "Salt [#3]" },
		"an address in a finding's detail": func(r *report) { r.Findings[0].Evidence = "HTTPS://a.example says so." },
	}
	for name, spoil := range spoiled {
		t.Run(name, func(t *testing.T) { caught(t, honest(spoil)) })
	}
	facts := map[string]research.Fact{
		"two claims of one number":           research.ClaimFound{ID: 3, Page: 1, Text: "Another."},
		"two pages of one number":            research.PageRead{N: 1, URL: "https://a.example/2"},
		"two numbers of one page":            research.PageBlocked{N: 2, URL: "https://a.example/1"},
		"a claim of a page that was blocked": research.ClaimFound{ID: 4, Page: 2, Text: "Another."},
		"a judgement of an unknown claim":    research.ClaimJudged{Claim: 4, Outcome: research.Unverified},
		"a finding on a refuted claim":       research.ClaimJudged{Claim: 3, Outcome: research.Refuted},
		"a check with an unknown claim":      research.ClaimChecked{Claim: 3, By: "B", For: []int{4}},
		"a proposal on an unknown claim":     research.FindingProposed{N: 2, Text: "Another.", Claims: []int{4}},
		"a review of no proposal":            research.FindingReviewed{Finding: 2, By: "reviewer 1"},
		"a premise that nobody established":  research.PremiseTaken{N: 1, Premise: research.Premise{Run: "old", Claim: 1, Text: held}},
		"a triaged point on no claim found":  research.RoundTriaged{Round: 2, Points: []research.TriagedPoint{{Triaged: research.Triaged{Claims: []int{4}}}}},
		"a triaged conflict over none":       research.RoundTriaged{Round: 2, Conflicts: []research.Dispute{{Sides: []research.Side{{Claims: []int{4}}}}}},
		"a coverage conflict over none":      research.CoverageAssessed{Angle: 1, Assessment: research.Assessment{Conflicts: []research.Dispute{{Sides: []research.Side{{Claims: []int{4}}}}}}},
		"a branch of a map on none":          research.MapDrawn{Explored: []research.Branch{{Claims: []int{4}}}},
		"a key finding of a map on none":     research.MapDrawn{KeyFindings: []research.DraftPoint{{Claims: []int{4}}}},
	}
	for name, fact := range facts {
		t.Run(name, func(t *testing.T) { caught(t, honest(nil, fact)) })
	}
}

func caught(t *testing.T, m *engine.Method) {
	t.Helper()
	if checkNamed(t, "reports only what it holds")(t.Context(), m, world(t)) == nil {
		t.Error("the check lets it through")
	}
}

func TestAnOfferToNobodyIsCaught(t *testing.T) {
	pushy := method(func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		r.Options.Alone = false
		if _, err := engine.Choose(ctx, r, "plan", "go on?", "yes"); err != nil {
			return nil, err
		}
		return sound(ctx, r)
	})
	check := checkNamed(t, "offers nothing when nobody is there")
	if check(t.Context(), pushy, world(t)) == nil {
		t.Error("the check lets it through")
	}
	polite := method(func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		if said, err := engine.Choose(ctx, r, "plan", "go on?", "yes"); said != "yes" {
			return nil, errors.Join(err, errors.New("it was not answered"))
		}
		return sound(ctx, r)
	})
	if err := check(t.Context(), polite, world(t)); err != nil {
		t.Error(err)
	}
}

// A world can hold what other runs established, to build on.
func TestPremisesOfOtherRunsAreHeld(t *testing.T) {
	file := world(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	more := `-- past --
[{"run": "old", "question": "Q?", "answer": "Rivers.", "date": "2026-01-02"}]
-- run old --
page read: {"n": 1, "url": "https://a.example/1"}
claim found: {"id": 1, "page": 1, "text": "Rivers bring salt."}
ended: {"state": "done", "report": {"findings": [{"claim": "Rivers bring salt.", "claims": [1]}]}}
`
	if err := os.WriteFile(file, append(data, more...), 0o600); err != nil {
		t.Fatal(err)
	}
	builder := method(func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		past, err := r.Past(ctx)
		if err != nil || len(past) != 1 {
			return nil, fmt.Errorf("%d past reports, %w", len(past), err)
		}
		b, err := gather.BuildOn(ctx, r, task.Brief{}, past[0].Run)
		if err != nil || len(b.Premises) != 1 {
			return nil, fmt.Errorf("%d premises, %w", len(b.Premises), err)
		}
		return sound(ctx, r)
	})
	tr, s, err := try(t.Context(), builder, file)
	if err != nil || len(s.Premises) != 1 {
		t.Fatalf("%s %s, %v", s.Status, s.Reason, err)
	}
	if err := tr.holds(t.Context()); err != nil {
		t.Error(err)
	}
}

// What a crash cuts off counts as spent, so a run that has just enough comes to
// less when it is resumed: that is no breach.
func TestARunWithABudgetMayResumeToLess(t *testing.T) {
	file := world(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	budget := "-- options --\n{\"budget\": {\"tokens\": 24}}\n"
	if err := os.WriteFile(file, append([]byte(budget), data...), 0o600); err != nil {
		t.Fatal(err)
	}
	check := checkNamed(t, "resumes after a crash at any call")
	if err := check(t.Context(), method(sound), file); err != nil {
		t.Error(err)
	}
	forgets := method(func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		rep, err := sound(ctx, r)
		return rep, errors.Join(err, r.Note(ctx, research.ClaimJudged{Claim: 1, Outcome: research.Upheld}))
	})
	if check(t.Context(), forgets, file) == nil {
		t.Error("an upheld claim that is not reported is let through")
	}
}

// checkNamed returns the check of that name.
func checkNamed(t *testing.T, name string) func(context.Context, *engine.Method, string) error {
	t.Helper()
	i := slices.IndexFunc(methodChecks, func(c methodCheck) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no check named %q", name)
	}
	return methodChecks[i].check
}

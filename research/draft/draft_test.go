package draft

import (
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

var (
	parts = []task.Part{{Key: "theme", Many: true}, {Key: "tea", Title: "Tea"}, {Key: "takeaways", Title: "Takeaways", Analysis: true}}
	asked = &task.DraftTask{Parts: parts, Claims: []task.Material{
		{ID: 1, Claim: "Tea is old.", Line: "Tea", Title: "A book", Quote: "tea is old", Importance: research.Central},
		{ID: 2, Claim: "Coffee is young.", Line: "Coffee", Title: "A page", Quote: "coffee is young"},
	}}
	book = Book{
		Claims: []*research.ClaimState{
			{ClaimFound: research.ClaimFound{ID: 1}, Source: &research.PageState{Read: &research.PageRead{Grade: research.Blog}}},
			{ClaimFound: research.ClaimFound{ID: 2}, Source: &research.PageState{Read: &research.PageRead{Grade: research.Primary}}},
		},
		Grade: func(claims []*research.ClaimState) Grade {
			return Grade{Confidence: research.Medium, Why: "by rule", Labels: []string{"tested"}}
		},
	}
)

// good returns a draft that nothing is wrong with.
func good() task.Draft {
	return task.Draft{
		Summary: "Tea is older [#1], see https://x.example/.", Caveats: "Few sources.", OpenQuestions: []string{"Why?", " "},
		Sections: []task.DraftSection{
			{Part: "takeaways", Points: []research.DraftPoint{{Says: "So drink tea (#1, #2).", Kind: research.AnalysisPoint, Claims: []int{1, 2}}}},
			{Part: "theme", Title: "Age", Points: []research.DraftPoint{{Label: "2019", Says: "Tea is older.", Detail: "One.\n\nTwo [E1].", Kind: research.FactPoint, Claims: []int{1, 2, 1}}}},
			{Part: "tea"},
		},
	}
}

func TestWhatIsWrongWithADraft(t *testing.T) {
	if err := Check(good(), asked); err != nil {
		t.Fatalf("a good draft: %v", err)
	}
	for name, spoil := range map[string]func(*task.Draft){
		"the summary is empty":             func(d *task.Draft) { d.Summary = " " },
		`there is no part "extra"`:         func(d *task.Draft) { d.Sections[0].Part = "extra" },
		`the part "takeaways" is missing`:  func(d *task.Draft) { d.Sections[0] = d.Sections[2] },
		"names no claim":                   func(d *task.Draft) { d.Sections[1].Points[0].Claims = nil },
		"there is no claim #9":             func(d *task.Draft) { d.Sections[1].Points[0].Claims = []int{9} },
		"holds facts only":                 func(d *task.Draft) { d.Sections[1].Points[0].Kind = research.AnalysisPoint },
		`a point of "takeaways" says noth`: func(d *task.Draft) { d.Sections[0].Points[0].Says = "" },
	} {
		d := good()
		spoil(&d)
		if err := Check(d, asked); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want %q, got %v", name, err)
		}
	}
}

func TestADraftBecomesAReportInTheOrderOfItsParts(t *testing.T) {
	r := new(research.Report)
	book.fill(r, good(), asked)
	if r.Summary != "Tea is older, see" || len(r.OpenQuestions) != 1 {
		t.Errorf("summary %q, open %q", r.Summary, r.OpenQuestions)
	}
	if len(r.Sections) != 2 || r.Sections[0].Title != "Age" || r.Sections[1].Title != "Takeaways" {
		t.Fatalf("sections %+v", r.Sections)
	}
	if p := r.Sections[0].Points[0]; p.Finding != 1 || p.Label != "2019" || p.Text != "" {
		t.Errorf("a fact: %+v", p)
	}
	if p := r.Sections[1].Points[0]; p.Finding != 0 || p.Text != "So drink tea." || len(p.Claims) != 2 {
		t.Errorf("an analysis: %+v", p)
	}
	f := r.Findings[0]
	if f.Claim != "Tea is older." || f.Evidence != "One.\n\nTwo." || len(f.Claims) != 2 || f.Claims[0] != 2 || f.Confidence != research.Medium || f.Labels[0] != "tested" {
		t.Errorf("finding %+v", f)
	}
}

func TestWithoutAWriterEveryClaimHasItsPlace(t *testing.T) {
	d := Plain(asked)
	if err := Check(d, asked); err != nil {
		t.Fatal(err)
	}
	r := new(research.Report)
	book.fill(r, d, asked)
	if len(r.Findings) != 2 || r.Summary != "Tea is old." || r.Sections[1].Title != "Tea" {
		t.Errorf("%d findings, %q, %+v", len(r.Findings), r.Summary, r.Sections)
	}
}

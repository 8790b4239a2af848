package tree

import (
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

const today = "2026-11-21"

func TestPagesOfTheLastTwelveMonthsComeFirstAndNoneIsLeftOut(t *testing.T) {
	var hits []research.HitFound
	for _, date := range []string{"2019", "", "2025-11-20", "2025", "2025-11", "2026-01-02"} {
		hits = append(hits, research.HitFound{Hit: port.Hit{URL: "https://x.example/" + date, Published: date}})
	}
	var got []string
	for i, h := range newerFirst(hits, today) {
		if h.Rank != i+1 {
			t.Errorf("rank %d at %d", h.Rank, i+1)
		}
		got = append(got, h.Hit.Published)
	}
	if want := ",2025,2025-11,2026-01-02,2019,2025-11-20"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", strings.Join(got, ","), want)
	}
}

// from returns a claim of a source of its own.
func from(site, published, quote string, grade research.SourceGrade, kind research.ClaimKind) *research.ClaimState {
	c := &research.ClaimState{ClaimFound: research.ClaimFound{Quote: quote, Sort: kind}}
	c.Source = &research.PageState{Read: &research.PageRead{FinalURL: "https://" + site + "/", Published: published, Grade: grade}}
	return c
}

func TestAFindingIsDatedByItsNewestSource(t *testing.T) {
	for dates, want := range map[string]string{
		"2019": "2019", "2024-11-20": "2024", "2024-10": "2024", "2024-11-21": "", "2024": "", "": "", "2019 2026": "", "2019 ": "2019",
	} {
		var claims []*research.ClaimState
		for d := range strings.SplitSeq(dates, " ") {
			claims = append(claims, from("a.example", d, "", research.Primary, ""))
		}
		if got := dated(claims, today); got != want {
			t.Errorf("sources of %q: %q, want %q", dates, got, want)
		}
	}
}

func TestQuestionsForTheScholarlyLiterature(t *testing.T) {
	for question, want := range map[string]bool{
		"Do clinical trials show that coffee raises blood pressure?": true,
		"What does the meta-analysis of GLP-1 studies say?":          true,
		"Which vaccine has the highest efficacy?":                    true,
		"Who makes the most bicycles?":                               false,
		"Which general leads the study group's paperwork?":           true,
		"Is generic software tested on trial-and-error?":             true,
		"How is a generator connected to the grid?":                  false,
	} {
		if got := academic(question); got != want {
			t.Errorf("%s: %v", question, got)
		}
	}
}

func TestWhichLearningsSayTheSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool // if the quotes differ
		copy bool // if they are the same
	}{
		{"Tea reached Europe in 1610.", "TEA reached Europe, in 1610", true, true},
		{"In 1610 tea reached Europe.", "Tea reached Europe in 1610.", true, true},
		{"Tea came to Europe in 1610.", "Tea reached Europe in 1610.", false, false},
		{"Tea first reached western Europe in 1610.", "Tea reached western Europe in 1610.", false, true},
		{"Tea reached Europe in 1610.", "Tea reached Europe in 1660.", false, false},
		{"Tea is healthy.", "Tea is not healthy.", false, false},
		{"Germany exports more than France.", "France exports more than Germany.", false, true}, // one quote says one of the two
		{"Iran sells Iraq.", "Iraq Iran sells.", false, true},
		{"Sales rose by 40% in 2024 at Apex.", "Sales rose by 4% in 2024 at Apex.", false, false},
		{"", "", false, false},
	} {
		a, b := &learning{said: text.StatementOf(c.a)}, &learning{said: text.StatementOf(c.b)}
		a.Quote, b.Quote = "the first quote", "the other quote"
		if got := says(a, b); got != c.same {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
		b.Quote = "First quote!"
		if got := says(a, b); got != c.copy {
			t.Errorf("%q, %q with the same quote: %v", c.a, c.b, got)
		}
	}
}

func TestHowSureAFindingIs(t *testing.T) {
	const estimate, opinion = research.EstimateClaim, research.OpinionClaim
	one := func(grade research.SourceGrade, kind research.ClaimKind, year string) []*research.ClaimState {
		return []*research.ClaimState{from("a.example", year, "one", grade, kind)}
	}
	two := func(grade research.SourceGrade, kind research.ClaimKind, year string) []*research.ClaimState {
		return append(one(grade, kind, year), from("b.example", year, "two", grade, kind))
	}
	copied := append(one(research.Primary, "", "2026"), from("b.example", "2026", "One!", research.Primary, ""))
	tr := &tree{run: &engine.Run{Info: info()}}
	for _, c := range []struct {
		name   string
		claims []*research.ClaimState
		want   research.Confidence
		labels string
	}{
		{"two secondary sources", two(research.Secondary, "", "2026"), research.High, ""},
		{"one primary source", one(research.Primary, "", "2026"), research.Medium, "unverified: one source"},
		{"one secondary source", one(research.Secondary, "", "2026"), research.Low, "unverified: one source"},
		{"two blogs", two(research.Blog, "", "2026"), research.Low, ""},
		{"two old sources", two(research.Primary, "", "2019"), research.Medium, "dated 2019"},
		{"two estimates", two(research.Secondary, estimate, ""), research.Medium, "estimate"},
		{"two opinions", two(research.Primary, opinion, ""), research.Low, "opinion"},
		{"an estimate and a fact", append(one(research.Primary, estimate, ""), from("b.example", "", "two", research.Blog, "")), research.High, ""},
		{"a copy of the same words", copied, research.Medium, "unverified: one source"},
	} {
		g := tr.grade(c.claims)
		if g.Confidence != c.want || strings.Join(g.Labels, ", ") != c.labels {
			t.Errorf("%s: %s %q (%s)", c.name, g.Confidence, g.Labels, g.Why)
		}
	}
}

func TestHowSureTheWholeReportIs(t *testing.T) {
	for words, want := range map[string]research.Confidence{
		"": research.Low, "high high low": research.High, "high high low gap": research.Medium, "high low": research.Medium,
		"low low high": research.Low, "low medium": research.Low, "medium medium low": research.Medium, "high": research.High,
	} {
		var findings []research.Finding
		gaps := 0
		for w := range strings.FieldsSeq(words) {
			if w == "gap" {
				gaps++
				continue
			}
			findings = append(findings, research.Finding{Confidence: research.Confidence(w)})
		}
		if got, why := overall(findings, gaps); got != want {
			t.Errorf("%q: %s, want %s (%s)", words, got, want, why)
		}
	}
}

func TestTheFateOfAClaim(t *testing.T) {
	for sources, want := range []string{"unverified not used", "unverified unverified: one source", "upheld 2 independent sources", "upheld 3 independent sources"} {
		if f := fate(7, sources); string(f.Outcome)+" "+f.Word != want {
			t.Errorf("%d sources: %+v", sources, f)
		}
	}
}

func TestThePagesThatMatterMostAreReadAgain(t *testing.T) {
	tr := &tree{g: &gather.Gatherer{}}
	for i, taken := range [][]research.Importance{
		{research.Supporting, research.Supporting}, {research.Central}, {}, {research.Central, research.Central}, {research.Central},
	} {
		p := &gather.Page{N: i + 1, Grade: research.Secondary}
		if i == 4 {
			p.Grade = research.Primary
		}
		tr.g.Pages = append(tr.g.Pages, p)
		for _, importance := range taken {
			tr.learned = append(tr.learned, &learning{Claim: gather.Claim{ClaimFound: research.ClaimFound{Importance: importance}, Page: p}})
		}
	}
	var got []int
	for _, p := range tr.important(5) {
		got = append(got, p.N)
	}
	if len(got) != 4 || got[0] != 4 || got[1] != 1 || got[2] != 5 || got[3] != 2 {
		t.Errorf("read again: %v", got)
	}
	if n := len(tr.important(3)); n != 3 {
		t.Errorf("%d pages", n)
	}
}

func TestPlannedQueriesAreNewAndInOneLine(t *testing.T) {
	got := tidy([]task.PlannedQuery{
		{Query: " tea\n trade ", Goal: "See https://x.example/ for\nmore."}, {Query: "Tea Trade"}, {Query: ""}, {Query: "COFFEE"}, {Query: "silk"},
	}, []string{"coffee"})
	if len(got) != 2 || got[0].Query != "tea trade" || got[0].Goal != "See for more." || got[1].Query != "silk" {
		t.Errorf("%+v", got)
	}
}

func TestADraftWithoutAFactHoldsTheClaimsByBranch(t *testing.T) {
	tea := &node{AnglePlanned: research.AnglePlanned{N: 1, Angle: research.Angle{Label: "Tea"}}}
	again := &node{AnglePlanned: research.AnglePlanned{N: 2, Parent: 1}, again: true}
	tea.root, again.root = tea, again
	page := &gather.Page{Hit: port.Hit{Title: "A book"}}
	first := &learning{Claim: gather.Claim{ClaimFound: research.ClaimFound{ID: 1, Text: "Tea is old."}, Page: page}, by: tea}
	second := &learning{Claim: gather.Claim{ClaimFound: research.ClaimFound{ID: 21, Text: "Tea is green."}, Page: page}, by: again}
	echo := &learning{Claim: gather.Claim{ClaimFound: research.ClaimFound{ID: 22}, Page: page}, by: again, same: first}
	tr := &tree{nodes: []*node{tea, again}, learned: []*learning{first, second, echo}}
	tr.tell()

	d := tr.edit(task.Draft{Sections: []task.DraftSection{{Part: "takeaways", Points: []research.DraftPoint{{Says: "Drink it.", Kind: research.AnalysisPoint}}}}}, false)
	if len(d.Sections) != 2 || d.Sections[0].Title != "Tea" || len(d.Sections[0].Points) != 2 || d.Sections[1].Part != "takeaways" || len(tr.notes) != 1 {
		t.Fatalf("%+v, notes %q", d.Sections, tr.notes)
	}
	if ids := d.Sections[0].Points[0].Claims; len(ids) != 2 || ids[0] != 1 || ids[1] != 22 {
		t.Errorf("the first fact rests on %v: the claim that says the same belongs to it", ids)
	}

	fact := research.DraftPoint{Says: "It is green.", Kind: research.FactPoint, Claims: []int{21}}
	d = tr.edit(task.Draft{Sections: []task.DraftSection{{Part: theme, Points: []research.DraftPoint{fact}}}}, false)
	if len(d.Sections) != 1 || len(d.Sections[0].Points[0].Claims) != 1 {
		t.Errorf("a draft with facts: %+v", d.Sections)
	}
}

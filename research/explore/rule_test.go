package explore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
)

// said returns a claim that a page of the given address and grade makes.
func said(id int, url string, grade research.SourceGrade) gather.Claim {
	return gather.Claim{
		ClaimFound: research.ClaimFound{ID: id, Text: fmt.Sprintf("Claim %d.", id)},
		Page:       &gather.Page{Page: port.Page{URL: url, FinalURL: url}, Grade: grade},
	}
}

func TestHowSureAFindingIs(t *testing.T) {
	a, b := "https://a.example/1", "https://b.example/1"
	for name, c := range map[string]struct {
		claims []gather.Claim
		want   research.Confidence
		word   string
	}{
		"several independent sources agree": {[]gather.Claim{said(1, a, research.Secondary), said(2, b, research.Blog)}, research.High, "2 independent sources"},
		"several, none of them reliable":    {[]gather.Claim{said(1, a, research.Forum), said(2, b, research.Blog)}, research.Medium, "2 independent sources"},
		"one reliable source":               {[]gather.Claim{said(1, a, research.Primary)}, research.Medium, "one reliable source"},
		"two pages of one site":             {[]gather.Claim{said(1, a, research.Primary), said(2, "https://a.example/2", research.Secondary)}, research.Medium, "one reliable source"},
		"one source of lesser kind":         {[]gather.Claim{said(1, a, research.Blog)}, research.Low, limited},
		"unreliable pages count for nothing": {
			[]gather.Claim{said(1, a, research.Primary), said(2, b, research.Unreliable)}, research.Medium, "one reliable source"},
		"unreliable pages alone":    {[]gather.Claim{said(1, a, research.Unreliable), said(2, b, research.Unreliable)}, research.Low, limited},
		"a source that contradicts": {[]gather.Claim{said(1, a, research.Primary), said(9, b, research.Primary)}, research.Low, limited},
	} {
		t.Run(name, func(t *testing.T) {
			e := &exploration{contested: map[int]string{9: "the year"}}
			if v := e.weigh(states(c.claims)); v.Confidence != c.want || v.Word != c.word || v.Why == "" {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestWhatMakesAConflict(t *testing.T) {
	e := &exploration{branches: []*branch{{claims: []gather.Claim{
		said(1, "https://a.example/", research.Primary), said(2, "https://b.example/", research.Blog), said(3, "https://c.example/", research.Unreliable),
	}}}}
	side := func(ids ...int) research.Side { return research.Side{Says: "s", Claims: ids} }
	e.conflict([]research.Dispute{
		{About: "one side is there", Sides: []research.Side{side(1), side(77)}},
		{About: "one side is unreliable", Sides: []research.Side{side(1), side(3)}},
		{About: "a claim on both sides", Sides: []research.Side{side(1), side(1)}},
		{About: "", Sides: []research.Side{side(1), side(2)}},
	})
	if len(e.disputes) > 0 || len(e.contested) > 0 {
		t.Fatalf("no conflict, but %+v", e.disputes)
	}
	e.conflict([]research.Dispute{{About: "the year", Sides: []research.Side{side(1), side(2)}}})
	e.conflict([]research.Dispute{{About: "the date", Why: "It is clearer now.", Sides: []research.Side{side(2), side(1, 3)}}})
	if len(e.disputes) != 1 || e.disputes[0].About != "the year" || e.disputes[0].Why == "" || e.contested[3] != "the year" {
		t.Errorf("one conflict, told twice: %+v", e.disputes)
	}
}

func TestWhereAChoiceLeads(t *testing.T) {
	e := func() *exploration {
		return &exploration{
			round: 1, depth: depths[0],
			open:  []research.Preview{{Label: "Timeline", Query: "t", Preview: "p"}, {Label: "Economics", Query: "e"}},
			dives: []research.Dive{{Question: "Why so old?", Query: "w"}, {Question: "Two?"}, {Question: "Three?"}, {Question: "Four?"}},
		}
	}
	long := strings.Repeat("é", 301)
	var many []string
	for i := range 9 {
		many = append(many, fmt.Sprintf("Own %d?", i))
	}
	for name, c := range map[string]struct {
		choice research.MapChoice
		want   []string
		how    string
		note   string
	}{
		"nothing is to continue": {research.MapChoice{Branches: []string{" ", ""}}, []string{"Why so old?", "Two?", "Three?"}, "continued", ""},
		"continue":               {research.MapChoice{Continue: true}, []string{"Why so old?", "Two?", "Three?"}, "continued", ""},
		"finalize":               {research.MapChoice{Finalize: true, Branches: []string{"Timeline"}}, nil, "", ""},
		"branches and dives":     {research.MapChoice{Branches: []string{"timeline ", "Why so old?", "Timeline"}}, []string{"Timeline", "Why so old?"}, "picked", ""},
		"a question":             {research.MapChoice{Question: " And\n now? "}, []string{"And now?"}, "asked", ""},
		"both":                   {research.MapChoice{Branches: []string{"Economics"}, Question: "And now?", Continue: true}, []string{"Economics", "And now?"}, "picked", ""},
		"not on the map":         {research.MapChoice{Branches: []string{"Nowhere"}}, []string{"Nowhere"}, "asked", ""},
		"a question too long":    {research.MapChoice{Question: long}, []string{long[:600]}, "asked", "more than 300 characters was cut"},
		"too many":               {research.MapChoice{Branches: many}, many[:8], "asked", "“Own 8?” was not explored then"},
	} {
		t.Run(name, func(t *testing.T) {
			e := e()
			ways, how := e.follow(c.choice)
			var got []string
			for _, w := range ways {
				got = append(got, w.Label)
			}
			if !slices.Equal(got, c.want) || how != c.how || !strings.Contains(strings.Join(e.notes, "\n"), c.note) || c.note == "" && len(e.notes) > 0 {
				t.Errorf("%q, %q, notes %q", got, how, e.notes)
			}
		})
	}
	bare := e()
	bare.dives = nil
	if ways, _ := bare.follow(research.MapChoice{Continue: true}); len(ways) != 2 || ways[0].Query != "t" || ways[0].Rationale != "p" {
		t.Errorf("without deep dives the way on is %+v", ways)
	}
}

func TestQueriesAreMadeOnce(t *testing.T) {
	in := &task.QueriesTask{Asked: []string{"old one"}, Min: 2, Max: 3}
	plan := func(texts ...string) (out []task.PlannedQuery) {
		for _, q := range texts {
			out = append(out, task.PlannedQuery{Query: q})
		}
		return out
	}
	for want, got := range map[string][]string{
		"a|b|c":   fill(plan("a", "A ", "b", "Old  one", "c", "d"), in, "own"),
		"a|own":   fill(plan("a", " ", "https://evil.example/x"), in, "own"),
		"old one": fill(nil, in, "old one"),
	} {
		if strings.Join(got, "|") != want {
			t.Errorf("want %s, got %q", want, got)
		}
	}
}

func TestASectionIsAsSureAsMostOfItsFindings(t *testing.T) {
	for want, sure := range map[string][]research.Confidence{
		"high 2 of its 3 findings are":   {research.High, research.Low, research.High},
		"low 1 of its 2 findings is":     {research.High, research.Low},
		"medium 1 of its 2 findings is":  {research.Medium, research.High},
		"low it holds no finding":        nil,
		"medium 2 of its 2 findings are": {research.Medium, research.Medium},
	} {
		r, s := new(research.Report), research.Section{Points: []research.Point{{Text: "An analysis."}}}
		for i, c := range sure {
			r.Findings = append(r.Findings, research.Finding{Confidence: c})
			s.Points = append(s.Points, research.Point{Finding: i + 1})
		}
		c, why := typical(r, s)
		if got := fmt.Sprintf("%s %s", c, why); got != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

func TestWhichPartsAReportHas(t *testing.T) {
	keys := func(label, query, claim string) (out string) {
		e := &exploration{branches: []*branch{{AnglePlanned: research.AnglePlanned{Angle: research.Angle{Label: label, Query: query}}}}}
		for _, p := range e.parts([]task.Material{{Claim: claim}}) {
			out += p.Key + " "
		}
		return out
	}
	for want, got := range map[string]string{
		"theme ":                  keys("Fundamentals", "how it works", "It works."),
		"theme timeline ":         keys("Fundamentals", "how it works", "It was made in 1979."),
		"theme players ":          keys("Key players", "firms", "A firm."),
		"theme timeline players ": keys("Geschichte", "history of the companies", "Es war einmal."),
	} {
		if got != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

func TestABranchReadsWhatNobodyElseReads(t *testing.T) {
	page := func(n int, used bool) *gather.Page {
		return &gather.Page{N: n, Hit: port.Hit{URL: fmt.Sprintf("https://a.example/%d", n)}, Used: used}
	}
	learned, lost, blocked, siblings := page(1, true), page(2, false), page(3, false), page(4, false)
	lost.Text, lost.Why = "It could be read, but the call failed.", gather.ErrPage
	blocked.Why = gather.ErrPage
	e := &exploration{round: 2, g: &gather.Gatherer{Pages: []*gather.Page{learned, lost, blocked, siblings}}}
	e.branches = []*branch{{AnglePlanned: research.AnglePlanned{Round: 2}, pages: []*gather.Page{siblings}}}
	var hits []research.HitFound
	for n := range 6 {
		hits = append(hits, research.HitFound{Hit: port.Hit{URL: fmt.Sprintf("https://a.example/%d", n)}})
	}
	if n := e.fresh(hits); n != 3 { // 0, 5, and the page that a branch lost
		t.Errorf("%d pages are free", n)
	}
	if e.free(learned) || e.free(siblings) || !e.free(lost) || readable(blocked) || !readable(lost) {
		t.Error("a page that was learned from or is about to be is not free; one that is blocked is not readable")
	}
}

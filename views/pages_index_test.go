package views

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/research"
	grading "assay/research/confidence"
)

func TestAllOfTheIndexIsInItsAddress(t *testing.T) {
	q := IndexQuery{Text: "two years & more", Method: "verify", Confidence: "high", Status: "partial", Topic: "tea", After: "2026-01-01", Before: "2026-02-01", Sort: "newest", Page: 2}
	u, err := url.Parse(q.At(3))
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"q": {q.Text}, "method": {"verify"}, "confidence": {"high"}, "status": {"partial"}, "topic": {"tea"},
		"after": {"2026-01-01"}, "before": {"2026-02-01"}, "sort": {"newest"}, "page": {"3"},
	}
	if got := u.Query(); u.Path != "/reports" || got.Encode() != want.Encode() {
		t.Errorf("the address is %s", u)
	}
	if got := (IndexQuery{Page: 1}).path(); got != "/reports" {
		t.Errorf("the whole list is at %s", got)
	}
	// The form sends every field that the address has, but the page.
	root := drawn(t, Index(IndexPage{Query: q, Page: 2, Pages: 3}))
	form := elements(root, func(n *html.Node) bool { return attr(n, "role") == "search" })[0]
	for name := range want {
		if n := len(elements(form, func(n *html.Node) bool { return attr(n, "name") == name })); n != 1 && name != "page" {
			t.Errorf("%d fields are called %s", n, name)
		}
	}
}

func TestAFilterCanBeTakenOut(t *testing.T) {
	q := IndexQuery{Text: "tea", Confidence: "high", Sort: "newest", Page: 4}
	var paths []string
	for _, l := range q.narrowed() {
		paths = append(paths, l.Path)
	}
	if want := []string{"/reports?confidence=high&sort=newest", "/reports?q=tea&sort=newest"}; !slices.Equal(paths, want) {
		t.Errorf("the filters lead to %q", paths)
	}
	for _, f := range q.fields() {
		q = q.without(f.Name)
	}
	if q != (IndexQuery{}) {
		t.Errorf("without everything there is %v", q)
	}
}

func TestLeavesOfTheIndex(t *testing.T) {
	for _, c := range []struct {
		page, pages int
		want        []int
	}{
		{1, 1, []int{1}},
		{1, 3, []int{1, 2, 3}},
		{5, 9, []int{1, 0, 4, 5, 6, 0, 9}},
		{9, 9, []int{1, 0, 8, 9}},
		{2, 500, []int{1, 2, 3, 0, 500}},
	} {
		if got := (IndexPage{Page: c.page, Pages: c.pages}).leaves(); !slices.Equal(got, c.want) {
			t.Errorf("page %d of %d: %v", c.page, c.pages, got)
		}
	}
}

func TestRunsAtWorkAreOnTopAndStay(t *testing.T) {
	p := indexPage("x")
	items := classed(drawn(t, Index(p)), "items")[0]
	first := all(items, "li")[0]
	if attr(first, "class") != "running" || len(all(first, "form")) != 0 {
		t.Error("the first is no run at work, or can be deleted")
	}
	if n := len(all(items, "form")); n != len(p.Cards) {
		t.Errorf("%d of %d reports can be deleted", n, len(p.Cards))
	}
	p.Page = 2
	if n := len(classed(drawn(t, Index(p)), "running")); n != 0 {
		t.Errorf("%d runs at work on the second page", n)
	}
}

func TestNothingFoundSaysWhatToDo(t *testing.T) {
	root := drawn(t, Index(IndexPage{Page: 1, Pages: 1, Query: IndexQuery{Text: "two yeers"}, Suggest: "two"}))
	var links []string
	for _, a := range all(classed(root, "state")[0], "a") {
		links = append(links, attr(a, "href"))
	}
	if want := []string{"/reports?q=two", "/reports", "/?q=two+yeers"}; !slices.Equal(links, want) {
		t.Errorf("the links are %q", links)
	}
}

func TestWhatWasDeletedCanBeRestored(t *testing.T) {
	c := cardOf("x", research.Done)
	root := drawn(t, Index(IndexPage{Page: 1, Pages: 1, Deleted: &c}))
	forms := elements(root, func(n *html.Node) bool { return attr(n, "action") == "/r/"+runID+"/restore" })
	if len(forms) != 1 || attr(forms[0], "method") != "post" {
		t.Error("there is no way back")
	}
}

func TestDurationsAreForPeople(t *testing.T) {
	for seconds, want := range map[float64]string{0: "", 0.3: "", 9.6: "10 s", 59.4: "59 s", 90: "2 min", 3570: "60 min", 3600: "1 h", 3920: "1 h 5 min"} {
		if got := took(seconds); got != want {
			t.Errorf("%v s is %q, want %q", seconds, got, want)
		}
	}
}

// What the method page says becomes of a panel's votes is what the rule says.
func TestTheMethodPageIsTrue(t *testing.T) {
	for _, o := range outcomes {
		if got := tallyOf(panelOf(o.Votes)).Outcome(); got != o.Outcome {
			t.Errorf("the votes %v make a claim %s, not %s", o.Votes, got, o.Outcome)
		}
	}
}

// The words for the confidence rule hold at its edges.
func TestTheConfidenceRuleIsTrue(t *testing.T) {
	up, down, but, none := research.UpheldVote, research.RefutedVote, research.QualifiedVote, research.Abstained
	for _, c := range []struct {
		grade   research.SourceGrade
		votes   []research.Verdict
		another string // page that a confirming voter named; one with a query was not read
		want    research.Confidence
	}{
		{research.Primary, []research.Verdict{up, up, up}, "", research.High},
		{research.Secondary, []research.Verdict{up, up, up}, "https://b.example/", research.High},
		{research.Secondary, []research.Verdict{up, up, up}, "https://b.example/?unread", research.Medium},
		{research.Secondary, []research.Verdict{up, up, up}, "", research.Medium},
		{research.Secondary, []research.Verdict{up, up, up}, "https://www.a.example/2", research.Medium},
		{research.Primary, []research.Verdict{up, but, up}, "", research.Medium},
		{research.Primary, []research.Verdict{up, none, up}, "", research.Medium},
		{research.Primary, []research.Verdict{up, up}, "", research.Medium}, // the third was spared
		{research.Primary, []research.Verdict{up, up, down}, "https://b.example/", research.Medium},
		{research.Primary, []research.Verdict{up, up, down}, "", research.Low},
		{research.Blog, []research.Verdict{up, up, up}, "https://b.example/", research.Low},
		{research.Forum, []research.Verdict{up, up, up}, "", research.Low},
	} {
		claim := &research.ClaimState{Source: &research.PageState{Read: &research.PageRead{FinalURL: "https://a.example/1", Grade: c.grade}}}
		for i, v := range c.votes {
			cast := research.VoteCast{Voter: i + 1, Verdict: v}
			if c.another != "" && v == up {
				cast.Source = &research.Witness{ID: "E1", URL: c.another, Read: !strings.HasSuffix(c.another, "?unread")}
			}
			claim.Votes = append(claim.Votes, cast)
		}
		if got, why := grading.Of([]*research.ClaimState{claim}); got != c.want {
			t.Errorf("%s, %v, %q: %s (%s), want %s", c.grade, c.votes, c.another, got, why, c.want)
		}
	}
}

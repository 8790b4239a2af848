package views

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/research"
)

func TestEveryReportWithoutVotersIsAWholePage(t *testing.T) {
	for name, tl := range toldRuns(t) {
		inspect(t, name, drawn(t, Run(tl.at(0))))
		for _, p := range claimPagesOf(tl.state, "x") {
			inspect(t, name+" claim", drawn(t, ClaimDoc(p)))
		}
	}
}

// claimPagesOf are the pages of all claims of a run; every text of others is s.
func claimPagesOf(state *research.State, s string) []ClaimPage {
	var pages []ClaimPage
	for i, c := range state.Claims {
		p := ClaimPage{Frame: Frame{Title: s}, State: state, Claim: c, Before: s, Quote: s, After: s, Confidence: research.Low, Why: s}
		if i%2 == 1 {
			p.Verified = &RunCard{ID: runID, Question: s, Method: "verify", Status: research.Done, Upheld: 1}
		}
		pages = append(pages, p)
	}
	return pages
}

func TestNoReportWithoutVotersSpeaksOfThem(t *testing.T) {
	for name, tl := range toldRuns(t) {
		p := tl.at(0)
		p.Related = nil
		shown := strings.ToLower(words(byID(t, drawn(t, RunRegion(p)), "run")))
		for _, format := range []string{"md", "csv"} {
			shown += strings.ToLower(string(export(t, tl.state, format)))
		}
		var text strings.Builder
		if err := Text(&text, ReportOf(tl.state), 80, false); err != nil {
			t.Fatal(err)
		}
		shown += strings.ToLower(text.String())
		for _, word := range []string{"skeptic", "vote", "refuted"} {
			if strings.Contains(shown, word) {
				t.Errorf("%s speaks of %q", name, word)
			}
		}
	}
}

func TestSectionsStandInOrderWithTheirPoints(t *testing.T) {
	root := drawn(t, Run(branched(t).at(0)))
	var got []string
	for n := 1; n <= 4; n++ {
		section := byID(t, root, sectionID(n)).Parent
		line := words(byID(t, root, sectionID(n)))
		for d := range section.ChildNodes() {
			class := ""
			if d.Type == html.ElementNode {
				class = attr(d, "class")
			}
			switch {
			case strings.HasPrefix(class, "finding"):
				line += " f" + strings.TrimPrefix(attr(d, "id"), "f")
			case class == "analysis":
				line += " analysis"
			case class == "note":
				line += " " + attr(all(d, "a")[0], "href")
			}
		}
		got = append(got, line)
	}
	want := []string{"What trials measured f1", "Limits f2 #f1", "Contrarian views & uncertainties f3 analysis", "Key takeaways analysis"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAFindingOfASectionHasItsMarksAtHand(t *testing.T) {
	root := drawn(t, Run(teamed(t).at(0)))
	f := byID(t, root, "f1")
	var cites []string
	for _, c := range classed(f, "cite") {
		cites = append(cites, attr(c, "href"))
	}
	if want := []string{"#s1", "#s2"}; !slices.Equal(cites, want) {
		t.Errorf("it cites %v", cites)
	}
	if got := words(classed(f, "badges")[0]); got != "High confidenceHighly likely (80–92%)3 independent sources" {
		t.Errorf("its marks are %q", got)
	}
	if got := len(all(classed(f, "prose")[0], "p")); got != 2 {
		t.Errorf("it has %d paragraphs", got)
	}
	if got := len(classed(byID(t, root, "more1"), "quote")); got != 2 {
		t.Errorf("%d passages", got)
	}
	if len(classed(f, "pips")) != 0 || len(elements(f, func(n *html.Node) bool { return strings.HasPrefix(attr(n, "id"), "obj") })) != 0 {
		t.Error("it has votes or an objection that nobody raised")
	}
}

func TestBothSidesOfADisputeAreCited(t *testing.T) {
	root := drawn(t, Run(entries(t).at(0)))
	sides := all(classed(byID(t, root, "disputes").Parent, "sides")[0], "li")
	if len(sides) != 2 {
		t.Fatalf("%d sides", len(sides))
	}
	var cites [][]string
	for _, side := range sides {
		var of []string
		for _, c := range classed(side, "cite") {
			of = append(of, words(c))
		}
		cites = append(cites, of)
	}
	if !slices.Equal(cites[0], []string{"1"}) || !slices.Equal(cites[1], []string{"2", "3"}) {
		t.Errorf("they cite %v", cites)
	}
	if src := ReportOf(entries(t).state).Sources[2]; src.Used != Cited {
		t.Errorf("a source of a side is %s", src.Used)
	}
}

func TestWhatWasTurnedDownIsListedWithTheReasons(t *testing.T) {
	r := ReportOf(entries(t).state)
	var got []string
	for _, p := range r.Proposals {
		got = append(got, p.Words())
	}
	want := []string{"finding 1", "finding 2", "dropped", "merged into finding 2", "not reported: no reviewer could be heard"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	section := byID(t, drawn(t, Run(entries(t).at(0))), "proposals").Parent
	first := all(classed(section, "alone")[0], "li")
	if len(first) != 2 || !strings.Contains(words(first[0]), "Reviewer 1: UNSUPPORTED. E17 is one owner's report.") {
		t.Errorf("listed: %q", words(section))
	}
}

func TestTheTreeIsDrawnAsItGrew(t *testing.T) {
	root := drawn(t, Run(branched(t).at(0)))
	depth := func(id string) (n int) {
		for d := byID(t, root, id).Parent; attr(d, "class") != "map"; d = d.Parent {
			if d.Data == "ul" {
				n++
			}
		}
		return n
	}
	for id, want := range map[string]int{"node1": 1, "node3": 2, "node5": 3, "node4": 2, "node6": 1} {
		if got := depth(id); got != want {
			t.Errorf("%s is at level %d", id, got)
		}
	}
	if got := words(byID(t, root, "node5")); !strings.Contains(got, "Nothing was learnt. Insufficient data") {
		t.Errorf("a node that failed says %q", got)
	}
}

func TestALineWithAParentThatIsNotThereIsARoot(t *testing.T) {
	r := &Report{Lines: []*Line{{N: 1, Parent: 2}, {N: 2, Parent: 2}, {N: 3, Parent: 1}, {N: 4, Parent: -1}}}
	var n int
	var walk func([]branching)
	walk = func(nodes []branching) {
		for _, b := range nodes {
			n++
			walk(b.Below)
		}
	}
	walk(r.grown())
	if n != 4 || len(r.grown()) != 3 {
		t.Errorf("%d nodes, %d roots", n, len(r.grown()))
	}
}

func TestATriageTableHasTheVerdicts(t *testing.T) {
	table := all(drawn(t, Run(teamed(t).at(0))), "table")[0]
	rows := all(all(table, "tbody")[0], "tr")
	if len(rows) != 2 || len(all(rows[1], "td")) != 4 {
		t.Fatalf("%d rows", len(rows))
	}
	if got := words(all(rows[1], "td")[3]); got != "Verification: SUPPORTED WITH NUANCE Researcher A. Only in the coldest hours." {
		t.Errorf("verification: %q", got)
	}
}

func TestTheMapLeadsToWhatWasNotExplored(t *testing.T) {
	root := drawn(t, Run(mapped(t).at(0)))
	section := byID(t, root, "h-map").Parent
	if got := len(all(classed(section, "explored")[0], "li")); got != 2 {
		t.Errorf("%d branches explored", got)
	}
	if got := attr(byID(t, root, "go-dive1"), "href"); got != "/?from=r1&q=How+does+defrosting+change+the+bill%3F" {
		t.Errorf("the deep dive leads to %s", got)
	}
	if links := elements(section, func(n *html.Node) bool { return attr(n, "href") == "/r/r1/map.json" }); len(links) != 1 {
		t.Error("the map as JSON is not linked to")
	}
	start := all(byID(t, root, "premises").Parent, "a")[0]
	if attr(start, "href") != "/r/r0/c/4" {
		t.Errorf("a premise leads to %s", attr(start, "href"))
	}
}

func TestTheContentsFollowTheSections(t *testing.T) {
	for name, tl := range toldRuns(t) {
		p := tl.at(0)
		root := drawn(t, Run(p))
		var order []string
		ids := make(map[string]bool)
		for _, c := range p.contents() {
			ids[c.ID] = true
		}
		for _, n := range elements(root, func(n *html.Node) bool { return n.Data == "h2" && ids[attr(n, "id")] }) {
			order = append(order, attr(n, "id"))
		}
		var want []string
		for _, c := range p.contents() {
			want = append(want, c.ID)
		}
		if !slices.Equal(order, want) {
			t.Errorf("%s: the page has\n%v, its contents\n%v", name, order, want)
		}
	}
}

func TestAReportTakesAMinuteAtLeast(t *testing.T) {
	for words, want := range map[int]int{0: 1, 10: 1, 370: 1, 380: 2, 1000: 4} {
		r := &research.Report{Summary: strings.Repeat("word ", words/2), Findings: []research.Finding{{Evidence: strings.Repeat("word ", words-words/2)}}}
		if got := readingMinutes(r); got != want {
			t.Errorf("%d words: %d min", words, got)
		}
	}
	if got := readingMinutes(nil); got != 0 {
		t.Errorf("no report: %d min", got)
	}
	if got := wordsIn("热泵 in 2026, it's on."); got != 6 {
		t.Errorf("%d words", got)
	}
}

func TestAClaimWithoutVotesCanBePutBeforeVoters(t *testing.T) {
	tl := entries(t)
	form := func(p ClaimPage) []*html.Node {
		return elements(drawn(t, ClaimDoc(p)), func(n *html.Node) bool { return n.Data == "form" && strings.HasSuffix(attr(n, "action"), "/verify") })
	}
	p := ClaimPage{State: tl.state, Claim: tl.state.Claims[0]}
	if got := form(p); len(got) != 1 || attr(got[0], "action") != "/r/r1/c/2/verify" || attr(got[0], "method") != "post" {
		t.Errorf("%d forms", len(got))
	}
	p.Verified = &RunCard{ID: runID, Method: "verify", Status: research.Done, Refuted: 1}
	if got := words(byID(t, drawn(t, ClaimDoc(p)), "trial").Parent); len(form(p)) != 0 || !strings.HasSuffix(got, "it was refuted.") {
		t.Errorf("a claim that was tried says %q", got)
	}
	running := warm(t, "ledger")
	running.evidence()
	if len(form(ClaimPage{State: running.state, Claim: running.state.Claims[0]})) != 0 {
		t.Error("a claim of a run at work can be put before voters")
	}
	voted := wall(t).state
	for _, c := range voted.Claims {
		if len(c.Votes) > 0 && len(form(ClaimPage{State: voted, Claim: c})) != 0 {
			t.Errorf("claim %d, which has votes, can be put before voters", c.ID)
		}
	}
}

func TestAClaimSaysWhatRestsOnItAndWhatWasSaidOfIt(t *testing.T) {
	s := teamed(t).state
	root := drawn(t, ClaimDoc(ClaimPage{State: s, Claim: s.Claims[3]}))
	if got := words(classed(root, "verdict")[0]); got != "LOW: a single source" {
		t.Errorf("verdict: %q", got)
	}
	if got := words(byID(t, root, "rests").Parent); !strings.Contains(got, "Finding 2: Most models need a back-up below −25 °C.") {
		t.Errorf("rests on it: %q", got)
	}
	check := words(byID(t, root, "checks").Parent)
	if !strings.Contains(check, "SUPPORTED WITH NUANCEResearcher A") || !strings.Contains(check, "For itBack-up heaters ran") {
		t.Errorf("checks: %q", check)
	}
	s = entries(t).state
	root = drawn(t, ClaimDoc(ClaimPage{State: s, Claim: s.Claims[3]}))
	if got := len(all(byID(t, root, "proposals").Parent, "li")); got != 2 {
		t.Errorf("%d proposals cite it", got)
	}
}

func TestARunOfOneClaimLeadsBackToIt(t *testing.T) {
	tl := wall(t)
	tl.state.Options.From, tl.state.Options.Claim = "r0", 12
	link := elements(drawn(t, Run(tl.at(0))), func(n *html.Node) bool { return attr(n, "href") == "/r/r0/c/12" })
	if len(link) != 1 {
		t.Errorf("%d links", len(link))
	}
}

func TestASourceHasALineOfItsMostImportantClaim(t *testing.T) {
	r := ReportOf(entries(t).state)
	if got := r.Sources[0].Line; got != "In 43 homes the pumps held 21 °C down to −23 °C." {
		t.Errorf("source 1: %q", got)
	}
	if got := words(classed(byID(t, drawn(t, Run(entries(t).at(0))), "s1"), "l")[0]); got != r.Sources[0].Line {
		t.Errorf("its row says %q", got)
	}
	if got := classed(drawn(t, Run(wall(t).at(0))), "l"); len(got) != 0 {
		t.Error("rows of claims that went before voters have lines")
	}
}

func TestAMapHasNoNullLists(t *testing.T) {
	raw, err := json.Marshal(WholeMap(&research.MapDrawn{Explored: []research.Branch{{}}, KeyFindings: []research.DraftPoint{{}}, History: []research.MapRound{{}}}))
	if err != nil || bytes.Contains(raw, []byte("null")) {
		t.Errorf("%s, %v", raw, err)
	}
	if WholeMap(nil) != nil {
		t.Error("no map became one")
	}
}

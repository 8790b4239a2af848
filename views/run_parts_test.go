package views

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"assay/research"
)

func TestClaimsKeepTheirPlacesOnTheBoard(t *testing.T) {
	tl := newTeller(t, "Why?")
	tl.page(1, "https://a.example/", "A", research.Primary, "")
	order := func() (ids []string) {
		for _, c := range classed(drawn(t, Run(tl.at(0))), "claim") {
			ids = append(ids, attr(c, "id"))
		}
		return ids
	}
	for id, i := range []research.Importance{research.Tangential, research.Central, research.Supporting, research.Central} {
		tl.note(research.ClaimFound{ID: id + 1, Page: 1, Text: "So.", Importance: i})
	}
	want := []string{"c2", "c4", "c3", "c1"}
	if got := order(); !slices.Equal(got, want) {
		t.Errorf("before the votes: %v", got)
	}
	tl.note(research.ClaimJudged{Claim: 4, Outcome: research.Refuted}, research.ClaimJudged{Claim: 1, Outcome: research.Upheld})
	if got := order(); !slices.Equal(got, want) {
		t.Errorf("after the votes: %v", got)
	}
}

func TestPipsShowTheVotes(t *testing.T) {
	root := drawn(t, Run(midway(t, "x").at(0)))
	for id, want := range map[string]struct{ pips, tally string }{
		"c1": {"up qu re", "Upheld 2–1, with a caveat"},
		"c2": {"re re ab", "Refuted 0–2, 1 abstained"},
		"c3": {"think wait wait", "Judging"},
		"c5": {"up ab ab", "Undecided 1–0, 2 abstained"},
		"c6": {"wait wait wait", "Waiting"},
	} {
		row := byID(t, root, id)
		var pips []string
		for _, p := range all(classed(row, "pips")[0], "svg") {
			pips = append(pips, strings.TrimPrefix(attr(p, "class"), "pip "))
		}
		if got := strings.Join(pips, " "); got != want.pips {
			t.Errorf("%s: pips are %q", id, got)
		}
		if got := words(classed(row, "tally")[0]); got != want.tally {
			t.Errorf("%s: tally is %q", id, got)
		}
	}
	if got := attr(classed(byID(t, root, "c2"), "pips")[0], "aria-label"); got != "Votes: refuted, refuted, abstained" {
		t.Errorf("read out: %q", got)
	}
	if got := attr(classed(root, "bar")[0], "aria-label"); got != "1 upheld, 1 refuted, 1 being judged, 1 undecided, 1 waiting" {
		t.Errorf("the bar: %q", got)
	}
	if got := classed(drawn(t, Run(over(t, research.Cancelled, "").at(0))), "think"); len(got) != 0 {
		t.Error("a run that is over is still judging")
	}
}

func TestTheRailShowsWhereTheRunIs(t *testing.T) {
	var got []string
	for _, li := range all(classed(drawn(t, Run(midway(t, "x").at(0))), "rail")[0], "li") {
		got = append(got, strings.Join([]string{attr(li, "class"), attr(li, "aria-current"), words(li)}, "|"))
	}
	want := []string{"done||Scope 2 angles", "done||Search 5 results", "done||Read 1 of 4 pages", "|step|Verify 3 of 5 claims", "todo||Write next"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestTilesSayWhatBecameOfAPage(t *testing.T) {
	s := midway(t, "x").state
	var got []string
	for _, tile := range tilesOf(s, s.Angles[0]) {
		got = append(got, tile.Class+" "+tile.Word)
	}
	if want := []string{"a primary", "x blocked: x", "now being read", "q queued"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := tilesOf(s, s.Angles[1]); len(got) != 0 {
		t.Errorf("a dropped hit has a tile: %v", got)
	}
}

func TestCallsAreListedTheLatestFirst(t *testing.T) {
	s := midway(t, "tea").state
	var got []string
	for _, d := range doings(s) {
		got = append(got, join(" ", d.Who, d.Did, d.On, d.Failed))
	}
	want := []string{"Searched for “tea?” tea", "Skeptic 2 is trying to refute a claim", "Searching for “ctea”", "Reading tea", "Searched for “tea query”", "Planner planned the research"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if d, more, ok := now(s); !ok || d.Who != "Skeptic 2" || more != 2 {
		t.Errorf("now: %+v and %d more", d, more)
	}
}

func TestACitationLeadsToItsSourceAndItsCard(t *testing.T) {
	root := drawn(t, Run(wall(t).at(0)))
	found := classed(byID(t, root, "f1"), "cite")
	if len(found) != 1 || attr(found[0], "href") != "#s1" || attr(found[0], "data-cite") != "1" {
		t.Fatalf("finding 1 has %d citations", len(found))
	}
	if byID(t, root, "s1").Data != "tr" || attr(byID(t, root, "card1"), "popover") != "" || !has(byID(t, root, "card1"), "popover") {
		t.Error("source 1 has no row and card")
	}
}

func TestOnlyPagesOfTheWebAreLinkedTo(t *testing.T) {
	tl := newTeller(t, "Why?")
	tl.page(1, "https://wall.org/length", "Length", research.Primary, "")
	tl.page(2, "library://manuals/log.html", "Log", research.Primary, "")
	tl.page(3, "https://sample.example/wall", "Sample", research.Primary, "")
	for id := 1; id <= 3; id++ {
		tl.claim(id, id, "So.", "it is so", upheld("Yes."), upheld("Yes."), upheld("Yes."))
	}
	tl.ended(research.Done, "", &research.Report{Findings: []research.Finding{{Claim: "A.", Claims: []int{1}}, {Claim: "B.", Claims: []int{2}}, {Claim: "C.", Claims: []int{3}}}})
	root := drawn(t, Run(tl.at(0)))
	links := func(n *html.Node) (out []string) {
		for _, a := range all(n, "a") {
			if !has(a, "data-cite") {
				out = append(out, attr(a, "href"))
			}
		}
		return out
	}
	for id, want := range map[string][]string{
		"f1": {"https://wall.org/length#:~:text=a%20total%20length", "/r/r1/s/1#q1"}, "f2": {"/r/r1/s/2#q2"}, "f3": {"/r/r1/s/3#q3"},
	} {
		if got := links(classed(byID(t, root, id), "quote")[0]); !slices.Equal(got, want) {
			t.Errorf("the quote of %s links to %v", id, got)
		}
	}
	for raw, want := range map[string]string{"https://a.org/x#y": "https://a.org/x#y:~:text=b", "javascript:alert(1)": "", "library://a/b": "", "https://a.org/": "https://a.org/#:~:text=b", "https://a.EXAMPLE/": ""} {
		if got := passage(raw, ":~:text=b"); got != want {
			t.Errorf("passage of %s: %s", raw, got)
		}
	}
}

func TestAnOpenQuestionIsTheNextQuestion(t *testing.T) {
	root := drawn(t, Run(wall(t).at(0)))
	u, err := url.Parse(attr(byID(t, root, "ask1"), "href"))
	if err != nil || u.Path != "/" || u.Query().Get("q") != "Could it be seen with a lens?" || u.Query().Get("from") != "r1" {
		t.Errorf("it leads to %v, %v", u, err)
	}
}

func TestAPlanIsAFormThatNeedsNoScript(t *testing.T) {
	root := drawn(t, Run(stages(t)["planned"]))
	form := byID(t, root, "keep0")
	for form.Data != "form" {
		form = form.Parent
	}
	if attr(form, "method") != "post" || attr(form, "action") != "/r/r1/choose" {
		t.Errorf("it goes to %s", attr(form, "action"))
	}
	sent := url.Values{}
	for _, in := range all(form, "input") {
		sent.Add(attr(in, "name"), attr(in, "value"))
	}
	want := url.Values{"offer": {"plan"}, "label": {"a", "b"}, "query": {"qa", "qb"}, "rationale": {"r", ""}, "keep": {"0", "1"}, "new_label": {""}, "new_query": {""}}
	if sent.Encode() != want.Encode() {
		t.Errorf("it sends %v", sent)
	}
	if got := words(classed(form, "go")[0]); got != "Start, usually 2–4 min" {
		t.Errorf("its button says %q", got)
	}
}

func TestASnapshotHasEveryCharacterInOrder(t *testing.T) {
	p := snapshotOf(t, "x")
	p.Parts = []SnapshotPart{{Text: "One.\n\nTwo "}, {Text: "three\n\nfour", Claim: 2}, {Text: ", five\nsix. "}, {Text: "seven", Claim: 2}, {Text: "\n\n\n\nEight"}}
	root := byID(t, drawn(t, Snapshot(p)), "snapshot")
	var got []string
	for _, para := range all(classed(root, "snap")[0], "p") {
		var b strings.Builder
		for d := range para.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data)
			}
		}
		got = append(got, b.String())
	}
	if want := []string{"One.", "Two three", "four, five\nsix. seven", "Eight"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	marks := all(root, "mark")
	if len(marks) != 3 || attr(marks[0], "id") != "q2" || attr(marks[0], "class") != "against" || has(marks[1], "id") {
		t.Errorf("%d marks, the first with id %q and class %q", len(marks), attr(marks[0], "id"), attr(marks[0], "class"))
	}
}

func TestOnlyALanguageTagIsALanguage(t *testing.T) {
	for lang, want := range map[string]bool{"en": true, "zh-Hant-TW": true, "": false, `en" x`: false, "en_US": false, strings.Repeat("a", 36): false} {
		if got := langAttr(lang) != nil; got != want {
			t.Errorf("%q: %v", lang, got)
		}
	}
}

func TestNoExpressionIsMadeOfAStrangeID(t *testing.T) {
	for _, id := range []string{"", "a'b", "A", "a/b", "é"} {
		if watching(id) != "" || posting(id, "stop") != "" {
			t.Errorf("%q is in an expression", id)
		}
	}
	if got := watching("abc234"); !expressions.MatchString(got) {
		t.Errorf("got %s", got)
	}
}

func TestDurationsInWords(t *testing.T) {
	for d, want := range map[time.Duration][3]string{
		-time.Second:                 {"0:00", "0 s ago", "10 s"},
		65 * time.Second:             {"1:05", "1 min ago", "2 min"},
		3*time.Hour + 61*time.Second: {"3:01:01", "3 h ago", "182 min"},
	} {
		if got := [3]string{clock(d), agoWords(d), roughly(max(d, 0))}; got != want {
			t.Errorf("%v: %q", d, got)
		}
	}
}

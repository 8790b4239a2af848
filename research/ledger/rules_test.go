package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

func TestBadOptionsAreRefusedBeforeARunStarts(t *testing.T) {
	set := func(name, value string) research.Options {
		return research.Options{Params: map[string]string{name: value}}
	}
	for _, bad := range []research.Options{
		set("researchers", "7"), set("researchers", "0"), set("researchers", "two"), set("rounds", "0"), set("rounds", "5"),
		set("output", "poem"), set("speed", "3"), {Depth: "deep"},
	} {
		if err := Method.Check(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	for _, good := range []research.Options{
		{}, {Depth: "standard"}, {Depth: "exhaustive"}, set("researchers", "1"), set("researchers", "6"), set("rounds", "1"),
		set("rounds", "4"), set("output", "report"), set("output", "brief"),
	} {
		if err := Method.Check(good); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
}

func TestDepthSetsWhatIsNotSet(t *testing.T) {
	for _, c := range []struct {
		options research.Options
		want    settings
		most    int
	}{
		{research.Options{}, settings{"standard", 3, 2, false}, 3},
		{research.Options{Depth: "exhaustive"}, settings{"exhaustive", 5, 3, false}, 5},
		{research.Options{Params: map[string]string{"researchers": "1", "rounds": "4", "output": "brief"}}, settings{"standard", 1, 4, true}, 2},
		{research.Options{Depth: "exhaustive", Params: map[string]string{"researchers": "6"}}, settings{"exhaustive", 6, 3, false}, 6},
	} {
		if got := settingsOf(c.options); got != c.want || got.most() != c.most {
			t.Errorf("%+v: %+v with %d subtopics, want %+v with %d", c.options, got, got.most(), c.want, c.most)
		}
	}
}

func TestStaleYearsAreNotSearchedFor(t *testing.T) {
	for _, c := range []struct{ query, want, stale string }{
		{"best heat pumps 2024", "best heat pumps", "2024"},
		{"heat pumps (2019–2021) prices 2026", "heat pumps prices 2026", "2019 2021"},
		{"heat pumps 2023", "heat pumps 2023", ""}, // the question names it
		{"Versailles 1919 treaty, 1789", "Versailles 1919 treaty, 1789", ""},
		{"ISO 9001 RFC 2616 in 2027", "ISO 9001 RFC 2616 in 2027", ""},
		{"2025", "", "2025"},
		{"COVID-2020s model X2023", "COVID-2020s model X2023", ""},
	} {
		got, stale := unstale(c.query, "Which heat pumps sold in 2023 are still made?", "2026-11-21")
		if got != c.want || strings.Join(stale, " ") != c.stale {
			t.Errorf("%q becomes %q without %q", c.query, got, stale)
		}
	}
}

// piece returns a piece of evidence from a page of its own.
func piece(id int, grade research.SourceGrade, says string) gather.Claim {
	p := &gather.Page{N: id, Grade: grade, Page: port.Page{FinalURL: fmt.Sprintf("https://s%d.example/", id), Title: fmt.Sprintf("Source %d", id), Text: says}, Simhash: text.Simhash(says)}
	return gather.Claim{ClaimFound: research.ClaimFound{ID: id, Page: id, Text: says}, Page: p}
}

// made returns a proposal that a reviewer found supported.
func made(text string, evidence ...gather.Claim) *proposal {
	p := &proposal{evidence: evidence, reviewers: []string{"reviewer 1"}, confidence: research.Medium}
	p.review = ruling{string(task.Supported), "It says so.", research.Medium}
	p.Text, p.Stake, p.Claims = text, research.Ordinary, numbers(evidence)
	return p
}

func TestFindingsThatSayTheSameAreTold(t *testing.T) {
	a, b := piece(1, research.Primary, "one"), piece(2, research.Primary, "two")
	for _, c := range []struct {
		x, y *proposal
		want bool
	}{
		{made("Tea is older than coffee.", a), made("The tea is older than coffee", b), true},
		{made("Tea is older than coffee.", a), made("Coffee is older than tea.", a), false},
		{made("Tea was in use in 141 BC.", a), made("Tea was in use in 241 BC.", a), false},
		{made("Tea reached Japan with monks in the ninth century.", a), made("Tea reached Japan in the ninth century.", a), true},
		{made("Tea reached Japan with monks in the ninth century.", a), made("Tea reached Japan in the ninth century.", b), false},
		{made("Drug A helped children in the long trial.", a), made("Drug B helped children in the long trial.", a), false},
	} {
		if alike(c.x, c.y) != c.want || alike(c.y, c.x) != c.want {
			t.Errorf("%q and %q: want %v", c.x.Text, c.y.Text, c.want)
		}
	}
}

func TestOnlySupportedFindingsAreMerged(t *testing.T) {
	weak, strong := piece(1, research.Blog, "one"), piece(2, research.Primary, "two")
	for _, verdict := range []task.ReviewVerdict{task.Supported, task.Overstated, task.Unsupported, task.Contradicted, ""} {
		first, second := made("Tea is old.", weak), made("Tea is old", strong)
		second.review.verdict, second.confidence, second.Stake = string(verdict), research.High, research.Critical
		second.reviewers = []string{"reviewer 2"}
		(&ledger{proposals: []*proposal{first, second}}).merge()
		merged := verdict == task.Supported
		if (second.into == first) != merged {
			t.Errorf("with a finding that is %q: merged is %v", verdict, !merged)
		}
		if merged && (!slices.Equal(numbers(first.evidence), []int{2, 1}) || first.confidence != research.High || first.Stake != research.Critical ||
			!strings.HasPrefix(first.why(), "reviewer 1 and reviewer 2: SUPPORTED, best source primary, 2 independent sources")) {
			t.Errorf("merged: %v, %s, %s, %s", numbers(first.evidence), first.confidence, first.Stake, first.why())
		}
	}
}

func TestConfidenceIsTheCriticsWhereItRanAndTheReviewersElse(t *testing.T) {
	for _, c := range []struct {
		verdict  task.ReviewVerdict
		reviewer research.Confidence
		critic   task.CriticVerdict
		rules    research.Confidence
		want     research.Confidence
	}{
		{task.Supported, research.High, "", "", research.High},
		{task.Overstated, research.High, "", "", research.Medium},
		{task.Overstated, research.Medium, "", "", research.Low},
		{task.Overstated, research.Low, "", "", research.Low},
		{task.Supported, research.Low, task.Survives, research.High, research.High},
		{task.Supported, research.High, task.Survives, research.Low, research.Low},
		{task.Overstated, research.High, task.Survives, research.High, research.Medium},
		{task.Supported, research.High, task.Downgrade, research.High, research.Medium},
		{task.Supported, research.High, task.Downgrade, research.Low, research.Low},
		{task.Overstated, research.High, task.Downgrade, research.High, research.Low},
	} {
		p := made("Tea is old.", piece(1, research.Primary, "one"))
		p.review.verdict, p.confidence = string(c.verdict), c.reviewer
		if c.verdict == task.Overstated {
			p.confidence = lower(c.reviewer)
		}
		p.challenge = ruling{string(c.critic), "", c.rules}
		if p.confidence = p.after(p.challenge); p.sure() != c.want {
			t.Errorf("%+v: %s", c, p.sure())
		}
	}
	p := made("Tea is old.", piece(1, research.Unreliable, "one"))
	if p.confidence = research.High; p.sure() != research.Low {
		t.Errorf("on an unreliable source alone a finding is %s", p.sure())
	}
}

func TestVerdictsDropFindings(t *testing.T) {
	for _, c := range []struct {
		review task.ReviewVerdict
		critic task.CriticVerdict
		want   string
	}{
		{task.Supported, "", ""}, {task.Overstated, "", ""}, {task.Supported, task.Survives, ""}, {task.Overstated, task.Downgrade, ""},
		{task.Unsupported, "", fateUnsupported}, {task.Contradicted, "", fateContradicted}, {task.Supported, task.Reject, fateRejected},
		{"", "", fateUnreviewed},
	} {
		p := made("Tea is old.")
		p.review.verdict, p.challenge.verdict = string(c.review), string(c.critic)
		if got := p.fate(); got != c.want || p.stands() != (c.want == "") {
			t.Errorf("%q and %q: %q", c.review, c.critic, got)
		}
	}
}

func TestTheCriticHearsOnlyWhatMuchHangsOn(t *testing.T) {
	for stake, want := range map[research.Stake]bool{research.Ordinary: false, research.Critical: true, research.Surprising: true} {
		p := made("Tea is old.")
		if p.Stake = stake; p.weighty() != want {
			t.Errorf("%s: %v", stake, !want)
		}
	}
	p := made("Tea is old.")
	if p.Disputed = true; !p.weighty() {
		t.Error("a finding that sources disagree on is not challenged")
	}
}

func TestWhatAnAnswerLeavesOutIsAskedForOnce(t *testing.T) {
	var ps []*proposal
	for n := range 4 {
		p := made("Tea is old.")
		p.N = n + 1
		ps = append(ps, p)
	}
	tooLong := &port.Failure{Class: port.TooLong, Reason: "too long"}
	var asked []string
	ask := func(most int, left int) asking { // knows at most so many findings at once, and leaves one out at first
		asked = nil
		return func(_ context.Context, ps []*proposal, whole bool) (map[int]ruling, error) {
			var ns []string
			heard := make(map[int]ruling)
			for _, p := range ps {
				ns = append(ns, fmt.Sprint(p.N))
				if p.N != left || whole && left != 4 {
					heard[p.N] = ruling{verdict: "SUPPORTED"}
				}
			}
			asked = append(asked, strings.Join(ns, ""))
			if len(ps) > most {
				return nil, tooLong
			}
			if whole && len(heard) < len(ps) {
				return nil, errors.New("left out")
			}
			return heard, nil
		}
	}
	for _, c := range []struct {
		most, left int
		heard      int
		asked      string
		fails      bool
	}{
		{4, 0, 4, "1234", false},
		{4, 2, 4, "1234 2", false},
		{4, 4, 3, "1234 4", true},
		{2, 0, 4, "1234 12 34", false},
		{0, 0, 0, "1234 12 1 2 34 3 4", true},
	} {
		heard, err := hear(t.Context(), ps, ask(c.most, c.left))
		if len(heard) != c.heard || strings.Join(asked, " ") != c.asked || (err != nil) != c.fails {
			t.Errorf("%+v: heard %v, asked %q, %v", c, heard, asked, err)
		}
	}
}

func TestAnswersNameTheFindingsTheyWereGiven(t *testing.T) {
	ps := []*proposal{made("One."), made("Two.")}
	ps[0].N, ps[1].N = 3, 5
	for _, c := range []struct {
		named []int
		whole bool
		want  string
	}{
		{[]int{5, 3}, true, ""}, {[]int{3}, false, ""}, {nil, false, ""},
		{[]int{3}, true, "no entry: #5"}, {[]int{3, 3}, false, "more than one entry"}, {[]int{3, 4}, false, "no finding #4"},
	} {
		err := entries(c.named, ps, c.whole)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.named, err)
		}
	}
}

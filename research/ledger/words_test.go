package ledger

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/gather"
	"assay/research/task"
)

func TestNumbersOfEvidenceMeanNothingToAReader(t *testing.T) {
	evidence := []gather.Claim{piece(1, research.Primary, "one"), piece(12, research.Primary, "two")}
	for in, want := range map[string]string{
		"Tea is old [E1].":                         "Tea is old.",
		"Tea is old (E1, E12; #3) and green.":      "Tea is old and green.",
		"Tea is old [1, 12].":                      "Tea is old.",
		"E12 says that tea is old.":                "“Source 12” says that tea is old.",
		"As #1 says, tea is old.":                  "As “Source 1” says, tea is old.",
		"E10 fuel is sold in 2012 (95 octane).":    "E10 fuel is sold in 2012 (95 octane).",
		"Tea is old, see https://evil.example/x":   "Tea is old, see",
		"Tea\nis  old":                             "Tea is old",
		"It rose from 4 [percent] to 5 (in 2010).": "It rose from 4 [percent] to 5 (in 2010).",
	} {
		if got := plain(in, evidence); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestTheWritersFiguresAreThoseItWasShown(t *testing.T) {
	const shown = "In 2016 1,200 plants were found, 4.5 % of them tea, in the fifteenth layer."
	for prose, bad := range map[string]string{
		"In 2016 they found 1200 plants, 4,5 % of them tea.": "",
		"Three findings, 2 sources and the 15th layer.":      "",
		"In 2017 plants were found.":                         "2017",
		"They found 13 plants.":                              "13",
		"It is the 32nd layer.":                              "32",
		"They weighed 500g.":                                 "500",
		"They found 1 200 plants, in 2016 5 of them old.":    "",
		"Of 1 300 plants 0.5 % were old.":                    "1 300",
		"It was 1.2 % of 3 200 plants.":                      "1.2",
		"They were 97 % tea.":                                "97",
	} {
		err := invented(prose, shown)
		if (err == nil) != (bad == "") || err != nil && !strings.Contains(err.Error(), "figure "+bad+" ") {
			t.Errorf("%q: %v", prose, err)
		}
	}
}

func TestADisputeHasTwoSidesWithEvidence(t *testing.T) {
	evidence := []gather.Claim{piece(1, research.Blog, "one"), piece(2, research.Primary, "two"), piece(3, research.Forum, "three")}
	got := disputesAmong([]research.Dispute{
		{About: "the age (E1).", Why: "Dates differ", Sides: []research.Side{{Says: "Old", Claims: []int{1, 2, 2}}, {Says: "Young", Claims: []int{2, 3, 99}}, {Says: "", Claims: []int{3}}}},
		{About: "one side", Sides: []research.Side{{Says: "Old", Claims: []int{1}}, {Says: "Young", Claims: []int{99}}}},
		{About: "the same claim", Sides: []research.Side{{Says: "Old", Claims: []int{1}}, {Says: "Young", Claims: []int{1}}}},
		{About: "", Sides: []research.Side{{Says: "Old", Claims: []int{1}}, {Says: "Young", Claims: []int{3}}}},
	}, evidence)
	if len(got) != 1 || got[0].About != "the age" || len(got[0].Sides) != 2 ||
		!slices.Equal(got[0].Sides[0].Claims, []int{2, 1}) || !slices.Equal(got[0].Sides[1].Claims, []int{3}) {
		t.Errorf("%+v", got)
	}
	p := made("Old.", evidence[0])
	if against := p.against(got); !slices.Equal(against, []int{3}) {
		t.Errorf("against the finding speak %v", against)
	}
}

func TestTheStrongestSourceIsCitedFirstAndCopiesAreNot(t *testing.T) {
	const text = "The register of the city lists 438 bridges, of which 72 are private and lead to single houses."
	copied, first, other := piece(1, research.Blog, text), piece(2, research.Primary, text), piece(3, research.Secondary, "Venice has 417 bridges.")
	more := first
	more.ID = 4
	s := &subtopic{evidence: []gather.Claim{copied, other, first, more}}
	p := s.proposal(task.Synthesized{Claim: "There are 438 bridges.", Evidence: []int{1, 3, 2, 4, 2}, Confidence: 7})
	if !slices.Equal(p.Claims, []int{2, 4, 3}) || p.Confidence != 1 {
		t.Errorf("it cites %v with confidence %v", p.Claims, p.Confidence)
	}
}

func TestAWorkerSeesTheMostImportantEvidence(t *testing.T) {
	page := &gather.Page{N: 1, Grade: research.Primary}
	s := &subtopic{pages: []*gather.Page{page}}
	var taken []gather.Claim
	for id := range 70 {
		c := gather.Claim{ClaimFound: research.ClaimFound{ID: id + 1, Importance: research.Tangential}, Page: page}
		if id >= 60 {
			c.Importance = research.Central
		}
		taken = append(taken, c)
	}
	s.weigh(map[*gather.Page][]gather.Claim{page: taken})
	if shown := s.shown(); len(shown) != maxEvidence || shown[0].ID != 61 || shown[10].ID != 1 {
		t.Errorf("it sees %d, from %d", len(shown), shown[0].ID)
	}
}

func TestEvidenceIsNeededUntilGapsAndConflictsAreGone(t *testing.T) {
	for _, c := range []struct {
		a    *research.Assessment
		want bool
	}{
		{nil, true},
		{&research.Assessment{Coverage: research.Covered}, false},
		{&research.Assessment{Coverage: research.PartlyCovered}, true},
		{&research.Assessment{Coverage: research.Covered, Open: []string{"when"}}, true},
		{&research.Assessment{Coverage: research.Covered, Conflicts: []research.Dispute{{About: "when"}}}, true},
	} {
		if s := (&subtopic{assessed: c.a}); s.needs() != c.want {
			t.Errorf("%+v: %v", c.a, !c.want)
		}
	}
}

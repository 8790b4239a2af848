package simulator

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var angles = regexp.MustCompile(`\bangles`)

func TestNumbersOfThingsAreRead(t *testing.T) {
	for prompt, want := range map[string]count{
		"Give 4 to 6 angles; five is typical.":                            {4, 6, 5},
		"Write in 2 to 3 sentences.\nGive exactly 8 distinct angles.":     {8, 8, 0},
		"Split it into 3–5 angles.":                                       {3, 5, 0},
		"Name up to 4 angles.":                                            {0, 4, 0},
		"Give at least 2 angles.":                                         {2, 0, 0},
		"Give 7 angles.":                                                  {7, 7, 0},
		"1. Angles are lines.\nThe 5 angles before are done.":             {},
		"Today is 2026-11-21.\nQuestion: are 3 to 5 angles enough?":       {},
		"Think.\nQuestion: why?\nGive 3 to 5 angles.":                     {},
		"=====BEGIN page 1\nGive 9 angles.\n=====END page 1\nTake 2 eggs": {},
	} {
		if got := countIn(prompt, angles); got != want {
			t.Errorf("%q: %v, want %v", prompt, got, want)
		}
	}
}

func TestCountsKeepWithinBounds(t *testing.T) {
	for _, c := range []struct {
		count        count
		n, otherwise int
		want         int
	}{
		{count{}, 0, 5, 5}, {count{}, 8, 5, 8}, {count{3, 6, 4}, 0, 5, 4}, {count{3, 6, 4}, 5, 1, 5},
		{count{3, 6, 0}, 9, 5, 6}, {count{3, 6, 0}, 1, 5, 3}, {count{2, 0, 0}, 0, 1, 2},
	} {
		if got := c.count.of(c.n, c.otherwise); got != c.want {
			t.Errorf("%v of %d or %d: %d, want %d", c.count, c.n, c.otherwise, got, c.want)
		}
	}
}

func TestRoundsAreRead(t *testing.T) {
	for prompt, want := range map[string][2]int{
		"Round 2 of 3 has ended.": {2, 3}, "This is round 4 of up to 5.": {4, 5}, "Round 1.": {1, 0},
		"Question: who won round 2?": {}, "=====BEGIN a 1\nround 3\n=====END a 1": {},
	} {
		if round, of := roundOf(prompt); [2]int{round, of} != want {
			t.Errorf("%q: round %d of %d, want %v", prompt, round, of, want)
		}
	}
}

const reviewPrompt = `Question: How long is the wall?
#1 decision-critical
=====BEGIN claim aa
The wall is long.
=====END claim aa
#12 [E12] The survey
=====BEGIN claim bb
The wall has 21,196 km.
It has.
=====END claim bb
#1 [E1] Another page
=====BEGIN claim cc
#7 The wall is old.
=====END claim cc
#3 Evidence from a fourth page
#2 It is high.
#2 It is high, again.
`

func TestFindingsAreToldFromEvidence(t *testing.T) {
	if got, want := findingsOf(reviewPrompt), []numbered{{1, "The wall is long."}, {2, "It is high."}}; !slices.Equal(got, want) {
		t.Errorf("findings %v, want %v", got, want)
	}
	if got := claimsOf(reviewPrompt)[1]; got != (numbered{12, "The wall has 21,196 km."}) {
		t.Errorf("evidence %v", got)
	}
}

func TestSourcesHoldTheirOwnPassages(t *testing.T) {
	prompt := `Question: why?
[1] A source
=====BEGIN source a1
[3] A title with a number, and with many more words than it needs.
=====END source a1
=====BEGIN passage b1
The first source says so in no more than ten words.
[2] This line is the first source's own, whatever it looks like.
=====END passage b1
=====BEGIN passage b2
It goes on to say so in a second passage.
=====END passage b2
[2] Another
=====BEGIN passage b3
The second source says the very same thing once more.
=====END passage b3
`
	sources := sourcesOf(prompt)
	if len(sources) != 2 || len(sources[0].quotes()) != 3 || len(sources[1].quotes()) != 1 {
		t.Fatalf("sources %+v", sources)
	}
	for _, q := range quotesInTurn(random(0, ""), sources, 3) {
		if !strings.Contains(sources[q.n-1].text, q.text) {
			t.Errorf("source %d does not say %q", q.n, q.text)
		}
	}
}

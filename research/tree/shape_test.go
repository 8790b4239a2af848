package tree

import (
	"fmt"
	"strings"
	"testing"

	"assay/research"
)

func TestABranchHasHalfTheSearchesOfTheLevelAboveRoundedUp(t *testing.T) {
	for s, want := range map[shape]string{
		{3, 1}: "1", {4, 2}: "1 2", {4, 3}: "1 2 1", {5, 3}: "1 3 2", {8, 4}: "1 4 2 1", {10, 5}: "1 5 3 2 1", {3, 5}: "1 2 1 1 1",
	} {
		var got []string
		for level := 1; level <= s.depth; level++ {
			got = append(got, fmt.Sprint(s.perBranch(level)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %v, want %s", s, got, want)
		}
	}
}

func TestAllSearchesAreAsManyAsTheTableSays(t *testing.T) {
	for s, want := range map[shape]int{{3, 1}: 3, {4, 2}: 12, {4, 3}: 16, {5, 3}: 30, {8, 4}: 64} {
		if got := s.searches(); got != want {
			t.Errorf("%v has %d searches, want %d", s, got, want)
		}
	}
}

func TestPresetsAndParameters(t *testing.T) {
	for want, o := range map[shape]research.Options{
		{4, 2}:  {},
		{3, 1}:  {Depth: "quick"},
		{5, 3}:  {Depth: "deep"},
		{8, 4}:  {Depth: "exhaustive"},
		{4, 3}:  {Params: map[string]string{"depth": "3"}},
		{10, 1}: {Depth: "quick", Params: map[string]string{"breadth": "10"}},
	} {
		if err := Method.Check(o); err != nil {
			t.Error(err)
		}
		if got := shapeOf(o); got != want {
			t.Errorf("%+v: %v, want %v", o, got, want)
		}
	}
	for name, value := range map[string]string{"breadth": "2", "depth": "6"} {
		if err := Method.Check(research.Options{Params: map[string]string{name: value}}); err == nil {
			t.Errorf("%s %s is allowed", name, value)
		}
	}
}

func TestADepthSaysWhatItBuys(t *testing.T) {
	var got []string
	for _, d := range Method.Depths {
		got = append(got, d.Name+": "+d.Buys)
	}
	want := []string{
		"standard: 4 sub-questions, 2 levels: 12 searches and one for opposing views, 3 to 5 minutes, for most research",
		"quick: 3 sub-questions, 1 level: 3 searches and one for opposing views, about 1 minute, for simple factual questions",
		"deep: 5 sub-questions, 3 levels: 30 searches and one for opposing views, 8 to 15 minutes, for a comprehensive analysis",
		"exhaustive: 8 sub-questions, 4 levels: 64 searches and one for opposing views, 20 to 30 minutes, for due diligence",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

package views

import (
	"slices"
	"strings"
	"testing"
)

func TestASubtopicShowsItsCoverageAndItsEvidence(t *testing.T) {
	root := drawn(t, Run(gathering(t).at(0)))
	for id, want := range map[string]string{"a1": "Covered", "a2": "Partly covered", "a3": "Not assessed yet"} {
		if got := words(classed(byID(t, root, id), "cover")[0]); got != want {
			t.Errorf("%s is %q", id, got)
		}
	}
	panel := byID(t, root, "a2")
	var rounds []string
	for _, li := range all(classed(panel, "rounds")[0], "b") {
		rounds = append(rounds, words(li))
	}
	if want := []string{"Round 1: open.", "Round 2: partly covered."}; !slices.Equal(rounds, want) {
		t.Errorf("rounds are %q", rounds)
	}
	entry := byID(t, panel, "c12")
	if got := words(classed(entry, "ref")[0]); got != "E12" {
		t.Errorf("the entry is called %q", got)
	}
	if q := words(all(entry, "q")[0]); q != "most models on the market need a back-up below −25 °C" {
		t.Errorf("its quote is %q", q)
	}
	if rest := byID(t, root, "a1-more"); len(classed(rest, "entry")) != 4 || len(classed(byID(t, root, "a1"), "entry")) != 8 {
		t.Error("the entries beyond the first four are not folded away")
	}
}

func TestAProposedFindingShowsWhatIsSaidOfIt(t *testing.T) {
	root := drawn(t, Run(challenging(t).at(0)))
	for id, want := range map[string][3]string{
		"p1": {"up up", "SUPPORTED, SURVIVES", "Reviewer: SUPPORTED, critic: SURVIVES"},
		"p2": {"qu", "OVERSTATED", "Reviewer: OVERSTATED"},
		"p3": {"re", "UNSUPPORTED", "Reviewer: UNSUPPORTED"},
		"p4": {"ab", "not heard", "Reviewer: not heard"},
		"p5": {"wait", "Not reviewed", "Reviewer: waiting"},
	} {
		row := byID(t, root, id)
		var pips []string
		for _, p := range all(classed(row, "pips")[0], "svg") {
			pips = append(pips, strings.TrimPrefix(attr(p, "class"), "pip "))
		}
		got := [3]string{strings.Join(pips, " "), words(classed(row, "tally")[0]), attr(classed(row, "pips")[0], "aria-label")}
		if got != want {
			t.Errorf("%s: %q", id, got)
		}
	}
	if cites := classed(classed(byID(t, root, "p3"), "why")[0], "ref"); len(cites) != 1 || attr(cites[0], "href") != "/r/r1/c/17" {
		t.Errorf("a finding cites %d claims that there are", len(cites))
	}
	if got := attr(classed(root, "bar")[0], "aria-label"); got != "1 supported, 1 downgraded, 1 dropped, 1 not heard, 2 waiting" {
		t.Errorf("the bar: %q", got)
	}
}

func TestATreeIsDrawnAsOne(t *testing.T) {
	root := drawn(t, Run(growing(t).at(0)))
	if got := byID(t, root, "a4").Parent.Parent; attr(got, "id") != "a1" {
		t.Errorf("a search of level 2 stands under %q", attr(got, "id"))
	}
	for id, want := range map[string]string{"a1": "done", "a3": "failed", "a4": "now", "a5": "done", "a6": "now", "a7": "now"} {
		if got := classed(byID(t, root, id), "step")[0]; !strings.Contains(attr(got, "class"), want) {
			t.Errorf("%s is %q", id, attr(got, "class"))
		}
	}
	if got := words(classed(byID(t, root, "a1"), "st")[0]); got != "2 pages · 2 learnings · 2 follow-ups" {
		t.Errorf("a node says %q", got)
	}
	var counts []string
	for _, li := range all(classed(root, "levels")[0], "li") {
		counts = append(counts, words(li))
	}
	if want := []string{"Level 1 3 of 3", "Level 2 1 of 3"}; !slices.Equal(counts, want) {
		t.Errorf("levels: %q", counts)
	}
}

func TestALineThatNamesNoLineBeforeItIsOfTheFirstLevel(t *testing.T) {
	tl := atWork(t, "tree", "Why?")
	tl.line(1, 1, 2, "a", "a", "")
	tl.line(2, 1, 1, "b", "b", "")
	tl.line(3, 1, 3, "c", "c", "")
	tl.line(4, 1_000_000_000, -4, "d", "d", "")
	if top := nodesOf(tl.state); len(top) != 3 || len(top[0].Below) != 1 {
		t.Errorf("%d nodes on the first level", len(top))
	}
	if levels := levelsOf(tl.state); len(levels) != maxLevels {
		t.Errorf("%d levels", len(levels))
	}
}

func TestAResearcherHasTheTasksOfEveryRound(t *testing.T) {
	root := drawn(t, Run(teaming(t).at(0)))
	var got []string
	for _, card := range all(classed(root, "team")[0], "li") {
		if strings.HasPrefix(attr(card, "id"), "researcher") {
			tasks := []string{words(all(card, "h3")[0])}
			for _, task := range all(classed(card, "tasks")[0], "li") {
				if strings.HasPrefix(attr(task, "id"), "a") {
					tasks = append(tasks, words(classed(task, "hint")[0]))
				}
			}
			got = append(got, strings.Join(tasks, ", "))
		}
	}
	want := []string{"Researcher A, Round 1, Round 2 · verification", "Researcher B, Round 1", "Researcher C, Round 1, Round 2 · gap-fill"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestATriageSaysHowStatementsAreBacked(t *testing.T) {
	root := drawn(t, Run(teaming(t).at(0)))
	var got []string
	for _, li := range all(classed(root, "triage")[0], "li") {
		got = append(got, words(classed(li, "grades")[0]))
	}
	if want := []string{"HIGH 3 sources", "LOW 1 source", "LOW 1 source"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	check := words(classed(root, "check1")[0])
	if check != "Researcher A checked it: SUPPORTED WITH NUANCE. The gazette names fewer hours. Only in the coldest hours. For it: Claim 7 Against it: Claim 3" {
		t.Errorf("the check reads %q", check)
	}
	tl := teaming(t)
	for phase, want := range map[string]string{"round 2": "The team goes on.", "write": "The team stops here."} {
		tl.state.Phase = phase
		if got := onward(tl.state, tl.state.Triages[0]); got != want {
			t.Errorf("in %s: %q", phase, got)
		}
	}
}

func TestBranchesBeingExploredAreOnTheMap(t *testing.T) {
	root := byID(t, drawn(t, Run(exploring(t).at(0))), "map")
	for id, want := range map[string]string{"a1": "done", "a3": "failed", "a4": "now", "a5": "now"} {
		if got := classed(byID(t, root, id), "step")[0]; !strings.Contains(attr(got, "class"), want) {
			t.Errorf("%s is %q", id, attr(got, "class"))
		}
	}
	if got := words(all(byID(t, root, "l1"), "summary")[0]); got != "2 findings from 3 sources" {
		t.Errorf("a branch brought %q", got)
	}
	var left []string
	for _, b := range all(classed(root, "picks")[0], "b") {
		left = append(left, words(b))
	}
	if !slices.Equal(left, []string{"Timeline", "Controversies"}) {
		t.Errorf("still available is %q", left)
	}
	if n := len(all(root, "input")); n != 0 {
		t.Errorf("there are %d fields while there is nothing to choose", n)
	}
}

package views

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
)

func TestEveryRunAtWorkIsAWholePage(t *testing.T) {
	for name, tl := range workings(t) {
		inspect(t, name, drawn(t, Run(tl.at(0))))
	}
}

func TestHostileTextOnPagesOfRunsAtWorkStaysText(t *testing.T) {
	for _, s := range hostile {
		for name, p := range workingPages(t, s) {
			inspect(t, name+" of "+s, drawn(t, Run(p)))
		}
	}
}

func TestCollectedHostileTextOnPagesOfRunsAtWorkStaysText(t *testing.T) {
	for i, s := range corpus(t) {
		if i%40 == 0 { // eight pages each
			for name, p := range workingPages(t, s) {
				inspect(t, name+" of "+s, drawn(t, Run(p)))
			}
		}
	}
}

func TestOnlyRunsWithVotersSpeakOfThem(t *testing.T) {
	for name, tl := range workings(t) {
		page := strings.ToLower(words(drawn(t, RunRegion(tl.at(0)))))
		for _, word := range []string{"skeptic", "refuted", "vote", "upheld"} {
			if strings.Contains(page, word) {
				t.Errorf("%s says %q", name, word)
			}
		}
	}
}

// onRail returns the phases on the rail of a run, with their counts.
func onRail(t *testing.T, tl *teller) (out []string) {
	for _, li := range all(classed(drawn(t, Run(tl.at(0))), "rail")[0], "li") {
		out = append(out, join("|", attr(li, "class"), attr(li, "aria-current"), words(li)))
	}
	return out
}

func TestTheRailHasThePhasesOfTheMethod(t *testing.T) {
	for name, want := range map[string][]string{
		"reviewing":   {"done|Decompose 3 subtopics", "done|Retrieve 12 entries", "done|Synthesize 6 findings", "step|Review 4 of 6 findings", "todo|Challenge next", "todo|Write"},
		"challenging": {"done|Decompose 3 subtopics", "done|Retrieve 12 entries", "done|Synthesize 6 findings", "done|Review 4 of 6 findings", "step|Challenge 1 challenged", "todo|Write next"},
		"growing":     {"done|Plan 3 sub-questions", "step|Branch 4 of 6 searches done", "todo|Deep read next", "todo|Write"},
		"teaming":     {"done|Classify", "done|Plan 3 tasks", "done|Round 1 3 of 3 tasks", "step|Round 2 0 of 2 tasks", "todo|Round 3 next", "todo|Write"},
		"exploring":   {"done|Existing", "done|Scan 3 of 3 branches", "step|Explore 0 of 2 branches", "todo|Write next"},
	} {
		if got := onRail(t, workings(t)[name]); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, want)
		}
	}
}

func TestRoundsThatWereNeverEnteredLeaveTheRail(t *testing.T) {
	tl := teaming(t)
	tl.enter("write")
	want := []string{"done|Classify", "done|Plan 3 tasks", "done|Round 1 3 of 3 tasks", "done|Round 2 0 of 2 tasks", "step|Write"}
	if got := onRail(t, tl); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestTheTypeOfAQuestionIsShownWithThePlanNotBefore(t *testing.T) {
	tl := atWork(t, "team", cold)
	tl.note(research.QuestionClassified{Classification: research.Classification{Type: research.ContestedQuestion}, Scope: "broad", Researchers: 3, Rounds: 3})
	if strings.Contains(words(drawn(t, RunRegion(tl.at(0)))), "ontested") {
		t.Error("the type is shown before the plan")
	}
	tl.line(1, 1, 0, "Trials", "trials", "")
	if got := kindWords(tl.state); got != "Contested question · broad scope · 3 researchers · up to 3 rounds" {
		t.Errorf("with the plan it says %q", got)
	}
}

func TestARunSaysWhatItStartsFrom(t *testing.T) {
	at := byID(t, drawn(t, Run(exploring(t).at(0))), "starts-from")
	if got := words(all(at, "summary")[0]); got != "Starts from 1 finding of 1 earlier report" {
		t.Errorf("it says %q", got)
	}
	if a := all(at, "a")[0]; attr(a, "href") != "/r/r0/c/4" || !strings.Contains(words(at), "as of 2025-11-02") {
		t.Errorf("it links to %q", attr(a, "href"))
	}
}

func TestRolesOfAllMethodsAreNoQueries(t *testing.T) {
	tl := atWork(t, "team", "Why?")
	for label, want := range map[string]string{
		"researcher A": "Researcher A is at work on a task", "reviewer 2": "Reviewer 2 is holding findings against their evidence",
		"lead": "Lead is taking stock", "oracle": "Oracle is at work", "tea and biscuits": "Searching for “tea and biscuits”",
	} {
		tl.begin(label)
		if d, _, _ := now(tl.state); join(" ", d.Who, d.Did, d.On) != want {
			t.Errorf("%s: %+v", label, d)
		}
	}
}

func TestAPageOfSeveralLinesIsOnePage(t *testing.T) {
	tl := atWork(t, "tree", "Why?")
	tl.line(1, 1, 0, "a", "a", "")
	tl.line(2, 1, 0, "b", "b", "")
	tl.hits(1, "https://a.example/x")
	tl.hits(2, "https://a.example/x", "https://a.example/y")
	if got := progressOf(tl.state).Chosen; got != 2 {
		t.Errorf("%d pages are to be read", got)
	}
}

func TestProgressIsAnnouncedInFifths(t *testing.T) {
	tl := atWork(t, "tree", "Why?")
	tl.enter("branch")
	said := make(map[string]bool)
	for n := 1; n <= 20; n++ {
		tl.line(n, 1, 0, "a", "a", "")
	}
	for n := 1; n <= 20; n++ {
		tl.note(research.AngleStudied{Angle: n})
		said[announcement(tl.at(0))] = true
	}
	if len(said) != 6 || !said["Branch: at least 20 of 20 searches done."] || !said["Branch has begun."] {
		t.Errorf("20 searches are announced as %v", said)
	}
}

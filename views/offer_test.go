package views

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/research"
)

// choiceOf returns what pressing the button with the words would send of the
// form that answers an offer, with the boxes ticked whose ids are named.
func choiceOf(t *testing.T, root *html.Node, button string, ticked ...string) url.Values {
	t.Helper()
	v := url.Values{}
	forms := elements(root, func(n *html.Node) bool { return n.Data == "form" && attr(n, "action") == "/r/r1/choose" })
	if len(forms) != 1 || attr(forms[0], "method") != "post" {
		t.Fatalf("%d forms answer the offer", len(forms))
	}
	for _, in := range all(forms[0], "input") {
		if attr(in, "type") != "checkbox" || slices.Contains(ticked, attr(in, "id")) {
			v.Add(attr(in, "name"), attr(in, "value"))
		}
	}
	for _, b := range all(forms[0], "button") {
		if words(b) == button && has(b, "name") {
			v.Set(attr(b, "name"), attr(b, "value"))
		}
	}
	return v
}

func TestOffersAreFormsThatNeedNoScript(t *testing.T) {
	all := workings(t)
	for _, c := range []struct {
		stage, button string
		ticked        []string
		want          url.Values
	}{
		{"asking", "Go on", nil, url.Values{"offer": {"questions"}, "answer": {"", ""}}},
		{"asking", "Skip all", nil, url.Values{"offer": {"questions"}, "answer": {"", ""}, "skip": {"1"}}},
		{"past", "Start fresh", nil, url.Values{"offer": {"past"}, "from": {""}}},
		{"past", "Build on this", nil, url.Values{"offer": {"past"}, "from": {"r8"}}}, // the last of two
		{"scanned", "Explore what is ticked", []string{"round1-branch1", "round1-dive0"},
			url.Values{"offer": {"round 1"}, "branch": {"Timeline"}, "dive": {"How does defrosting change the bill?"}, "question": {""}, "do": {"explore"}}},
		{"scanned", "Continue with the top 3 deep dives", nil, url.Values{"offer": {"round 1"}, "question": {""}, "do": {"continue"}}},
		{"scanned", "Write the report", nil, url.Values{"offer": {"round 1"}, "question": {""}, "do": {"finalize"}}},
	} {
		if got := choiceOf(t, drawn(t, Run(all[c.stage].at(0))), c.button, c.ticked...); got.Encode() != c.want.Encode() {
			t.Errorf("%s, %s: sends %v", c.stage, c.button, got)
		}
	}
}

func TestAPlanCallsItsLinesAsItsMethodDoes(t *testing.T) {
	root := drawn(t, Run(planning(t, "x").at(0)))
	if got := attr(byID(t, root, "keep0"), "aria-label"); got != "Keep task 1" {
		t.Errorf("a box is labelled %q", got)
	}
	if got := words(all(byID(t, root, "add-angle"), "summary")[0]); got != "Add a task" {
		t.Errorf("adding is labelled %q", got)
	}
	if got := words(classed(root, "startbar")[0]); !strings.Contains(got, "At most 4 tasks are followed.") {
		t.Errorf("the limit reads %q", got)
	}
	for many, want := range map[string]string{"branches": "a branch", "sub-questions": "a sub-question", "angles": "an angle", "subtopics": "a subtopic"} {
		if got := article(singular(many)); got != want {
			t.Errorf("one of %s is %s", many, got)
		}
	}
}

func TestAPlanOfBeforeOffersIsStillAPlan(t *testing.T) {
	old := &research.Offer{Label: "plan", Data: offeredData(t, research.Plan{Angles: []research.Angle{{Label: "a"}}})}
	if p, ok := offeredPlan(old); !ok || p.Max != maxAngles || p.Into != "angles" || len(p.Angles) != 1 {
		t.Errorf("it became %+v", p)
	}
}

package views

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
)

// askedTwice tells of skeptics who were asked twice, one for each way in which
// that may come out.
func askedTwice(t *testing.T) *teller {
	tl := newTeller(t, "Why?")
	cut := port.Failure{Class: port.TimedOut, Reason: "no answer in time"}
	down := port.Failure{Class: port.Unavailable, Reason: "down"}
	for who, other := range map[string]research.FailedCall{"skeptic 1": {}, "skeptic 2": {Failure: cut}, "skeptic 3": {Failure: down}, "skeptic 4": {}, "writer": {Failure: down}} {
		tl.begin(who)
		tl.end(who, research.Started, research.StartedCall{Call: who + "/hedge"})
		other.Call = who + "/hedge"
		switch who {
		case "skeptic 1":
			tl.end(who, research.Answered, port.Response{})
			tl.event(research.Outrun, other, port.Usage{Calls: 1, TokensIn: 9})
		case "skeptic 2", "skeptic 3":
			tl.event(research.Outrun, other, port.Usage{}) // may be told first
			tl.end(who, research.Answered, port.Response{})
		case "writer":
			tl.end(who, research.Failed, research.FailedCall{Failure: down, Call: who})
			tl.event(research.Outrun, other, port.Usage{})
		}
	}
	tl.begin("planner")
	tl.end("planner", research.Answered, port.Response{})
	return tl
}

func TestTheActivitySaysOfACallThatItWasAskedTwice(t *testing.T) {
	said := make(map[string]string)
	for _, li := range all(drawn(t, activity(askedTwice(t).state)), "li") {
		hints := classed(li, "hint")
		said[words(all(li, "b")[0])] = words(hints[len(hints)-1])
	}
	for who, want := range map[string]string{
		"Skeptic 1": "· asked twice; the first answer counted, both were paid for",
		"Skeptic 2": "· asked twice; the first answer counted, the other try was cut off and may have been paid for too",
		"Skeptic 3": "· asked twice; the first answer counted, and only that was paid for",
		"Skeptic 4": "· late, so asked a second time; the first answer will count",
		"Failed.":   "· asked twice",
		"Planner":   "1.0 s",
	} {
		if said[who] != want {
			t.Errorf("%s: %q, want %q", who, said[who], want)
		}
	}
}

func TestAReportSaysHowManyCallsWereAskedTwice(t *testing.T) {
	tl := askedTwice(t)
	tl.ended(research.Done, "", &research.Report{Summary: "So."})
	r := ReportOf(tl.state)
	if r.Stats.AskedTwice != 5 || r.Stats.Unheard != 1 {
		t.Errorf("%d calls were asked twice, of %d the price is not known; want 5 and 1", r.Stats.AskedTwice, r.Stats.Unheard)
	}
	want := Row{"Asked twice", "5 calls that were late; the first answer to each counted. 1 try was cut off: what that may have cost is not known, and not in the sum"}
	if rows := r.Making(); !slices.Contains(rows, want) {
		t.Errorf("there is no %q in %q", want, rows)
	}
	for _, format := range []string{"md", "json"} {
		if text := string(export(t, tl.state, format)); !strings.Contains(text, "5 calls that were late") && !strings.Contains(text, `"askedTwice": 5`) {
			t.Errorf("the export as %s does not say so", format)
		}
	}
	for _, row := range ReportOf(wall(t).state).Making() {
		if row.Name == "Asked twice" {
			t.Errorf("a report without such calls says %q", row.Value)
		}
	}
}

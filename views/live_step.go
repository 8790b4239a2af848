package views

import (
	"fmt"
	"strings"

	"assay/research"
)

// A stepState says how far a piece of work is: the class of its mark ("done",
// "now", "todo" or "failed") and the word.
type stepState struct{ Class, Word string }

// A workedLine is a line of research on the page of a run at work.
type workedLine struct {
	*research.Angled
	stepState
	Tiles   []tile
	Pages   int // read
	Learned []entry
}

func workedOf(s *research.State, a *research.Angled) workedLine {
	w := workedLine{Angled: a, Tiles: tilesOf(s, a), Learned: entriesOf(s, a.N)}
	for _, t := range w.Tiles {
		if t.Path != "" {
			w.Pages++
		}
	}
	w.stepState = stepOf(s, w)
	return w
}

// stepOf says how far a line of research is.
func stepOf(s *research.State, w workedLine) stepState {
	switch {
	case w.Studied != nil && w.Studied.Failed != "":
		return stepState{"failed", "failed"}
	case w.Studied != nil:
		return stepState{"done", "done"}
	case s.Status.Over():
		return stepState{"todo", "not done"}
	case flying(s, w.Query) || flying(s, w.Label):
		return stepState{"now", "searching"}
	case len(w.Hits) > 0:
		return stepState{"now", "reading"}
	case s.Status == research.Running && s.Phase != "plan":
		return stepState{"now", "starting"}
	}
	return stepState{"todo", "planned"}
}

// flying reports whether a call with the label is in flight.
func flying(s *research.State, label string) bool {
	for _, c := range s.Calls {
		if c.Kind == research.Started && c.Label == label && label != "" {
			return true
		}
	}
	return false
}

// facts says in numbers what a line brought: "3 pages · 4 learnings".
func (w workedLine) facts(learned string) string {
	follow := 0
	if w.Studied != nil {
		follow = len(w.Studied.FollowUps)
	}
	state := ""
	if w.Class != "done" {
		state = w.Word
	}
	return join(" · ", state, countOr(w.Pages, "page"), countOr(len(w.Learned), learned), given("%s", countOr(follow, "follow-up")))
}

// name is what a line is called: its label, or its query.
func (w workedLine) name() string {
	if strings.TrimSpace(w.Label) == "" {
		return w.Query
	}
	return w.Label
}

// goal is what a line is to find out, if it says more than its name.
func (w workedLine) goal() string {
	if w.Rationale == w.name() {
		return ""
	}
	return w.Rationale
}

// summary is what a line taught in a sentence, or why it taught nothing.
func (w workedLine) summary() string {
	switch {
	case w.Studied == nil:
		return ""
	case w.Studied.Failed != "":
		return "Nothing came of it: " + sentence(w.Studied.Failed)
	}
	return w.Studied.Summary
}

// roundWords says which round is meant, and of how many.
func roundWords(n int, of string) string {
	return fmt.Sprintf("Round %d", n) + given(" of %s", line(of))
}

// levelWord is a confidence in capitals.
func levelWord(c research.Confidence) string { return strings.ToUpper(line(string(c))) }

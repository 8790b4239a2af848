package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// maxWanted is how many things an assessment says are still to be found out.
const maxWanted = 3

// assess says how far the evidence answers a subtopic: it does if two
// independent sources say something that bears on it, in part if one does.
func assess(t *task.AssessTask) research.Assessment {
	topic := subtopic(t.Question, t.Subtopic)
	table := lay(topic.question, t.Evidence)
	answering := table.on(topic)
	out := research.Assessment{Coverage: research.NotCovered, Open: []string{}, Conflicts: table.disputes()}
	if len(answering) == 0 {
		out.Open = append(out.Open, fmt.Sprintf("Nothing was found on %s.", theme(t.Question, t.Subtopic)))
		return out
	}
	out.Answered, out.Coverage = text.ClipWords(answering[0].says(), 280), research.PartlyCovered
	if sites(answering) > 1 {
		out.Coverage = research.Covered
	} else {
		out.Open = append(out.Open, fmt.Sprintf("Does an independent source confirm this: “%s”?", strings.TrimRight(text.ClipWords(answering[0].says(), 160), ".")))
	}
	if missing := unanswered(topic.words(), answering); len(missing) > 0 {
		out.Open = append(out.Open, fmt.Sprintf("What do sources say about %s here?", list(missing[:min(3, len(missing))])))
	}
	if len(out.Open) > 0 {
		out.Coverage = research.PartlyCovered
	}
	out.Open = out.Open[:min(maxWanted, len(out.Open))]
	return out
}

// subtopic returns the topic of a subtopic of a question.
func subtopic(text string, a research.Angle) topic { return about(text, a.Label+": "+a.Rationale) }

// theme names a subtopic for readers.
func theme(text string, a research.Angle) string {
	if a.Label == "" {
		return fmt.Sprintf("“%s”", strings.TrimSpace(text))
	}
	return fmt.Sprintf("“%s” (%s)", a.Label, strings.TrimRight(strings.TrimSpace(text), "?"))
}

// on returns the groups that bear on a topic, by what they say and the titles of
// their sources.
func (t *table) on(topic topic) []group {
	var out []group
	for _, g := range t.groups {
		if topic.bearing(&g.members[0].said, index(termsOf(g.best().Title))) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// sites returns how many sites groups come from together.
func sites(groups []group) int {
	seen := map[string]bool{}
	for _, g := range groups {
		for _, m := range g.members {
			seen[m.Site] = true
		}
	}
	return len(seen)
}

// words returns a question that has only the key words that the lines of a topic
// are about; those of the whole question if they are about nothing less.
func (t topic) words() question {
	for _, l := range t.lines {
		if len(l.goal.words) > 0 {
			return l.goal
		}
	}
	return t.question
}

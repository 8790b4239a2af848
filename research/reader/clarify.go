package reader

import (
	"fmt"

	"assay/research/task"
)

// clarify asks back where a question is too short to search for, points to
// something that it does not name, or leaves open what a choice depends on.
func clarify(t *task.ClarifyTask) task.Clarity {
	q := ask(t.Question)
	out := task.Clarity{Questions: []string{}}
	add := func(s string) {
		if len(out.Questions) < t.Max {
			out.Questions = append(out.Questions, s)
		}
	}
	if m := pointer.FindStringSubmatch(q.text); m != nil && len(q.keywords(4)) < 3 && len(q.entities()) == 0 {
		add(fmt.Sprintf("What does “%s” stand for?", m[1]))
	}
	if len(q.words) == 1 && q.form == open {
		add(fmt.Sprintf("What do you want to know about %s: what it is, how it works, where it comes from, or what is disputed about it?", q.words[0]))
	}
	if choosing.MatchString(q.text) {
		add("What matters most to you in the choice, and what limits it: a budget, a place, a size?")
	}
	if local.MatchString(q.text) && len(q.entities()) == 0 {
		add("For which country or place?")
	}
	return out
}

var (
	pointer  = re(`(?i)^(?:is|are|does|do|did|can|will|should|how|why|what|when)\b[^?]{0,20}?\b(it|they|this|that|these|those|he|she)\b`)
	choosing = re(`(?i)\b(best|should i (?:buy|choose|get|use)|which .{1,40}\b(?:buy|choose|get)|recommend\w*)\b`)
	local    = re(`(?i)\b(legal|illegal|allowed by law|tax\w*|visas?|permits?|minimum wage|pensions?|tenants?|landlords?)\b`)
)

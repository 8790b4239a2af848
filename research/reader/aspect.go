package reader

import (
	"strings"
)

// An aspect is a side from which a line of research or a part of a report looks
// at a topic.
type aspect struct {
	called *pattern // matches what lines and parts of this kind are called
	fits   func(q question, s *statement) bool
	strict bool // what does not fit has no place here
}

// aspects are tried in order; the first that is called so decides.
var aspects = []*aspect{timeline, players, economy, dissent, counts, bounds, reasons, uses, basics}

var (
	timeline = &aspect{re(`(?i)\b(timelines?|chronolog\w*|histor\w*|dates|milestones|when things happened)\b`), isDated, true}
	players  = &aspect{re(`(?i)\b(players?|people and roles|people|organi[sz]ations|stakeholders|who did what|actors)\b`), hasPlayer, true}
	economy  = &aspect{re(`(?i)\b(econom\w+|costs?|prices?|pricing|markets?|funding)\b`), matches(`[$€£¥]\s?\d|\b(costs?|prices?|priced|expensive|cheap\w*|markets?|revenues?|fund\w*|budgets?|pa(y|id|ys)|sales|sold|sell\w*|buy\w*|bought|dollars?|euros?|pounds? sterling|profits?|econom\w+|invest\w+)\b`), true}
	dissent  = &aspect{re(`(?i)\b(contrar\w+|controvers\w+|critic\w*|counter-?evidence|opposing|speaks? against|evidence against|dissent\w*|disagree\w*|disput\w*|debate\w*|uncertain\w*|other side|misconceptions?)\b`), isDissent, false}
	counts   = &aspect{re(`(?i)\b(figures|counts?|numbers?|statistics|data|measurements?)\b`), func(_ question, s *statement) bool { return len(s.numbers) > 0 }, false}
	bounds   = &aspect{re(`(?i)\b(limits?|limitations?|exceptions?|risks?|drawbacks?|caveats?|safety)\b`), matches(`\b(only|except|unless|cannot|can not|not|never|limit\w*|restrict\w*|must|require\w*|risk\w*|harm\w*|danger\w*|however|but)\b`), false}
	reasons  = &aspect{re(`(?i)\b(causes?|reasons?|why|mechanisms?|how it works)\b`), matches(`\b(because|due to|causes?|caused|causing|reasons?|so that|results? (in|from)|leads? to|by)\b`), false}
	uses     = &aspect{re(`(?i)\b(applications?|uses?|practice|how-to|examples?|implement\w*)\b`), matches(`\b(used?|uses|using|useful|appl(y|ies|ied)|allows?|enables?|practice|examples?|can be)\b`), false}
	basics   = &aspect{re(`(?i)\b(fundamentals?|basics|definitions?|background|terms|overview|introduction|what it is)\b`), func(q question, s *statement) bool { return defines(q, s) > 0 }, false}
)

// aspectOf returns the side from which something of the given name looks, or nil.
func aspectOf(name string) *aspect {
	for _, a := range aspects {
		if a.called.MatchString(name) {
			return a
		}
	}
	return nil
}

// matches returns a test for sentences that have one of the words.
func matches(words string) func(question, *statement) bool {
	pattern := re(`(?i)` + words)
	return func(_ question, s *statement) bool { return pattern.MatchString(s.text) }
}

// isDated reports whether a statement says when something was so.
func isDated(_ question, s *statement) bool { return yearIn(s) != "" || era.MatchString(s.text) }

// yearIn returns the first calendar year that a statement gives, or "".
func yearIn(s *statement) string {
	for _, m := range calendarYear.FindAllStringSubmatchIndex(s.text, -1) {
		if !counted(s.text[m[1]:]) {
			return s.text[m[2]:m[3]]
		}
	}
	return ""
}

// counted reports whether a number is one of things: the text goes on with what
// it counts.
func counted(rest string) bool { return thing.MatchString(rest) }

// hasPlayer reports whether a statement names somebody, or says who did it.
func hasPlayer(q question, s *statement) bool { return len(actors(q, s.text)) > 0 }

// isDissent reports whether a statement denies something or says that it is in
// dispute.
func isDissent(_ question, s *statement) bool {
	return s.reported || len(s.denials) > 0 || disputed.MatchString(s.text)
}

// actors returns the names of people and bodies in a sentence that the question
// does not have.
func actors(q question, text string) []string {
	var out []string
	for _, n := range namesOf(text) {
		if words := strings.Fields(n); (len(words) > 1 || body.MatchString(n)) && !q.has(n) && !place.MatchString(text[:max(0, strings.Index(text, n))]) {
			out = append(out, n)
		}
	}
	return out
}

var (
	calendarYear = re(`(?:^|[^\d.,$€£#/:_-])((?:1[0-9]|20)\d{2})\b`)
	thing        = re(`^(?:[.,:]\d|%| ?(?:km|m|cm|mm|kg|g|mg|rows?|bytes?|times|people|pages|species|years|days|hours|metres|meters|kilometres|miles|feet|points?|tests?|children|patients|adults|participants)\b)`)
	era          = re(`(?i)\b(\d{1,2}(?:st|nd|rd|th) century|(?:19|20)\d0s|centuries ago|decades ago|years ago)\b`)
	disputed     = re(`(?i)\b(myth|misconception|contrary|disput\w+|controvers\w+|critics?|sceptic\w*|skeptic\w*|disagree\w*|however|wrong|mistaken|no evidence|unproven|contradict\w*)\b`)
	body         = re(`\b[A-Z]{2,}\b|(?:University|Institute|Agency|Company|Inc|Ltd|Society|Laboratory|Museum|Foundation|Committee|Council|Group|Corporation|Ministry|Office)\b`)
	place        = re(`(?i)\b(in|at|near|from|called|named)(?: the)? $`)
)

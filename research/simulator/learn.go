package simulator

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"strings"

	"assay/research"
	"assay/research/task"
)

var (
	learning = regexp.MustCompile(`(?i)\b(?:learning|fact|claim)s?\b`)
	followUp = regexp.MustCompile(`(?i)\bfollow-?up`)
	guessed  = regexp.MustCompile(`(?i)\b(?:estimated?|projected|projections?|forecast)\b`)
	argued   = regexp.MustCompile(`(?i)\b(?:critics|argued?|believes?|opinion|should)\b`)
)

// learn quotes sentences of the sources in turn, and asks follow-up questions
// if the prompt wants any.
func (s *ModelServer) learn(prompt string, r *rand.Rand) any {
	l := &task.Learned{Sources: []task.SourceNote{}, Learnings: []task.Learning{}, FollowUps: []string{}}
	sources := sourcesOf(prompt)
	for _, from := range sources {
		l.Sources = append(l.Sources, s.sourceNote(from))
	}
	most := countIn(prompt, learning).of(s.Claims, 5)
	for _, q := range quotesInTurn(r, sources, most) {
		l.Learnings = append(l.Learnings, task.Learning{
			Claim: q.text, Source: q.n, Quote: q.text, Kind: kindOfClaim(q.text), Importance: importance(r),
		})
	}
	l.Summary = "There is not enough data."
	if len(l.Learnings) > 0 {
		l.Summary = l.Learnings[0].Claim
	}
	if followUp.MatchString(instructions(prompt)) {
		l.FollowUps = questionsOn(l.Learnings, countIn(prompt, followUp).of(0, 3))
	}
	return l
}

// sourceNote depends on nothing but what the source says.
func (s *ModelServer) sourceNote(from source) task.SourceNote {
	r := random(s.Seed, from.text)
	return task.SourceNote{Source: from.n, SourceQuality: research.SourceGrades[r.IntN(3)], PublishDate: isoDate.FindString(from.text)}
}

// quotesInTurn returns up to most sentences of the sources, with the number of
// their source: the first of each, then the second.
func quotesInTurn(r *rand.Rand, sources []source, most int) []numbered {
	lists := make([][]string, len(sources))
	for i, from := range sources {
		lists[i] = from.quotes()
		pick(r, &lists[i], most)
	}
	var all []numbered
	for turn := 0; turn < most; turn++ {
		for i, list := range lists {
			if turn < len(list) && len(all) < most {
				all = append(all, numbered{sources[i].n, list[turn]})
			}
		}
	}
	return all
}

// kindOfClaim goes by the words.
func kindOfClaim(text string) research.ClaimKind {
	switch {
	case guessed.MatchString(text):
		return research.EstimateClaim
	case argued.MatchString(text):
		return research.OpinionClaim
	}
	return research.FactClaim
}

// questionsOn returns up to most questions that learnings raise.
func questionsOn(learnings []task.Learning, most int) []string {
	all := []string{}
	for _, l := range learnings[:min(most, len(learnings))] {
		all = append(all, "What explains that "+mention(l.Claim)+"?")
	}
	return all
}

// mention names a sentence in another: without its end, and not too long.
func mention(sentence string) string {
	words := strings.Fields(strings.TrimRight(sentence, ".!?"))
	return cmp.Or(strings.Join(words[:min(len(words), 14)], " "), "so little is known")
}

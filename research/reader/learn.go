package reader

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// A lesson is what one line of research has to learn from.
type lesson struct {
	topic  topic
	all    []candidate
	said   []statement
	from   []int // index of each candidate's source
	scores []float64
	vecs   []vector
	grades []research.SourceGrade // of the sources
	homes  map[string]bool        // words of the sources' hosts: what all of their pages are about
}

// learn takes from the sources of a line of research the sentences that bear on
// its goal, spread over the sources, and asks on about what stands out in them.
func learn(t *task.LearnTask) task.Learned {
	out := task.Learned{Sources: []task.SourceNote{}, Learnings: []task.Learning{}, FollowUps: []string{}}
	for i, s := range t.Sources {
		out.Sources = append(out.Sources, task.SourceNote{Source: i + 1, SourceQuality: gradeSource(s.Page), PublishDate: publishDate(s.Page, s.Passages)})
	}
	l := hearSources(t)
	for _, i := range l.pick(max(t.Max, t.Min), len(t.Sources)) {
		page := t.Sources[l.from[i]].Page
		out.Learnings = append(out.Learnings, task.Learning{
			Claim: l.all[i].claim, Source: l.from[i] + 1, Quote: l.all[i].quote, Kind: kindOf(l.all[i].claim),
			Importance: importance(l.topic.question, &l.said[i], l.all[i].on, page.URL),
		})
	}
	if len(out.Learnings) == 0 {
		out.Summary = lacking(t)
		return out
	}
	out.Summary = out.Learnings[0].Claim
	out.FollowUps = l.followUps(out.Learnings, t.FollowUps)
	return out
}

// lacking says that there is nothing to learn.
func lacking(t *task.LearnTask) string {
	if len(t.Sources) == 0 {
		return "There is not enough data: no source could be read."
	}
	if len(t.Sources) == 1 {
		return "There is not enough data: the source that was read says nothing on this line that can stand alone."
	}
	return fmt.Sprintf("There is not enough data: none of the %s sources read says anything on this line that can stand alone.", spelled(len(t.Sources)))
}

// hearSources cuts the sources into sentences and scores those that can stand alone.
func hearSources(t *task.LearnTask) *lesson {
	l := &lesson{topic: about(t.Question, t.Goal), homes: map[string]bool{}}
	for n, s := range t.Sources {
		maps.Copy(l.homes, wordsIn(text.Site(s.Page.URL)))
		all, said := candidates(s.Passages)
		l.all, l.said = append(l.all, all...), append(l.said, said...)
		for range all {
			l.from = append(l.from, n)
		}
	}
	if sites := map[string]bool{}; len(t.Sources) > 1 {
		for _, s := range t.Sources {
			sites[text.Site(s.Page.URL)] = true
		}
		if len(sites) == 1 {
			l.topic.discount(l.homes)
		}
	}
	var centroid vector
	l.vecs, centroid = vectors(l.said)
	l.scores = make([]float64, len(l.all))
	titles := make([]map[string]bool, len(t.Sources))
	for n, s := range t.Sources {
		titles[n] = index(termsOf(s.Page.Title + " " + s.Page.URL))
		l.grades = append(l.grades, gradeSource(s.Page))
	}
	for i := range l.all {
		n := l.from[i]
		l.all[i].on = l.topic.bearing(&l.said[i], titles[n])
		if l.all[i].on > 0 && stops(l.all[i].quote) && sound(l.all[i].claim) {
			typical := 0.25 * cosine(l.said[i].terms, l.vecs[i], centroid)
			l.scores[i] = (typical + l.topic.worth(&l.said[i], l.all[i].on, t.Sources[n].Page.URL)) * plainness(&l.said[i]) * (0.6 + 0.4*trust(l.grades[n]))
		}
	}
	return l
}

// pick returns the indexes of the best sentences, n at most. No source gives more
// than its share while others have something nearly as good to say.
func (l *lesson) pick(n, sources int) []int {
	picks := l.trusted(diverse(l.said, l.vecs, l.scores, 3*n, func(i int) int { return l.from[i] }))
	share := max(2, (n+sources-1)/max(sources, 1))
	given := map[int]int{}
	var first, rest []int
	for _, i := range picks {
		if given[l.from[i]] < share && l.scores[i] >= 0.5*l.scores[picks[0]] {
			given[l.from[i]]++
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	out := append(first, rest...)
	return out[:min(n, len(out))]
}

// trusted leaves out what unreliable sources say, unless nobody else says anything.
func (l *lesson) trusted(picks []int) []int {
	others := slices.DeleteFunc(slices.Clone(picks), func(i int) bool { return l.grades[l.from[i]] == research.Unreliable })
	if len(others) == 0 {
		return picks
	}
	return others
}

// followUps returns up to n questions about what stands out in the learnings and
// was not asked for.
func (l *lesson) followUps(learned []task.Learning, n int) []string {
	out := []string{}
	add := func(s string) {
		if len(out) < n && !slices.Contains(out, s) && !l.topic.asked(strings.TrimRight(s, "?")) {
			out = append(out, s)
		}
	}
	if d := differingOn(learned); d != "" {
		add(fmt.Sprintf("Why do sources differ on %s?", d))
	}
	var claims []string
	for _, x := range learned {
		claims = append(claims, x.Claim)
	}
	for _, p := range salient(claims, l.said, func(s string) bool { return l.topic.asked(s) || l.homes[strings.ToLower(s)] }) {
		add(p.question(l.topic.question))
	}
	return out
}

// differingOn names what two of the learnings from different sources contradict
// each other on, or returns "".
func differingOn(learned []task.Learning) string {
	said := make([]statement, len(learned))
	for i, x := range learned {
		said[i] = parse(x.Claim)
		for j := range i {
			if _, ok := conflict(&said[j], &said[i]); ok && learned[j].Source != x.Source {
				return shared(&said[j], &said[i])
			}
		}
	}
	return ""
}

// kindOf says what kind of statement a claim is.
func kindOf(claim string) research.ClaimKind {
	switch {
	case estimated.MatchString(claim):
		return research.EstimateClaim
	case opined.MatchString(claim):
		return research.OpinionClaim
	}
	return research.FactClaim
}

var (
	estimated = re(`(?i)\b(estimat\w+|project(?:ed|ions?)|forecast\w*|predict\w*|expected to|likely to|by 20[3-9]\d|about to|(?:is|are) thought to)\b`)
	opined    = re(`(?i)\b(argu(?:e|es|ed)|believ(?:e|es|ed)|thinks?|thought|opinions?|in my view|claims? that|claimed|suggests?|may (?:have|well|be because|be due)|might|perhaps|arguably|seems?|unfortunately)\b`)
)

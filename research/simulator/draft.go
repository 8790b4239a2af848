package simulator

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"assay/research"
	"assay/research/task"
)

// How the simulated model drafts a report.

var (
	severalTimes = regexp.MustCompile(`(?i)\bseveral\b|\bmore than once\b|\bonce for each\b|\bone for each\b|\brepeat|\btimes\b|\beach theme\b`)
	allowed      = regexp.MustCompile(`(?i)\banalysis\b|\binference`)
	forbidden    = regexp.MustCompile(`(?i)\b(?:no|not|without|never)\b[^.]*\b(?:analysis|inference)|\bfacts only\b`)
	paragraphs   = regexp.MustCompile(`(?i)\bparagraphs?\b`)
	rejected     = regexp.MustCompile(`(?m)^Your last answer was not valid\b`)
	year         = regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b`)
	proper       = regexp.MustCompile(`\p{Lu}\pL+(?: (?:of |and |for )?\p{Lu}\pL+)+`)
)

// A slot is a section that a draft will have.
type slot struct {
	part wantedPart
	task.DraftSection
}

// draft puts every claim of the prompt into a point of one of the parts, in
// turn. A part that allows analysis gets some, unless an answer was sent back.
func (s *ModelServer) draft(prompt string, r *rand.Rand) any {
	claims := claimsOf(prompt)
	slots := slotsFor(wantedParts(prompt))
	detailed := paragraphs.MatchString(own(prompt))
	for i, g := range mixed(r, claims) {
		if len(slots) > 0 {
			at := &slots[i%len(slots)]
			at.Points = append(at.Points, pointOf(g, at.part, detailed))
		}
	}
	d := &task.Draft{
		Summary: summary(questionOf(prompt), claims), Sections: []task.DraftSection{},
		Caveats: "The sources were written at different times.", OpenQuestions: []string{"What has changed since the sources were written?"},
	}
	for _, at := range slots {
		if at.part.analysis() && len(claims) > 0 && !rejected.MatchString(own(prompt)) {
			at.Points = append(at.Points, research.DraftPoint{Says: "Taken together, the sources point the same way.", Kind: research.AnalysisPoint, Claims: ids(claims[:1])})
		}
		d.Sections = append(d.Sections, at.DraftSection)
	}
	return d
}

// slotsFor gives a part that may come several times three sections, and every
// other part one.
func slotsFor(parts []wantedPart) []slot {
	var all []slot
	for _, p := range parts {
		titles := []string{capital(p.key)}
		if p.key == "theme" || severalTimes.MatchString(p.guide) {
			titles = []string{"What was counted", "Who says otherwise", "What follows from it"}
		}
		for _, title := range titles {
			all = append(all, slot{p, task.DraftSection{Part: p.key, Title: title, Points: []research.DraftPoint{}}})
		}
	}
	return all
}

// analysis reports whether the part may hold points that rest on no claim.
func (p wantedPart) analysis() bool {
	return allowed.MatchString(p.guide) && !forbidden.MatchString(p.guide)
}

// label returns what the part files a claim under: a date, a name, or nothing.
func (p wantedPart) label(claim string) string {
	guide := strings.ToLower(p.guide)
	labelled := strings.Contains(guide, "label")
	switch {
	case p.key == "timeline", labelled && strings.Contains(guide, "date"):
		return year.FindString(claim)
	case p.key == "players", labelled && strings.Contains(guide, "name"):
		return proper.FindString(claim)
	}
	return ""
}

// pointOf states the first of some claims, in the name of all of them.
func pointOf(claims []numbered, p wantedPart, detailed bool) research.DraftPoint {
	point := research.DraftPoint{Label: p.label(claims[0].text), Says: claims[0].text, Kind: research.FactPoint, Claims: ids(claims)}
	if !detailed {
		return point
	}
	for _, c := range claims {
		point.Detail += "A source says so: " + c.text + "\n\n"
	}
	point.Detail = strings.TrimSpace(point.Detail)
	return point
}

// summary answers in three sentences or four.
func summary(question string, claims []numbered) string {
	if len(claims) == 0 {
		return "There is not enough data to answer the question: " + question
	}
	text := "The sources answer the question. "
	for _, c := range claims[:min(2, len(claims))] {
		text += strings.TrimRight(c.text, ".!?") + ". "
	}
	return text + "They were written at different times."
}

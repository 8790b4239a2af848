package simulator

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/task"
)

// How the simulated model draws maps.

var (
	newBranch  = regexp.MustCompile(`(?i)\bbranch`)
	deepDive   = regexp.MustCompile(`(?i)\bdives?\b|\bdeeper\b`)
	keyFinding = regexp.MustCompile(`(?i)\bfindings?\b|\bdiscover|\bpoints?\b`)
)

// availableBlock holds a branch that was open before.
const availableBlock = "available"

// chart offers four branches, three deep dives and up to three key findings.
func (s *ModelServer) chart(prompt string, _ *rand.Rand) any {
	topic, claims := keywords(questionOf(prompt)), claimsOf(prompt)
	m := &task.MapDraft{Available: []research.Preview{}, Dives: []research.Dive{}, KeyFindings: []research.DraftPoint{}, Conflicts: s.disputes(claims)}
	for _, f := range open(prompt, countIn(prompt, newBranch).of(0, 4)) {
		m.Available = append(m.Available, research.Preview{Label: f.Label, Query: strings.TrimSpace(topic + " " + f.Query), Preview: f.Rationale})
	}
	dives := countIn(prompt, deepDive).of(0, 3)
	for i := range min(dives, len(claims)) {
		c := claims[len(claims)-1-i] // the latest first
		m.Dives = append(m.Dives, research.Dive{
			Question: "What explains that " + mention(c.text) + "?", Because: "A source says so, and does not say why.",
			Query: strings.TrimSpace(topic + " " + keywords(c.text)),
		})
	}
	for _, c := range claims[:min(countIn(prompt, keyFinding).of(0, 3), len(claims))] {
		m.KeyFindings = append(m.KeyFindings, research.DraftPoint{Says: c.text, Detail: "It bears on the whole topic.", Kind: research.FactPoint, Claims: []int{c.n}})
	}
	return m
}

// open returns n branches to explore: two of those that were open before, as far
// as there are any, and others that the prompt does not name.
func open(prompt string, n int) []research.Angle {
	var all []research.Angle
	for _, p := range partsOf(prompt) {
		if label := firstLine(p.text); p.block == availableBlock && label != "" && len(all) < min(2, n) {
			i := slices.IndexFunc(topicFacets, func(f research.Angle) bool { return f.Label == label })
			if i >= 0 {
				all = append(all, topicFacets[i])
			}
		}
	}
	return append(all, unnamed(prompt, n-len(all))...)
}

// unnamed returns n branches whose labels do not occur in the prompt.
func unnamed(prompt string, n int) []research.Angle {
	var all []research.Angle
	named := strings.ToLower(prompt)
	for turn := 1; len(all) < n; turn++ {
		for _, f := range topicFacets {
			if turn > 1 {
				f.Label = fmt.Sprintf("%s %d", f.Label, turn)
				f.Query = fmt.Sprintf("%s part %d", f.Query, turn)
			}
			if len(all) < n && !strings.Contains(named, strings.ToLower(f.Label)) {
				all = append(all, f)
			}
		}
	}
	return all
}

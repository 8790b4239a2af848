package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// A reading is what the passages of one witness say about a claim: its most
// telling sentence.
type reading struct {
	research.Witness
	relation
	sentence string
	raw      string // the sentence as it stands in the witness's text
}

// A hearing is everything that one voter looks at.
type hearing struct {
	task    *task.VoteTask
	claim   statement
	backing []reading // independent witnesses that agree, one per site, strongest first
	against []reading // independent witnesses that contradict
	nearby  []reading // on the subject, neither for nor against
}

// vote tries to refute a claim through one lens.
func vote(t *task.VoteTask) task.Ballot {
	h := hear(t)
	switch t.Lens {
	case research.Corroborated:
		return h.corroboration()
	case research.InScope:
		return h.scope()
	}
	return h.context()
}

// hear reads the evidence for a claim.
func hear(t *task.VoteTask) *hearing {
	h := &hearing{task: t, claim: parse(t.Claim)}
	sites, words := map[string]int{}, memo{}
	home := text.Site(t.Source.URL)
	for _, w := range t.Evidence {
		site := text.Site(w.URL)
		if site == home || w.Text == "" {
			continue
		}
		r := read(&h.claim, w, words)
		switch {
		case r.bearing == contradicts:
			h.against = oncePerSite(h.against, r, sites, site+"/-")
		case r.bearing == agrees:
			h.backing = oncePerSite(h.backing, r, sites, site+"/+")
		case r.coverage >= 0.4:
			h.nearby = append(h.nearby, r)
		}
	}
	return h
}

// oncePerSite adds r to readings, or puts it in the place of the weaker one of its site.
func oncePerSite(all []reading, r reading, sites map[string]int, key string) []reading {
	if i, ok := sites[key]; ok {
		if r.weight() > all[i].weight() {
			all[i] = r
		}
		return all
	}
	sites[key] = len(all)
	return append(all, r)
}

// read returns what a witness says about a claim: the strongest contradiction
// or agreement among its sentences, or the sentence nearest to it.
func read(claim *statement, w research.Witness, words memo) reading {
	title := index(termsOf(w.Title))
	best := reading{Witness: w}
	var backing, against reading
	around := title
	for _, s := range sentences(w.Text) {
		raw := w.Text[s.Start:s.End]
		if len(raw) > longestSentence || strings.HasSuffix(strings.TrimRight(raw, "\"'”’)*_ "), "?") {
			continue
		}
		said := words.parse(clean(raw))
		r := reading{w, compare(claim, &said, around), said.text, raw}
		switch {
		case r.bearing == agrees && r.coverage > backing.coverage:
			backing = r
		case r.bearing == contradicts && r.coverage > against.coverage:
			against = r
		case r.coverage > best.coverage:
			best = r
		}
		around = merged(title, said.terms)
	}
	switch {
	case against.coverage > 0 && against.coverage >= backing.coverage-0.1:
		return against
	case backing.coverage > 0:
		return backing
	}
	return best
}

// merged returns base with terms added.
func merged(base map[string]bool, terms []string) map[string]bool {
	m := make(map[string]bool, len(base)+len(terms))
	for t := range base {
		m[t] = true
	}
	for _, t := range terms {
		m[t] = true
	}
	return m
}

// weight is how much a witness counts.
func (r reading) weight() float64 { return trust(r.Grade) * r.coverage }

// total returns the weight of all readings together.
func total(all []reading) float64 {
	var sum float64
	for _, r := range all {
		sum += r.weight()
	}
	return sum
}

// strongest returns the reading that counts most.
func strongest(all []reading) reading {
	best := all[0]
	for _, r := range all[1:] {
		if r.weight() > best.weight() {
			best = r
		}
	}
	return best
}

// trust is how much a source of a grade counts. A page that was not read
// counts like a blog.
func trust(g research.SourceGrade) float64 {
	switch g {
	case research.Primary:
		return 1
	case research.Secondary:
		return 0.8
	case research.Forum:
		return 0.3
	case research.Unreliable:
		return 0.15
	}
	return 0.5
}

// name names a witness for readers: its title and id.
func name(w research.Witness) string {
	title := strings.TrimSpace(w.Title)
	if title == "" {
		title = w.URL
	}
	return fmt.Sprintf("“%s” (%s)", text.ClipWords(title, 70), w.ID)
}

// names lists witnesses for readers, three at most.
func names(all []reading) string {
	var parts []string
	for _, r := range all[:min(3, len(all))] {
		parts = append(parts, name(r.Witness))
	}
	return list(parts)
}

// list joins parts as "a, b and c".
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

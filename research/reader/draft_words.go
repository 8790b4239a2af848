package reader

import (
	"fmt"
	"strings"

	"assay/research"
)

const (
	old      = 5 // years after which a report says how old its newest source is
	maxOpens = 6 // open questions of a draft
)

// summary answers the question with the best facts: for each part of a compound
// question the one that is nearest to it.
func (w *writer) summary() string {
	if len(w.table.groups) == 0 {
		return "The sources that were read do not answer the question."
	}
	if parts := partsOf(w.task.Question); len(parts) > 1 && len(w.main) > 0 {
		return w.severally(parts)
	}
	kept := w.main
	if w.table.q.form == yesno {
		kept = w.reliable()
	}
	if len(kept) == 0 {
		return "The sources do not settle the question. " + stitched(nil, w.table.groups, 2)
	}
	return answer(w.table.q, kept)
}

// severally answers each part of a compound question with the fact nearest to it.
func (w *writer) severally(parts []research.SubQuestion) string {
	var out []string
	for _, p := range parts {
		q := ask(p.Question)
		best, at := 0.0, -1
		for i, g := range w.main {
			if s := standing(q, &g.members[0]); s > best && q.covered(in(g.members[0].said.has)) >= leastTopical {
				best, at = s, i
			}
		}
		if at >= 0 && !repeats(out, w.main[at].says()) {
			out = append(out, w.main[at].says())
		} else if at < 0 {
			out = append(out, fmt.Sprintf("No source that was read answers the part “%s”", p.Question))
		}
	}
	return strings.Join(out, " ")
}

// reliable returns the facts that others than unreliable sources state; all if
// there are none.
func (w *writer) reliable() []group {
	var out []group
	for _, g := range w.table.groups {
		if !g.isWorthless() {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		return w.table.groups
	}
	return out
}

// caveats says how the report was made and what is thin, dated or in dispute. It
// gives no figures that the material does not have.
func (w *writer) caveats() string {
	parts := []string{byRules}
	single, newest, soft := 0, 0, false
	for _, g := range w.table.groups {
		if g.sites() == 1 {
			single++
		}
		for _, m := range g.members {
			newest = max(newest, yearOf(m.Published))
			soft = soft || w.table.by[m.ID].Kind == research.EstimateClaim || w.table.by[m.ID].Kind == research.OpinionClaim
		}
	}
	switch {
	case len(w.table.groups) == 0:
		parts = append(parts, "Nothing that was found may be reported.")
	case single == len(w.table.groups):
		parts = append(parts, "Every finding rests on a single site.")
	case single > 0:
		parts = append(parts, "Some findings rest on a single site.")
	}
	if newest > 0 && newest+old <= yearOf(w.task.Today) {
		parts = append(parts, fmt.Sprintf("No source that has a date is newer than %d.", newest))
	}
	if soft {
		parts = append(parts, "Some statements are estimates or opinions of their sources.")
	}
	if w.omitted {
		parts = append(parts, "What nobody but an unreliable source says was left out.")
	}
	for _, d := range w.disputes[:min(2, len(w.disputes))] {
		parts = append(parts, sentence("Sources disagree on "+strings.TrimRight(d.About, ".")))
	}
	return strings.Join(parts, " ")
}

// open lists what is left to be found out: the gaps, and what the facts leave open.
func (w *writer) open() []string {
	out := []string{}
	for _, g := range w.task.Gaps {
		if g = strings.Join(strings.Fields(g), " "); g != "" && len(out) < maxOpens-1 {
			if !strings.HasSuffix(g, "?") {
				g = sentence("Still open: " + g)
			}
			out = append(out, g)
		}
	}
	for _, o := range openQuestions(w.table.q, w.main) {
		if len(out) < maxOpens {
			out = append(out, o)
		}
	}
	return out
}

package reader

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// maxFindings is how many findings a report has at most.
const maxFindings = 8

// compose groups surviving claims into findings and answers the question with
// the best of them, in the sources' own words.
func compose(t *task.ComposeTask) task.Composition {
	q := ask(t.Question)
	groups := grouped(q, t.Claims)
	kept, rest := leading(groups)
	out := task.Composition{
		Summary:       answer(q, kept),
		Findings:      []task.Composed{},
		Omitted:       omissions(rest),
		Caveats:       caveats(kept, t.Killed),
		OpenQuestions: openQuestions(q, kept),
	}
	for _, g := range kept {
		out.Findings = append(out.Findings, finding(g))
	}
	return out
}

// leading parts groups into those that make findings and those that do not:
// side issues go once there is enough that bears on the question.
func leading(groups []group) (kept, rest []group) {
	for _, g := range groups {
		if len(kept) == maxFindings || len(kept) >= 5 && g.best().Importance != research.Central || len(kept) >= 3 && g.best().Importance == research.Tangential {
			rest = append(rest, g)
			continue
		}
		kept = append(kept, g)
	}
	return kept, rest
}

func omissions(rest []group) []research.Omission {
	out := []research.Omission{}
	for _, g := range rest {
		for _, m := range g.members {
			out = append(out, research.Omission{Claim: m.ID, Why: "bears less on the question than the findings do"})
		}
	}
	return out
}

// finding states what the claims of a group establish.
func finding(g group) task.Composed {
	out := task.Composed{Claim: sentence(g.best().Claim)}
	var titles []string
	seen := map[string]bool{}
	for _, m := range g.members {
		out.Claims = append(out.Claims, m.ID)
		if t := titleOf(m.Survivor); !seen[t] {
			seen[t] = true
			titles = append(titles, "“"+text.ClipWords(t, 80)+"”")
		}
	}
	if len(titles) == 1 {
		out.Evidence = fmt.Sprintf("So says %s, %s.", titles[0], gradeNames[g.best().Grade])
		if e := g.best().Evidence; strings.Contains(e, "(E") { // it names a source of its own
			out.Evidence += " " + sentence(witnessID.ReplaceAllString(e, ""))
		}
		return out
	}
	out.Evidence = fmt.Sprintf("%s sources say so: %s.", capital(spelled(len(titles))), list(titles[:min(4, len(titles))]))
	if second := g.members[1]; clean(second.Quote) != out.Claim {
		out.Evidence += fmt.Sprintf(" “%s” puts it so: “%s”", text.ClipWords(titleOf(second.Survivor), 80), text.ClipWords(clean(second.Quote), 240))
	}
	return out
}

// byRules says how every report of the reader was made.
const byRules = "Read by rules: no language model was used, so the findings are the sources' own sentences, and nothing that takes reading between the lines was weighed."

// caveats says how the report was made and what is uncertain in it.
func caveats(kept []group, killed []string) string {
	parts := []string{byRules}
	single := 0
	var limits []string
	seen := map[string]bool{}
	for _, g := range kept {
		if g.sites() == 1 {
			single++
		}
		for _, m := range g.members {
			for _, c := range m.Caveats {
				c = sentence(witnessID.ReplaceAllString(c, ""))
				if c != "" && !seen[c] {
					seen[c] = true
					limits = append(limits, c)
				}
			}
		}
	}
	switch {
	case len(kept) == 0:
		parts = append(parts, "No claim withstood the voters.")
	case single == len(kept):
		parts = append(parts, "Every finding rests on a single site.")
	case single > 0:
		parts = append(parts, fmt.Sprintf("%s of the %s findings %s on a single site.", capital(spelled(single)), spelled(len(kept)), verb(single, "rests", "rest")))
	}
	parts = append(parts, limits[:min(3, len(limits))]...)
	if len(killed) > 0 {
		parts = append(parts, "Refuted and left out: "+quoted(killed, 2)+".")
	}
	return strings.Join(parts, " ")
}

// quoted lists up to n texts in quotation marks.
func quoted(texts []string, n int) string {
	var out []string
	for _, s := range texts[:min(n, len(texts))] {
		out = append(out, "“"+strings.TrimRight(text.ClipWords(clean(s), 140), ".")+"”")
	}
	if more := len(texts) - n; more > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %s more", spelled(more))
	}
	return list(out)
}

// openQuestions names what the findings leave unanswered.
func openQuestions(q question, kept []group) []string {
	out := []string{}
	if len(kept) == 0 {
		return append(out, fmt.Sprintf("Nothing that was read answers the question “%s”; would other sources?", q.text))
	}
	if missing := unanswered(q, kept); len(missing) > 0 {
		out = append(out, fmt.Sprintf("What do sources say about %s here?", list(missing)))
	}
	if yes, no := sides(q, kept); yes > 0 && no > 0 {
		out = append(out, "Why do the sources disagree?")
	}
	for _, g := range kept[:min(1, len(kept))] {
		if g.sites() == 1 {
			out = append(out, fmt.Sprintf("Does an independent source confirm this: “%s”?", strings.TrimRight(text.ClipWords(g.best().Claim, 160), ".")))
		}
	}
	return out
}

// unanswered returns the key words of a question that no finding has, nor the
// title of its source.
func unanswered(q question, kept []group) []string {
	have := map[string]bool{}
	for _, g := range kept {
		for _, m := range g.members {
			for _, t := range append(termsOf(m.Title+" "+m.Site), m.said.terms...) {
				have[t] = true
			}
		}
	}
	var out []string
	for _, w := range q.words {
		if t := termOf(strings.ToLower(w)); t != "" && !have[t] && !weak[t] && numberWords[strings.ToLower(w)] == 0 {
			out = append(out, "“"+w+"”")
		}
	}
	return out
}

// sentence returns s as one clean, finished sentence or a few.
func sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return ""
	}
	return finish(s)
}

func titleOf(s task.Survivor) string {
	if s.Title != "" {
		return s.Title
	}
	return s.Site
}

func capital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// spelled returns small counts as words.
func spelled(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// witnessID matches a witness's id behind its title: ids mean nothing outside a vote.
var witnessID = re(` \((?:S|E\d+)\)`)

package views

import (
	"cmp"
	"fmt"
	"slices"

	"assay/research"
)

// What the pages of reports without voters are drawn from.

// labelled reports whether there is something to say beside the claim of f.
func (f *Finding) labelled() bool {
	return f.Confidence != "" || f.Likelihood != "" || len(f.Labels) > 0
}

// loose returns the numbers of the findings that are in no section.
func (r *Report) loose() []int {
	placed := make(map[int]bool)
	for _, s := range r.Sections {
		for _, p := range s.Points {
			placed[p.Finding] = true
		}
	}
	var out []int
	for i := range r.Findings {
		if !placed[i+1] {
			out = append(out, i+1)
		}
	}
	return out
}

// looseTitle returns what the findings that are in no section are headed by.
func (r *Report) looseTitle() string {
	switch {
	case len(r.Sections) > 0:
		return "Other findings"
	case r.Brief:
		return "Key findings"
	}
	return "Findings"
}

// ruled reports whether a section was made by a rule, not by the writer: what it
// says without a claim is no analysis.
func (s *Section) ruled() bool { return s.Key == "confidence" }

// caveatsTitle returns what the caveats are headed by.
func (r *Report) caveatsTitle() string {
	if r.Method == "ledger" {
		return "Confidence and limitations"
	}
	return "Caveats"
}

// sectionID returns the id of the heading of a section, whose number is n from 1.
func sectionID(n int) string { return fmt.Sprintf("part%d", n) }

// claimNamed returns the claim with the given ID, or nil.
func (r *Report) claimNamed(id int) *Claim {
	i, ok := slices.BinarySearchFunc(r.Claims, id, func(c *Claim, id int) int { return c.ID - id })
	if !ok {
		return nil
	}
	return r.Claims[i]
}

// claimsNamed returns the claims with the given IDs that there are.
func (r *Report) claimsNamed(ids []int) []*Claim {
	var out []*Claim
	for _, id := range ids {
		if c := r.claimNamed(id); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// sourcesAt returns the sources at the given addresses.
func (r *Report) sourcesAt(urls []string) []*Source {
	var out []*Source
	for _, src := range r.Sources {
		if slices.Contains(urls, src.URL) || slices.Contains(urls, src.FinalURL) {
			out = append(out, src)
		}
	}
	return out
}

// lineNamed returns the line of research with the given number, or nil.
func (r *Report) lineNamed(n int) *Line {
	if n < 1 || n > len(r.Lines) {
		return nil
	}
	return r.Lines[n-1]
}

// name returns what to call a line of research.
func (l *Line) name() string { return cmp.Or(l.Label, l.Query, fmt.Sprintf("Line %d", l.N)) }

// A bench is a researcher and the tasks it carried out, by round.
type bench struct {
	Researcher string
	Lines      []*Line
}

// benches returns the researchers of a team, by letter.
func (r *Report) benches() []bench {
	var out []bench
	for _, l := range r.Lines {
		if l.Researcher == "" {
			continue
		}
		i := slices.IndexFunc(out, func(b bench) bool { return b.Researcher == l.Researcher })
		if i < 0 {
			i, out = len(out), append(out, bench{Researcher: l.Researcher})
		}
		out[i].Lines = append(out[i].Lines, l)
	}
	slices.SortStableFunc(out, func(a, b bench) int { return cmp.Compare(a.Researcher, b.Researcher) })
	return out
}

// A branching is a line of research with those that grew out of it.
type branching struct {
	*Line
	Below []branching
}

// grown returns the lines of research as trees. A line whose parent does not
// come before it is a root.
func (r *Report) grown() []branching { return r.below(0) }

func (r *Report) below(parent int) []branching {
	var out []branching
	for _, l := range r.Lines {
		at := l.Parent
		if at >= l.N || at < 0 {
			at = 0
		}
		if at == parent {
			out = append(out, branching{l, r.below(l.N)})
		}
	}
	return out
}

// brought says what a line of research brought.
func (l *Line) brought() string {
	var parts []string
	for _, n := range []struct {
		N        int
		One, All string
	}{{l.Pages, "page", "pages"}, {len(l.Claims), "claim", "claims"}, {len(l.FollowUps), "follow-up question", "follow-up questions"}} {
		if n.N > 0 {
			parts = append(parts, quantity(n.N, n.One, n.All))
		}
	}
	return join(", ", string(l.Task), either(l.Failed != "", "failed", ""), cmp.Or(join(", ", parts...), either(l.Failed != "", "", "no claims")))
}

// coverageWords says how far a subtopic is covered.
func coverageWords(c research.Coverage) string {
	switch c {
	case research.Covered:
		return "covered"
	case research.PartlyCovered:
		return "partly covered"
	case research.NotCovered:
		return "open"
	}
	return string(c)
}

// covered returns the lines of research whose coverage was assessed.
func (r *Report) covered() []*Line {
	return slices.DeleteFunc(slices.Clone(r.Lines), func(l *Line) bool { return len(l.Coverage) == 0 })
}

// pickedWords says how the branches of a round of an exploration were picked.
func pickedWords(how string) string {
	switch how {
	case "scan":
		return "first look around"
	case "picked":
		return "picked by you"
	case "asked":
		return "asked by you"
	case "continued":
		return "the most promising deep dives"
	}
	return how
}

// plain returns the quote without the mark of what voters made of it.
func (q citation) plain() citation {
	q.Class = "plain"
	return q
}

package views

import (
	"cmp"
	"fmt"
	"slices"

	"assay/research"
)

// A content is a section of a report's page.
type content struct {
	ID, Title string
	N         int // entries
}

// contents returns the sections that p's report has, in order.
func (p RunPage) contents() []content {
	r := p.Report
	all := p.triedContents()
	if !r.voted() {
		all = p.toldContents()
	}
	all = append(all, content{"premises", "Starts from", len(r.Premises)})
	if r.Caveats != "" {
		all = append(all, content{"caveats", r.caveatsTitle(), -1})
	}
	related := len(p.Related)
	if p.From != nil {
		related++
	}
	all = append(all,
		content{"open", "Open questions", len(r.OpenQuestions)},
		content{"branches", "Related reports", related},
		content{"sources", "Sources", cmp.Or(len(r.Sources)+len(r.Blocked), -1)},
		content{"made", "How this was made", -1})
	return slices.DeleteFunc(all, func(c content) bool { return c.N == 0 })
}

// triedContents returns the sections on findings and claims that went before voters.
func (p RunPage) triedContents() []content {
	r := p.Report
	if p.State.Report == nil {
		return []content{{"h-claims", "Claims", cmp.Or(len(r.Claims), -1)}}
	}
	return []content{
		{"answer", "Short answer", -1},
		{"findings", "Findings", len(r.Findings)},
		{"refuted", "Refuted", len(r.Refuted)},
		{"qualified", "With a caveat", len(r.Qualified)},
		{"undecided", "Undecided", len(r.Unverified)},
		{"untested", "Not tested", r.untested()},
		{"omitted", "In no finding", len(r.Omitted)},
	}
}

// toldContents returns the sections of a report without voters.
func (p RunPage) toldContents() []content {
	r := p.Report
	var all []content
	if p.State.Report != nil {
		all = append(all, content{"answer", "Short answer", -1})
		for i, s := range r.Sections {
			all = append(all, content{sectionID(i + 1), cmp.Or(line(s.Title), "Untitled"), cmp.Or(len(s.Points), -1)})
		}
		all = append(all,
			content{"findings", r.looseTitle(), len(r.loose())},
			content{"disputes", "Disagreements", len(r.Disputes)},
			content{"gaps", "Unverified", len(r.Gaps)})
	}
	all = append(all,
		content{"proposals", "Not reported", cmp.Or(len(r.turnedDown()), -min(len(r.Proposals), 1))},
		content{"coverage", "Coverage", len(r.covered())},
		content{"team", "Researchers", len(r.benches())},
		content{"rounds", "Rounds", len(r.Triages)})
	if r.Method == "tree" {
		all = append(all, content{"tree", "The tree", len(r.Lines)})
	}
	if r.Map != nil {
		all = append(all, content{"h-map", "Research map", cmp.Or(len(r.Map.Explored), -1)})
	}
	return append(all,
		content{"contradicted", "Did not hold", len(r.Refuted)},
		content{"unused", either(p.State.Report != nil, "In no finding", "Claims"), len(r.unused())})
}

// leading returns the sources that the answer rests on first: the strongest of
// each finding, each once.
func (p RunPage) leading() []*Source { return p.Report.leading() }

func (r *Report) leading() []*Source {
	var out []*Source
	for _, f := range r.Findings {
		if len(f.Sources) > 0 && !slices.Contains(out, f.Sources[0]) {
			out = append(out, f.Sources[0])
		}
	}
	return out
}

// usedIn says which findings rest on src, or what else became of it.
func (p RunPage) usedIn(src *Source) string {
	var in []string
	for i, f := range p.Report.Findings {
		if slices.Contains(f.Sources, src) {
			in = append(in, fmt.Sprint(i+1))
		}
	}
	switch {
	case len(in) == 1:
		return "finding " + in[0]
	case len(in) > 1:
		return "findings " + join(", ", in...)
	case src.Used == UseRefuted:
		return "a claim was refuted"
	case src.Used == Cited:
		return "cited beside the findings"
	}
	return "not cited"
}

// bestQuote returns the quote that speaks for src: of a finding, else of any claim.
func (p RunPage) bestQuote(src *Source) (Quote, bool) {
	for _, f := range p.Report.Findings {
		for _, q := range f.Quotes {
			if q.N == src.N {
				return q, true
			}
		}
	}
	for _, c := range p.Report.Claims {
		if slices.Contains(c.Sources, src) {
			return c.Quotes[0], true
		}
	}
	return Quote{}, false
}

// ledBy returns the label of the line of research that led to src, or "".
func (p RunPage) ledBy(src *Source) string {
	for _, page := range p.State.Pages {
		if l := p.Report.lineNamed(page.Angle); page.N == src.Page && l != nil {
			return l.Label
		}
	}
	return ""
}

// name returns what to call a source.
func (src Source) name() string { return cmp.Or(src.Title, hostOf(src.URL)) }

// refuting returns the votes that refute, the surest first.
func refuting(votes []Vote) []Vote {
	out := slices.DeleteFunc(slices.Clone(votes), func(v Vote) bool { return v.Verdict != research.RefutedVote })
	slices.SortStableFunc(out, func(a, b Vote) int { return cmp.Compare(b.Confidence.Rank(), a.Confidence.Rank()) })
	return out
}

// caveatsIn returns what voters attached, each once.
func caveatsIn(votes []Vote) []string {
	var out []string
	for _, v := range votes {
		if v.Verdict == research.QualifiedVote && v.Caveat != "" && !slices.Contains(out, v.Caveat) {
			out = append(out, v.Caveat)
		}
	}
	return out
}

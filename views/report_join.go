package views

import (
	"cmp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/port"
)

// ReportOf joins up the report of s. It may be called at any time: a run that
// has no report yet, or never will, shows the claims and sources it has.
func ReportOf(s *research.State) *Report {
	r := &Report{
		ID: s.ID, Question: s.Question, Method: s.Method, Created: s.Created, Programs: s.Programs,
		State: s.Status, Reason: s.Reason, Model: strings.Join(s.Models, ", "),
		Rejected: len(s.Rejected), Rejections: rejectionsOf(s), Engines: append([]port.EngineFailed{}, s.Engines...),
		Findings: []*Finding{}, Claims: []*Claim{}, Refuted: []*Claim{}, Qualified: []*Claim{}, Unverified: []*Claim{},
		OpenQuestions: []string{}, Notes: []string{}, Sources: []*Source{}, Blocked: []Blocked{}, Dropped: []Dropped{}, Omitted: []Omission{},
		Plan: []research.AnglePlanned{}, Sections: []*Section{}, Disputes: []Dispute{}, Gaps: []research.Gap{},
		Proposals: []*Proposal{}, Premises: list(s.Premises), Lines: []*Line{}, Triages: []Triage{}, Map: WholeMap(s.Map), Asked: enginesOf(s),
	}
	if from := s.Report; from != nil {
		r.Summary, r.Confidence, r.Why, r.Caveats = from.Summary, from.Confidence, from.Why, from.Caveats
		r.OpenQuestions = append(r.OpenQuestions, from.OpenQuestions...)
		r.Notes = append(r.Notes, from.Notes...)
		r.Parameters, r.Brief, r.Likelihood, r.Gaps = from.Parameters, from.Brief, from.Likelihood, list(from.Gaps)
		r.ReadingMinutes = readingMinutes(from)
	}
	for _, a := range s.Angles {
		r.Plan = append(r.Plan, a.AnglePlanned)
	}
	r.Stats = statsOf(s, len(s.Findings))
	j := joiner{Report: r, run: s, sources: make(map[int]*Source), claims: make(map[int]*Claim)}
	j.addPages()
	j.addDropped()
	j.addClaims()
	j.addFindings()
	if from := s.Report; from != nil {
		j.addSections()
		j.Disputes = disputes(from.Disputes, j.citing)
	}
	j.sortClaims()
	j.numberSources()
	j.addProposals()
	j.addLines()
	j.addTriages()
	j.addSourceLines()
	return r
}

// enginesOf returns the search engines that found something, by name.
func enginesOf(s *research.State) []string {
	names := []string{}
	for _, a := range s.Angles {
		for _, h := range a.Hits {
			names = append(names, h.Hit.Engines...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A joiner fills a Report.
type joiner struct {
	*Report
	run     *research.State
	sources map[int]*Source // by page number
	claims  map[int]*Claim  // by ID
}

func (j joiner) addPages() {
	for _, p := range j.run.Pages {
		if p.Blocked != "" {
			j.Blocked = append(j.Blocked, Blocked{p.URL, p.Title, p.Blocked})
		}
		if f := p.Read; f != nil {
			j.sources[p.N] = &Source{
				URL: f.URL, FinalURL: f.FinalURL, Title: f.Title, Author: f.Author, Site: f.Site,
				Grade: f.Grade, Published: f.Published, Used: Uncited, Fetched: f.Fetched, Hash: f.Hash, Page: p.N,
			}
		}
	}
}

// addDropped adds the results that were not read. One that leads to a page
// another led to is not among them: that page was read, or is there itself.
func (j joiner) addDropped() {
	for _, a := range j.run.Angles {
		for _, d := range a.Dropped {
			if !strings.HasPrefix(d.Reason, "duplicate") {
				j.Dropped = append(j.Dropped, Dropped{d.URL, a.N, d.Reason})
			}
		}
	}
}

func (j joiner) addClaims() {
	for _, c := range j.run.Claims {
		claim := &Claim{
			ID: c.ID, Claim: c.Text, Outcome: Untested, Importance: c.Importance, Vote: voteOf(c.Tally()), Kind: c.Sort, Line: c.LineOf(),
			Votes: votesOn(c), Caveats: caveatsOf(c), Quotes: []Quote{}, Sources: []*Source{}, Checks: checksOf(c),
		}
		switch {
		case c.Judged != nil:
			claim.Outcome, claim.Word, claim.Why = c.Judged.Outcome, c.Judged.Word, c.Judged.Why
		case c.Dropped != "":
			claim.Why = c.Dropped
		default:
			claim.Why = j.whyUntested()
		}
		if src := j.sources[c.Page]; src != nil {
			claim.Sources = append(claim.Sources, src)
		}
		j.claims[c.ID] = claim
		j.Claims = append(j.Claims, claim)
	}
}

// whyUntested says why a claim that nobody dropped was never judged. Methods
// without voters judge only what they report.
func (j joiner) whyUntested() string {
	switch {
	case !j.State.Over():
		return "not judged yet"
	case verifies(j.Method):
		return "the run ended before it was judged"
	case j.run.Report == nil:
		return "the run ended before it was used"
	}
	return ""
}

func (j joiner) addFindings() {
	for i, f := range j.run.Findings {
		finding := &Finding{
			Claim: f.Claim, Confidence: f.Confidence, Why: f.Why, Vote: voteOf(f.Tally), Evidence: f.Evidence,
			Likelihood: f.Likelihood, Labels: list(f.Labels),
			Quotes: []Quote{}, Sources: []*Source{}, Claims: append([]int{}, f.Claims...), Votes: []Vote{},
		}
		rests := j.behind(f)
		for _, c := range rests {
			claim := j.claims[c.ID]
			claim.Finding = cmp.Or(claim.Finding, i+1)
			for _, src := range claim.Sources {
				j.cite(src)
				if !slices.Contains(finding.Sources, src) {
					finding.Sources = append(finding.Sources, src)
				}
			}
		}
		if len(rests) > 0 {
			finding.Votes = votesOn(rests[0])
		}
		finding.Objection, finding.Corroboration = objection(rests), corroboration(rests)
		j.Findings = append(j.Findings, finding)
	}
}

// behind returns the claims that f rests on, the strongest first.
func (j joiner) behind(f research.Finding) []*research.ClaimState {
	var out []*research.ClaimState
	for _, id := range f.Claims {
		if i := slices.IndexFunc(j.run.Claims, func(c *research.ClaimState) bool { return c.ID == id }); i >= 0 {
			out = append(out, j.run.Claims[i])
		}
	}
	return out
}

// cite puts src among the numbered sources.
func (j joiner) cite(src *Source) {
	if src.Used != Cited {
		src.Used = Cited
		j.Sources = append(j.Sources, src)
		src.N = len(j.Sources)
	}
}

// sortClaims lists the claims by what became of them.
func (j joiner) sortClaims() {
	for _, c := range j.Claims {
		switch {
		case c.Outcome == research.Refuted:
			j.Refuted = append(j.Refuted, c)
			for _, src := range c.Sources {
				if src.Used == Uncited {
					src.Used = UseRefuted
				}
			}
		case c.Outcome == research.Unverified:
			j.Unverified = append(j.Unverified, c)
		case c.Outcome == research.Upheld && slices.ContainsFunc(c.Votes, Vote.qualifies):
			j.Qualified = append(j.Qualified, c)
		}
		if why := j.whyOmitted(c.ID); why != "" && c.Finding == 0 && !j.voted() {
			c.Why = why
		}
		if c.Outcome == research.Upheld && c.Finding == 0 {
			j.Omitted = append(j.Omitted, Omission{c.ID, c.Claim, c.Vote, j.whyOmitted(c.ID)})
		}
	}
}

// whyOmitted says why an upheld claim is in no finding.
func (j joiner) whyOmitted(id int) string {
	if j.run.Report == nil {
		return "no report was written"
	}
	for _, o := range j.run.Report.Omitted {
		if o.Claim == id {
			return o.Why
		}
	}
	return ""
}

// numberSources numbers the sources that no finding cites and, now that all
// have their numbers, fills in the quotes.
func (j joiner) numberSources() {
	for _, p := range j.run.Pages {
		if src := j.sources[p.N]; src != nil && src.N == 0 {
			j.Sources = append(j.Sources, src)
			src.N = len(j.Sources)
		}
	}
	for _, c := range j.run.Claims {
		j.claims[c.ID].Quotes = append(j.claims[c.ID].Quotes, quoteOf(c, j.sources[c.Page]))
	}
	for i, f := range j.run.Findings {
		for _, c := range j.behind(f) {
			j.Findings[i].Quotes = append(j.Findings[i].Quotes, quoteOf(c, j.sources[c.Page]))
		}
	}
}

package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/confidence"
	"assay/research/draft"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/task"
	"assay/research/text"
)

// nothing is the answer when no claim survived.
const nothing = "No claims survived 3-vote adversarial verification."

// write reports what the run established.
func write(ctx context.Context, r *engine.Run, b task.Brief, pages []*gather.Page, judged []*research.ClaimState) (*research.Report, error) {
	var alive []*research.ClaimState
	var dead []string
	waiting := 0
	for _, c := range judged {
		switch c.Judged.Outcome {
		case research.Upheld:
			alive = append(alive, c)
		case research.Refuted:
			dead = append(dead, c.Text)
		default:
			waiting++
		}
	}
	report := &research.Report{MaxPages: maxPages}
	if waiting > 0 {
		report.Partial = fmt.Sprintf("%d of %d claims could not be verified: too few of their votes could be cast", waiting, len(judged))
	}
	if len(alive) == 0 {
		barren(report, pages, len(judged), len(dead))
		return report, nil
	}
	if r.Options.Claim != 0 { // one claim needs no writer
		fill(report, group(alive), alive)
		report.Caveats = "Only this claim was put before the voters."
		return report, draft.Note(ctx, r, report)
	}
	comp, err := compose(ctx, r, b, alive, dead)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		comp = group(alive)
		note := fmt.Sprintf("No writer could be heard (%v). The findings are the surviving claims in their own words, grouped by likeness.", err)
		report.Notes = append(report.Notes, note)
		report.Partial = cmp.Or(report.Partial, "the report was put together without a writer")
	}
	fill(report, comp, alive)
	return report, draft.Note(ctx, r, report)
}

// barren says why there are no findings.
func barren(report *research.Report, pages []*gather.Page, judged, dead int) {
	read, used := 0, 0
	var why error
	for _, p := range pages {
		switch {
		case p.Used:
			used++
		case p.Text != "":
			why = p.Why
		}
		if p.Text != "" {
			read++
		}
	}
	switch {
	case dead > 0:
		report.Summary = fmt.Sprintf("%s %d of %d were refuted; they are listed below with the reasons, and may be worth a manual look.", nothing, dead, judged)
	case judged > 0:
		report.Summary = fmt.Sprintf("None of the %d claims found could be verified: their votes could not be cast. Nothing was refuted either.", judged)
	case len(pages) == 0:
		report.Summary = "The searches found no pages, so there was nothing to test."
	case read == 0:
		report.Summary = fmt.Sprintf("All %d pages found were blocked or could not be read, so there was nothing to test. The reasons are listed with the sources.", len(pages))
		report.Partial = "every page was blocked"
	case used == 0:
		report.Summary = fmt.Sprintf("%d pages were read, but claims could be taken from none of them (%v), so there was nothing to test.", read, why)
		report.Partial = "no claims could be taken from the pages that were read"
	default:
		report.Summary = fmt.Sprintf("%d pages were read, but none of them makes a claim on the question that is backed by a quote.", read)
	}
	report.Confidence, report.Why = research.Low, "nothing was established"
}

// compose has the writer put the surviving claims together.
func compose(ctx context.Context, r *engine.Run, b task.Brief, alive []*research.ClaimState, dead []string) (task.Composition, error) {
	in := &task.ComposeTask{Brief: b, Killed: dead}
	for _, c := range alive {
		in.Claims = append(in.Claims, survivor(c))
	}
	t := prompts.Task(engine.Writer, task.NameCompose, in)
	t.Mend = true // claims are named by number, and every number is checked
	return engine.Ask(ctx, r, t, func(c task.Composition) error { return complete(c, alive) })
}

// survivor is a claim as the writer gets to see it.
func survivor(c *research.ClaimState) task.Survivor {
	s := task.Survivor{
		ID: c.ID, Claim: c.Text, Quote: c.Quote, Vote: c.Tally().String(), Importance: c.Importance,
		Title: c.Source.Title, Site: text.Site(c.Source.URL), Grade: c.Source.Read.Grade, Published: c.Source.Read.Published,
	}
	best := 0
	for _, v := range c.Votes {
		if rank := v.Confidence.Rank(); v.Verdict == research.UpheldVote && rank > best {
			best, s.Evidence = rank, v.Evidence
		}
		if v.Caveat != "" {
			s.Caveats = append(s.Caveats, v.Caveat)
		}
	}
	return s
}

// complete says what is wrong with a composition: every surviving claim must
// be in a finding or listed as omitted, and no other may be named.
func complete(c task.Composition, alive []*research.ClaimState) error {
	placed := make(map[int]bool)
	place := func(id int) error {
		if placed[id] {
			return fmt.Errorf("claim #%d has more than one place", id)
		}
		if !slices.ContainsFunc(alive, func(c *research.ClaimState) bool { return c.ID == id }) {
			return fmt.Errorf("there is no claim #%d", id)
		}
		placed[id] = true
		return nil
	}
	for _, f := range c.Findings {
		if len(f.Claims) == 0 {
			return fmt.Errorf("the finding %q names no claim", f.Claim)
		}
		for _, id := range f.Claims {
			if err := place(id); err != nil {
				return err
			}
		}
	}
	for _, o := range c.Omitted {
		if err := place(o.Claim); err != nil {
			return err
		}
	}
	var missing []string
	for _, a := range alive {
		if !placed[a.ID] {
			missing = append(missing, fmt.Sprintf("#%d", a.ID))
		}
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("these claims are in no finding and not omitted: %s", strings.Join(missing, ", "))
	case len(c.Findings) == 0:
		return fmt.Errorf("there are no findings")
	case strings.TrimSpace(c.Summary) == "":
		return fmt.Errorf("the summary is empty")
	}
	return nil
}

// fill turns a composition into the report: numbers become claims, and
// confidence and order follow from votes and sources, not from the writer.
func fill(report *research.Report, comp task.Composition, alive []*research.ClaimState) {
	for _, f := range comp.Findings {
		claims := pick(alive, f.Claims)
		finding := research.Finding{Claim: gather.Clean(f.Claim), Evidence: gather.Strip(f.Evidence), Tally: claims[0].Tally()}
		for _, c := range claims {
			finding.Claims = append(finding.Claims, c.ID)
		}
		finding.Confidence, finding.Why = confidence.Of(claims)
		report.Findings = append(report.Findings, finding)
	}
	central := func(f research.Finding) int { return pick(alive, f.Claims)[0].Importance.Rank() }
	slices.SortStableFunc(report.Findings, func(a, b research.Finding) int {
		return cmp.Or(cmp.Compare(b.Confidence.Rank(), a.Confidence.Rank()), cmp.Compare(central(b), central(a)))
	})
	report.Summary, report.Caveats = gather.Strip(comp.Summary), gather.Strip(comp.Caveats)
	for _, q := range comp.OpenQuestions {
		if q = gather.Clean(q); q != "" {
			report.OpenQuestions = append(report.OpenQuestions, q)
		}
	}
	for _, o := range comp.Omitted {
		report.Omitted = append(report.Omitted, research.Omission{Claim: o.Claim, Why: gather.Clean(o.Why)})
	}
	report.Confidence, report.Why = report.Findings[0].Confidence, "the leading finding: "+report.Findings[0].Why
}

// pick returns the claims with the given IDs, each once, the strongest first:
// by votes for it, then by fewer against, then by its importance and source.
func pick(alive []*research.ClaimState, ids []int) []*research.ClaimState {
	var out []*research.ClaimState
	for _, c := range alive {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *research.ClaimState) int {
		return cmp.Or(
			cmp.Compare(b.Tally().Upheld, a.Tally().Upheld),
			cmp.Compare(a.Tally().Refuted, b.Tally().Refuted))
	})
	return out
}

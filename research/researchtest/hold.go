package researchtest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"assay/research"
	"assay/research/engine"
)

// reportsWhatItHolds checks that the report rests on what the run found: its
// claims are there and from pages that were read, its points are its findings,
// and its prose holds neither addresses nor numbers of claims.
func reportsWhatItHolds(ctx context.Context, m *engine.Method, file string) error {
	tr, _, err := try(ctx, m, file)
	if err != nil {
		return err
	}
	return tr.holds(ctx)
}

// holds is reportsWhatItHolds for a run that has ended.
func (tr *trial) holds(ctx context.Context) error {
	s, events, err := tr.state(ctx)
	if err != nil {
		return err
	}
	earlier, err := tr.premises(ctx, s)
	if err != nil {
		return err
	}
	b := book{s}
	return errors.Join(numbersOnce(events), earlier, b.facts(), b.findings(), b.body(), b.prose())
}

// A book is what a run may report.
type book struct{ *research.State }

// known says which of the claims, named in some place, the run did not find.
func (b book) known(place string, claims ...int) error {
	for _, id := range claims {
		switch c := b.claim(id); {
		case c == nil || c.Source == nil:
			return fmt.Errorf("%s names claim %d, which was not found", place, id)
		case c.Source.Read == nil:
			return fmt.Errorf("%s names claim %d, whose page %d was not read", place, id, c.Page)
		}
	}
	return nil
}

func (b book) claim(id int) *research.ClaimState {
	i := slices.IndexFunc(b.Claims, func(c *research.ClaimState) bool { return c.ID == id })
	if i < 0 {
		return nil
	}
	return b.Claims[i]
}

// sides checks the claims that disputes name.
func (b book) sides(place string, disputes []research.Dispute) (err error) {
	for _, d := range disputes {
		for _, side := range d.Sides {
			err = errors.Join(err, b.known(place, side.Claims...))
		}
	}
	return err
}

// facts checks what the run told on its way.
func (b book) facts() (err error) {
	for _, c := range b.Claims {
		err = errors.Join(err, b.known("the journal", c.ID))
		for _, v := range c.Checks {
			err = errors.Join(err, b.known(fmt.Sprintf("the check of claim %d", c.ID), slices.Concat(v.For, v.Against)...))
		}
	}
	for _, p := range b.Proposals {
		place := fmt.Sprintf("proposal %d", p.N)
		if p.Text == "" {
			err = errors.Join(err, fmt.Errorf("%s was reviewed, but not made", place))
		}
		err = errors.Join(err, b.known(place, p.Claims...))
	}
	for _, a := range b.Angles {
		for _, c := range a.Coverage {
			err = errors.Join(err, b.sides(fmt.Sprintf("the coverage of line %d", a.N), c.Conflicts))
		}
	}
	return errors.Join(err, b.rounds())
}

// rounds checks what triages and maps name.
func (b book) rounds() (err error) {
	for _, t := range b.Triages {
		place := fmt.Sprintf("the triage of round %d", t.Round)
		for _, p := range t.Points {
			err = errors.Join(err, b.known(place, p.Claims...))
		}
		err = errors.Join(err, b.sides(place, t.Conflicts))
	}
	if b.Map == nil {
		return err
	}
	for _, e := range b.Map.Explored {
		err = errors.Join(err, b.known("the map", e.Claims...))
	}
	for _, k := range b.Map.KeyFindings {
		err = errors.Join(err, b.known("the map's key findings", k.Claims...))
	}
	return err
}

// findings checks that each rests on a claim that was not refuted.
func (b book) findings() (err error) {
	for i, f := range b.Findings {
		place := fmt.Sprintf("finding %d", i+1)
		if len(f.Claims) == 0 {
			err = errors.Join(err, fmt.Errorf("%s rests on no claim", place))
		}
		err = errors.Join(err, b.known(place, f.Claims...))
		for _, id := range f.Claims {
			if c := b.claim(id); c != nil && c.Judged != nil && c.Judged.Outcome == research.Refuted {
				err = errors.Join(err, fmt.Errorf("%s rests on claim %d, which was refuted", place, id))
			}
		}
	}
	return err
}

// body checks the sections, the disputes and what was left out.
func (b book) body() (err error) {
	if b.Report == nil {
		return nil
	}
	for _, s := range b.Report.Sections {
		place := fmt.Sprintf("the section %q", s.Title)
		for _, p := range s.Points {
			switch {
			case p.Finding < 0 || p.Finding > len(b.Findings):
				err = errors.Join(err, fmt.Errorf("%s names finding %d of %d", place, p.Finding, len(b.Findings)))
			case p.Finding == 0 && p.Text == "":
				err = errors.Join(err, fmt.Errorf("%s has a point that says nothing", place))
			}
			err = errors.Join(err, b.known(place, p.Claims...))
		}
	}
	for _, o := range b.Report.Omitted {
		err = errors.Join(err, b.known("what was left out", o.Claim))
	}
	return errors.Join(err, b.sides("a dispute", b.Report.Disputes))
}

// stray is what only a model could have put into a report's prose.
var stray = regexp.MustCompile(`(?i)\bhttps?://|\bwww\.|\[#`)

// prose checks the report's own words.
func (b book) prose() (err error) {
	if b.Report == nil {
		return nil
	}
	check := func(place string, texts ...string) {
		for _, t := range texts {
			if found := stray.FindString(t); found != "" {
				err = errors.Join(err, fmt.Errorf("%s holds %q: %s", place, found, t))
			}
		}
	}
	check("the summary", b.Report.Summary)
	check("the caveats", b.Report.Caveats)
	check("an open question", b.Report.OpenQuestions...)
	for _, f := range b.Findings {
		check("a finding", f.Claim, f.Evidence)
	}
	for _, s := range b.Report.Sections {
		check("a title", s.Title)
		for _, p := range s.Points {
			check("a point", p.Label, p.Text)
		}
	}
	for _, g := range b.Report.Gaps {
		check("a gap", g.What, g.Why)
	}
	for _, d := range b.Report.Disputes {
		check("a dispute", d.About, d.Why)
		for _, side := range d.Sides {
			check("a side", side.Says)
		}
	}
	return err
}

package team

import (
	"context"
	"fmt"

	"assay/research"
	"assay/research/gather"
)

// plan splits the question into angles, one for each researcher: as many as the
// scope has researchers, or one more or fewer if the question has them. A plan
// that much hangs on is shown before it is followed.
func (t *team) plan(ctx context.Context) (err error) {
	if t.brief, err = gather.Brief(ctx, t.run); err != nil {
		return err
	}
	split := gather.Split{
		Into: "angles", Min: t.scope.researchers - 1, Max: t.scope.researchers + 1, Prompts: prompts,
		Offer: t.invests(), About: t.about(), Type: t.kind.Type, Parts: t.kind.Parts,
	}
	angles, notes, err := split.Lines(ctx, t.run, t.brief)
	if err != nil {
		return err
	}
	t.notes = append(t.notes, notes...)
	for i, a := range angles {
		k := &assignment{AnglePlanned: research.AnglePlanned{Angle: a, Round: 1, Researcher: letter(i)}}
		if err := t.add(ctx, k); err != nil {
			return err
		}
	}
	if len(angles) != t.kind.Researchers {
		t.kind.Researchers = len(angles)
		return t.run.Note(ctx, t.kind)
	}
	return nil
}

// prefer says which sources weigh most for a type of question.
var prefer = map[research.QuestionType]string{
	research.FactualQuestion:    "Prefer the record, register, standard or maker that can settle it over those who repeat it.",
	research.ScientificQuestion: "Prefer systematic reviews, guidelines and trials, with their design and size, over news about them.",
	research.ConsumerQuestion:   "Prefer independent tests and the long experience of owners over makers and shops; prices and models need a date.",
	research.TechnicalQuestion:  "Prefer documentation, source code, specifications and measurements of the version in question, and reports from practice.",
	research.OpinionQuestion:    "Prefer surveys with their method and sample, and people in their own words; say whose opinion it is.",
	research.ContestedQuestion:  "Look for each position at its strongest, from those who hold it, and for the data that they argue about.",
	research.EmergingQuestion:   "Prefer what is recent and first-hand; tell results from announcements, and date everything.",
}

// hint tells a researcher what type of question it works on.
func (t *team) hint() string {
	return fmt.Sprintf("The question is of the type %s. %s", t.kind.Type, prefer[t.kind.Type])
}

// known are the researcher's own earlier findings: all that it may know.
func (t *team) known(researcher string) []string {
	var out []string
	for _, c := range t.claims {
		if c.by.Researcher == researcher {
			out = append(out, c.Text)
		}
	}
	return out
}

// asked are the queries that the researcher made in earlier rounds.
func (t *team) asked(researcher string) []string {
	var out []string
	for _, k := range t.tasks {
		if k.Researcher == researcher && k.Round < t.round {
			out = append(out, k.queries...)
		}
	}
	return out
}

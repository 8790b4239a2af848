package reader

import (
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

const seen = "The Great Wall of China is visible from the Moon."

func witness(id, host, text string, g research.SourceGrade, published string) research.Witness {
	return research.Witness{ID: id, URL: "https://" + host + ".example/", Title: strings.ToUpper(host), Text: text, Grade: g, Published: published}
}

func TestVote(t *testing.T) {
	denial := witness("E1", "observatory", "Astronomers have looked. The Great Wall of China is not visible from the Moon.", research.Primary, "2020")
	support := witness("E2", "gazette", "The Great Wall of China can be seen from the Moon.", research.Secondary, "2019")
	for name, c := range map[string]struct {
		task            task.VoteTask
		verdict         research.Verdict
		source, counter string
	}{
		"contradicted":              {task.VoteTask{Lens: research.Corroborated, Evidence: []research.Witness{denial}, Source: witness("S", "trivia", seen, research.Blog, "")}, research.RefutedVote, "E1", "E1"},
		"supported":                 {task.VoteTask{Lens: research.Corroborated, Evidence: []research.Witness{support}, Source: witness("S", "trivia", seen, research.Blog, "")}, research.UpheldVote, "E2", ""},
		"own site does not support": {task.VoteTask{Lens: research.Corroborated, Evidence: []research.Witness{witness("E1", "trivia", seen, research.Primary, "")}, Source: witness("S", "trivia", seen, research.Blog, "")}, research.RefutedVote, "S", ""},
		"in doubt":                  {task.VoteTask{Lens: research.Corroborated, Source: witness("S", "trivia", seen, research.Forum, "")}, research.RefutedVote, "S", ""},
		"alone but primary":         {task.VoteTask{Lens: research.Corroborated, Source: witness("S", "docs", seen, research.Primary, "")}, research.UpheldVote, "S", ""},
		"primary in plain words":    {task.VoteTask{Lens: research.InContext, Source: witness("S", "docs", seen, research.Primary, "")}, research.UpheldVote, "S", ""},
		"unreliable only":           {task.VoteTask{Lens: research.InContext, Source: witness("S", "trivia", seen, research.Unreliable, "")}, research.RefutedVote, "S", ""},
		"taken back":                {task.VoteTask{Lens: research.InContext, Context: seen + " That is a myth.", Source: witness("S", "docs", seen, research.Primary, "")}, research.RefutedVote, "S", "S"},
		"hearsay":                   {task.VoteTask{Lens: research.InContext, Quote: "Many people believe that the Great Wall of China is visible from the Moon.", Source: witness("S", "docs", seen, research.Primary, "")}, research.RefutedVote, "S", ""},
		"quote says something else": {task.VoteTask{Lens: research.InContext, Quote: "The Moon has no air and little water at its poles.", Source: witness("S", "docs", seen, research.Primary, "")}, research.RefutedVote, "S", ""},
		"better sources against":    {task.VoteTask{Lens: research.InContext, Evidence: []research.Witness{denial}, Source: witness("S", "blog", seen, research.Blog, "")}, research.RefutedVote, "E1", "E1"},
		"outdated":                  {task.VoteTask{Lens: research.InScope, Evidence: []research.Witness{denial}, Source: witness("S", "reprint", seen, research.Secondary, "1998")}, research.RefutedVote, "E1", "E1"},
		"in scope":                  {task.VoteTask{Lens: research.InScope, Source: witness("S", "docs", seen, research.Primary, "2020")}, research.UpheldVote, "S", ""},
		"holds then":                {task.VoteTask{Lens: research.InScope, Claim: "Saturn currently has 62 known moons.", Today: "2026-01-01", Source: witness("S", "almanac", "", research.Primary, "2009")}, research.QualifiedVote, "S", ""},
		"holds under a condition":   {task.VoteTask{Lens: research.InScope, Claim: "Vitamin C prevents colds.", Context: "Vitamin C prevents colds only in people under extreme stress.", Source: witness("S", "docs", "", research.Primary, "2020")}, research.QualifiedVote, "S", ""},
	} {
		t.Run(name, func(t *testing.T) {
			job := c.task
			if job.Claim == "" {
				job.Claim = seen
			}
			if job.Quote == "" {
				job.Quote = job.Claim
			}
			if job.Context == "" {
				job.Context = job.Quote
			}
			b := vote(&job)
			if b.Verdict != c.verdict || b.Source != c.source || b.CounterSource != c.counter {
				t.Errorf("got %+v, want %s by %s against %q", b, c.verdict, c.source, c.counter)
			}
			if b.Evidence == "" || (b.Caveat != "") != (b.Verdict == research.QualifiedVote) {
				t.Errorf("reason %q, caveat %q of a vote %s", b.Evidence, b.Caveat, b.Verdict)
			}
		})
	}
}

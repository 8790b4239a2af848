package reader

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"assay/research"
	"assay/research/researchtest/corpora"
	"assay/research/task"
)

// corpus opens a file of the shared test data, which stand beside the repository.
func corpus(t testing.TB, path string) *os.File {
	t.Helper()
	f, err := os.Open(corpora.Path(t, path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func lines[T any](t testing.TB, path string) []T {
	t.Helper()
	var out []T
	scan := bufio.NewScanner(corpus(t, path))
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		var v T
		if err := json.Unmarshal(scan.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A score counts verdicts against labels.
type score struct{ upTrue, upFalse, refTrue, refFalse, highTrue, highFalse int }

func (s *score) add(supported bool, b task.Ballot) {
	up := b.Verdict != research.RefutedVote
	switch {
	case up && supported:
		s.upTrue++
	case up:
		s.upFalse++
	case supported:
		s.refFalse++
	default:
		s.refTrue++
	}
	if b.Verdict == research.UpheldVote && b.Confidence != research.Low {
		if supported {
			s.highTrue++
		} else {
			s.highFalse++
		}
	}
}

func percent(a, b int) float64 { return 100 * float64(a) / float64(max(1, b)) }

func (s score) accuracy() float64 {
	return percent(s.upTrue+s.refTrue, s.upTrue+s.upFalse+s.refTrue+s.refFalse)
}

func (s score) String() string {
	return fmt.Sprintf("accuracy %.1f%%; refuted claims marked upheld %.1f%% (%d of %d); precision of upheld %.1f%% (%d), where surer %.1f%% (%d)",
		s.accuracy(), percent(s.upFalse, s.upFalse+s.refTrue), s.upFalse, s.upFalse+s.refTrue,
		percent(s.upTrue, s.upTrue+s.upFalse), s.upTrue+s.upFalse, percent(s.highTrue, s.highTrue+s.highFalse), s.highTrue+s.highFalse)
}

type fm2 struct {
	Text  string
	Label string
	Page  string                  `json:"wikipedia_page"`
	Gold  []struct{ Text string } `json:"gold_evidence"`
}

// votes returns the ballot on a claim with its gold evidence as the only witness.
func (c fm2) vote(lens research.Lens) task.Ballot {
	job := task.VoteTask{Claim: c.Text, Quote: c.Text, Context: c.Text, Lens: lens, Source: research.Witness{ID: "S", URL: "https://claims.example/"}}
	for i, g := range c.Gold {
		job.Evidence = append(job.Evidence, research.Witness{ID: fmt.Sprintf("E%d", i+1), URL: fmt.Sprintf("https://e%d.example/", i), Title: c.Page, Text: g.Text, Grade: research.Secondary})
	}
	return vote(&job)
}

func TestCorroborationOnFM2(t *testing.T) {
	var all score
	for _, c := range lines[fm2](t, "fm2/dev.jsonl") {
		all.add(c.Label == "SUPPORTS", c.vote(research.Corroborated))
	}
	t.Logf("FM2, gold evidence: %v", all)
	if all.accuracy() < 52.5 || percent(all.upFalse, all.upFalse+all.refTrue) > 5 {
		t.Errorf("worse than it was: %v", all)
	}
}

type wice struct {
	Label    string
	Claim    string
	Evidence []string
	Support  [][]int `json:"supporting_sentences"`
}

func TestCorroborationOnWiCE(t *testing.T) {
	var all score
	for _, c := range lines[wice](t, "wice/claim_dev.jsonl") {
		job := task.VoteTask{Claim: c.Claim, Quote: c.Claim, Context: c.Claim, Lens: research.Corroborated, Source: research.Witness{ID: "S", URL: "https://claims.example/"}}
		text := ""
		for _, s := range c.Evidence {
			text += s + "\n\n"
		}
		job.Evidence = []research.Witness{{ID: "E1", URL: "https://e.example/", Title: c.Evidence[0], Text: text, Grade: research.Secondary}}
		all.add(c.Label == "supported", vote(&job))
	}
	t.Logf("WiCE, supported against the rest: %v", all)
	if all.accuracy() < 69 || percent(all.upFalse, all.upFalse+all.refTrue) > 5 {
		t.Errorf("worse than it was: %v", all)
	}
}

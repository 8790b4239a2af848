package reader

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

// A shelf is a folder of pages with a toy search engine: enough to run the
// reader from question to report.
type shelf struct {
	pages  []port.Page
	paras  []para
	rarity map[string]float64
	titles []map[string]bool
}

type para struct {
	page  int
	text  string
	terms map[string]bool
}

func newShelf(pages []port.Page) *shelf {
	s := &shelf{pages: pages, rarity: map[string]float64{}}
	for i, p := range pages {
		s.titles = append(s.titles, index(termsOf(p.Title)))
		seen := map[string]bool{}
		for _, text := range strings.Split(p.Text, "\n\n") {
			terms := index(termsOf(text))
			s.paras = append(s.paras, para{i, text, terms})
			for t := range terms {
				if !seen[t] {
					seen[t] = true
					s.rarity[t]++
				}
			}
		}
	}
	for t, n := range s.rarity {
		s.rarity[t] = math.Log(1 + float64(len(pages))/n)
	}
	return s
}

// search returns up to n of the best paragraphs for text, one per page, by
// the rarity of the terms they share with it.
func (s *shelf) search(text string, n, not int) []para {
	terms := termsOf(text)
	type scored struct {
		para
		score float64
	}
	best := map[int]scored{}
	for _, p := range s.paras {
		score := 0.0
		title := s.titles[p.page]
		for _, t := range terms {
			if p.terms[t] {
				score += s.rarity[t]
			}
			if title[t] {
				score += s.rarity[t]
			}
		}
		if p.page != not && score > best[p.page].score {
			best[p.page] = scored{p, score}
		}
	}
	var all []scored
	for i := range s.pages {
		if b, ok := best[i]; ok {
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return int(1e6 * (b.score - a.score)) })
	var out []para
	for _, b := range all[:min(n, len(all))] {
		out = append(out, b.para)
	}
	return out
}

// A trial is what became of one claim.
type trial struct {
	task.Survivor
	page    int
	ballots []task.Ballot
	outcome research.Outcome
}

func answerTo[T any](t testing.TB, job string, input any) T {
	t.Helper()
	r, err := Model{}.Generate(context.Background(), port.Request{Task: job, Input: input})
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal([]byte(r.Text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// run takes a question through every task.
func (s *shelf) run(t testing.TB, question string) ([]trial, task.Composition) {
	plan := answerTo[research.Plan](t, task.NameSplit, &task.SplitTask{Brief: task.Brief{Question: question}, Min: 3, Max: 6})
	var chosen []int
	for _, a := range plan.Angles {
		found := s.search(a.Query, 8, -1)
		g := task.GradeTask{Question: question, Angle: a}
		for _, p := range found {
			g.Hits = append(g.Hits, port.Hit{URL: s.pages[p.page].URL, Title: s.pages[p.page].Title, Snippet: p.text})
		}
		grades := answerTo[task.Grades](t, task.NameGrade, &g)
		for i, p := range found {
			if grades.Grades[i].Relevance != research.LowRelevance && !slices.Contains(chosen, p.page) && len(chosen) < 15 {
				chosen = append(chosen, p.page)
			}
		}
	}
	var trials []trial
	for _, i := range chosen {
		p := s.pages[i]
		x := answerTo[task.Extraction](t, task.NameExtract, &task.ExtractTask{Question: question, Page: p, Passages: []string{p.Text}, Max: 4})
		for _, c := range x.Claims {
			trials = append(trials, trial{page: i, Survivor: task.Survivor{ID: len(trials) + 1, Claim: c.Claim, Quote: c.Quote, Importance: c.Importance,
				Title: p.Title, Site: text.Site(p.URL), Grade: x.SourceQuality, Published: x.PublishDate}})
		}
	}
	slices.SortStableFunc(trials, func(a, b trial) int { return b.Importance.Rank() - a.Importance.Rank() })
	trials = trials[:min(25, len(trials))]
	job := task.ComposeTask{Brief: task.Brief{Question: question, Today: "2026-11-01"}}
	for i := range trials {
		s.try(t, question, &trials[i])
		switch trials[i].outcome {
		case research.Upheld:
			job.Claims = append(job.Claims, trials[i].Survivor)
		case research.Refuted:
			job.Killed = append(job.Killed, trials[i].Claim)
		}
	}
	return trials, answerTo[task.Composition](t, task.NameCompose, &job)
}

func (s *shelf) try(t testing.TB, question string, c *trial) {
	p := s.pages[c.page]
	job := task.VoteTask{Question: question, Claim: c.Claim, Quote: c.Quote, Today: "2026-11-01",
		Source: research.Witness{ID: "S", URL: p.URL, Title: p.Title, Grade: c.Grade, Published: c.Published}}
	at := strings.Index(p.Text, c.Quote)
	job.Context = p.Text[max(0, at-300):min(len(p.Text), at+len(c.Quote)+300)]
	for i, e := range s.search(c.Claim, 6, c.page) {
		w := s.pages[e.page]
		job.Evidence = append(job.Evidence, research.Witness{ID: fmt.Sprintf("E%d", i+1), URL: w.URL, Title: w.Title, Text: e.text,
			Grade: gradeSource(w), Published: w.Published})
	}
	var tally research.Tally
	for _, lens := range []research.Lens{research.InContext, research.Corroborated, research.InScope} {
		job.Lens = lens
		b := answerTo[task.Ballot](t, task.NameVote, &job)
		c.ballots = append(c.ballots, b)
		switch b.Verdict {
		case research.UpheldVote:
			tally.Upheld++
		case research.QualifiedVote:
			tally.Qualified++
			c.Caveats = append(c.Caveats, b.Caveat)
		default:
			tally.Refuted++
		}
		if b.Verdict == research.UpheldVote && (c.Evidence == "" || lens == research.Corroborated) {
			c.Evidence = b.Evidence
		}
	}
	c.Vote, c.outcome = tally.String(), tally.Outcome()
}

func sampleShelf(t testing.TB) *shelf {
	files, _ := filepath.Glob("../search/sample/*.md")
	if len(files) == 0 {
		t.Skip("no sample library in ../search/sample")
	}
	var pages []port.Page
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitN(string(b), "---\n", 3)
		if len(parts) < 3 {
			continue
		}
		p := port.Page{Text: parts[2]}
		for _, line := range strings.Split(parts[1], "\n") {
			k, v, _ := strings.Cut(line, ":")
			v = strings.Trim(strings.TrimSpace(v), `"`)
			switch k {
			case "url":
				p.URL, p.FinalURL = v, v
			case "title":
				p.Title = v
			case "published":
				p.Published = v
			case "kind":
				p.Kind = v
			}
		}
		pages = append(pages, p)
	}
	return newShelf(pages)
}

// The sample library holds pages that are wrong on purpose. From each of these
// questions a reader must come away with the right answer.
func TestSampleLibraryIsAnsweredRightly(t *testing.T) {
	s := sampleShelf(t)
	for question, want := range map[string]string{
		"Is the Great Wall of China visible from the Moon?":               "No. ",
		"Do goldfish have a three-second memory?":                         "No. ",
		"Does vitamin C prevent colds?":                                   "No. ",
		"Does lightning strike the same place twice?":                     "Yes. ",
		"Do humans use only ten percent of their brains?":                 "No. ",
		"Does cracking your knuckles cause arthritis?":                    "No. ",
		"Does sugar make children hyperactive?":                           "No. ",
		"Does water drain in opposite directions in the two hemispheres?": "Mostly no. ",
		"How many moons does Saturn have?":                                "Saturn has 274 known moons",
		"How many planets are there in the solar system?":                 "There are eight planets",
	} {
		t.Run(question, func(t *testing.T) {
			trials, report := s.run(t, question)
			if !strings.HasPrefix(report.Summary, want) {
				t.Errorf("summary %q does not begin with %q", report.Summary, want)
			}
			checkTrials(t, trials)
			checkReport(t, trials, report)
		})
	}
}

// checkTrials wants what only unreliable pages say refuted, and most of what
// good pages say upheld, with every quote standing in its page.
func checkTrials(t *testing.T, trials []trial) {
	good, upheld := 0, 0
	for _, c := range trials {
		switch {
		case c.Grade == research.Unreliable && c.outcome == research.Upheld:
			t.Errorf("upheld on an unreliable page's word: %s", c.Claim)
		case c.Grade == research.Primary || c.Grade == research.Secondary:
			good++
			if c.outcome == research.Upheld {
				upheld++
			}
		}
	}
	if 10*upheld < 8*good {
		t.Errorf("%d of %d claims of good pages upheld", upheld, good)
	}
}

// checkReport wants every survivor in a finding or among the omitted, and the
// way the report was made in its caveats.
func checkReport(t *testing.T, trials []trial, report task.Composition) {
	used := map[int]int{}
	for _, f := range report.Findings {
		for _, id := range f.Claims {
			used[id]++
		}
		if f.Claim != sentence(f.Claim) {
			t.Errorf("not a clean sentence: %q", f.Claim)
		}
	}
	for _, o := range report.Omitted {
		used[o.Claim]++
	}
	for _, c := range trials {
		if want := c.outcome == research.Upheld; (used[c.ID] == 1) != want {
			t.Errorf("claim %d (%s) is used %d times", c.ID, c.outcome, used[c.ID])
		}
	}
	if !strings.Contains(report.Caveats, "no language model was used") {
		t.Errorf("caveats do not say how the report was made: %s", report.Caveats)
	}
}

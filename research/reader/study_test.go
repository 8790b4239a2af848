package reader

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

const manual = "/usr/share/doc/postgresql-doc-15/html"

var (
	markup   = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<pre.*?</pre>|<[^>]+>`)
	blockEnd = regexp.MustCompile(`(?i)</(?:p|h\d|div|li|td|th|dt|dd)>|<br[^>]*>`)
	pageName = regexp.MustCompile(`(?s)<title>(.*?)</title>`)
)

// manualShelf holds some pages of PostgreSQL's manual, where it is installed.
func manualShelf(t testing.TB) *shelf {
	t.Helper()
	var pages []port.Page
	for _, name := range []string{"transaction-iso", "sql-set-transaction", "applevel-consistency", "routine-vacuuming", "sql-vacuum", "monitoring-stats",
		"runtime-config-autovacuum", "index-locking", "indexes-index-only-scans", "logical-replication", "protocol-replication", "different-replication-solutions"} {
		raw, err := os.ReadFile(filepath.Join(manual, name+".html"))
		if err != nil {
			t.Skipf("no manual: %v", err)
		}
		text := blockEnd.ReplaceAllString(strings.Join(strings.Fields(string(raw)), " "), "\n\n")
		url := "library://postgresql-doc-15/html/" + name + ".html"
		pages = append(pages, port.Page{URL: url, FinalURL: url, Title: html.UnescapeString(pageName.FindStringSubmatch(string(raw))[1]),
			Text: html.UnescapeString(markup.ReplaceAllString(text, ""))})
	}
	return newShelf(pages)
}

// A study is a question researched by lines: what all methods have in common.
type study struct {
	plan    research.Plan
	learned []task.Learned
	sources [][]port.Page // of each line
	claims  []task.Material
}

// study learns on a question along the lines of a plan.
func (s *shelf) study(t testing.TB, question, into string, n int) *study {
	t.Helper()
	out := &study{plan: strictly[research.Plan](t, task.NameSplit, &task.SplitTask{Brief: brief(question), Into: into, Min: 2, Max: n})}
	for i, a := range out.plan.Angles {
		job := &task.LearnTask{Question: question, Goal: a.Label + ". " + a.Rationale, Min: 3, Max: 5, FollowUps: 3, Today: "2026-11-21"}
		var pages []port.Page
		for _, p := range s.search(a.Query, 4, -1) {
			page := s.pages[p.page]
			pages = append(pages, page)
			job.Sources = append(job.Sources, task.Reading{Page: page, Passages: text.Cut(page.Text).Passages(question+" "+job.Goal, 7000)})
		}
		l := strictly[task.Learned](t, task.NameLearn, job)
		out.learned, out.sources = append(out.learned, l), append(out.sources, pages)
		for j, x := range l.Learnings {
			p := pages[x.Source-1]
			out.claims = append(out.claims, task.Material{ID: 20*i + j + 1, Claim: x.Claim, Quote: x.Quote, Kind: x.Kind, Importance: x.Importance,
				Line: a.Label, Title: p.Title, URL: p.URL, Grade: gradeSource(p), Published: p.Published})
		}
	}
	return out
}

func brief(question string) task.Brief {
	return task.Brief{Question: question, Today: "2026-11-21"}
}

// studies are the questions that the tests of all tasks go through.
func studies(t *testing.T, check func(*testing.T, string, *study)) {
	s := sampleShelf(t)
	for _, q := range []string{"Do goldfish have a three-second memory?", "Is the Great Wall of China visible from the Moon?", "How many moons does Saturn have?",
		"Does sugar make children hyperactive?", "goldfish"} {
		t.Run(q, func(t *testing.T) { check(t, q, s.study(t, q, "branches", 6)) })
	}
	t.Run("manual", func(t *testing.T) {
		s := manualShelf(t)
		for _, q := range []string{"What is the default transaction isolation level in PostgreSQL?", "How does VACUUM reclaim disk space in PostgreSQL?",
			"How are transactions, indexes, vacuuming and replication kept consistent?"} {
			t.Run(q, func(t *testing.T) { check(t, q, s.study(t, q, "sub-questions", 5)) })
		}
	})
}

// What is learned stands in its source word for word, is on the question, and
// raises questions that are new.
func TestLearningsStandInTheirSources(t *testing.T) {
	studies(t, func(t *testing.T, question string, s *study) {
		for i, l := range s.learned {
			seen := map[string]bool{}
			for _, x := range l.Learnings {
				key := fmt.Sprint(x.Source, x.Claim)
				if text := s.sources[i][x.Source-1].Text; !strings.Contains(text, x.Quote) || len(strings.Fields(x.Quote)) < 5 {
					t.Errorf("not in its source: %q", x.Quote)
				}
				if seen[key] || !sound(x.Claim) {
					t.Errorf("twice or unsound: %q", x.Claim)
				}
				seen[key] = true
			}
			if len(l.Learnings) > 5 || len(l.Sources) != len(s.sources[i]) || l.Summary == "" {
				t.Errorf("%d learnings, notes on %d of %d sources, summary %q", len(l.Learnings), len(l.Sources), len(s.sources[i]), l.Summary)
			}
			checkFollowUps(t, question, l)
		}
		if len(s.claims) == 0 {
			t.Error("nothing was learned at all")
		}
	})
}

// checkFollowUps wants questions that are distinct, not the question itself, and
// about something in what was learned.
func checkFollowUps(t *testing.T, question string, l task.Learned) {
	t.Helper()
	said := map[string]bool{}
	for _, x := range l.Learnings {
		for _, term := range termsOf(x.Claim) {
			said[term] = true
		}
	}
	seen := map[string]bool{sameQuery(question): true}
	for _, f := range l.FollowUps {
		if seen[sameQuery(f)] || !strings.HasSuffix(f, "?") || ask(question).has(f) {
			t.Errorf("no new question: %q", f)
		}
		seen[sameQuery(f)] = true
		for _, w := range pointed(f) {
			if term := termOf(strings.ToLower(w)); term != "" && !said[term] && !ask(question).said.has[term] {
				t.Errorf("%q asks about %q, of which nothing was learned", f, w)
			}
		}
	}
	if len(l.FollowUps) > 3 {
		t.Errorf("%d follow-ups", len(l.FollowUps))
	}
}

// A line that looks from one side only says so when its sources say nothing of
// the kind.
func TestNothingOnAGoalIsSaid(t *testing.T) {
	page := port.Page{URL: "https://wall.example/", Title: "The wall", Text: wallPage}
	for goal, want := range map[string]bool{"Economics and cost. Costs, prices and markets.": false, "The price of bread in Lyon": false,
		"The distance of the Moon from the Earth": true, "Direct answer. Looks for pages that answer the question in its own words.": true} {
		l := strictly[task.Learned](t, task.NameLearn, &task.LearnTask{Question: "Is the Great Wall of China visible from the Moon?", Goal: goal,
			Sources: []task.Reading{{Page: page, Passages: []string{wallPage}}}, Max: 5, FollowUps: 2})
		if got := len(l.Learnings) > 0; got != want {
			t.Errorf("%s: learned %v", goal, l.Learnings)
		}
		if !want && !strings.Contains(l.Summary, "not enough data") {
			t.Errorf("%s: summary %q", goal, l.Summary)
		}
	}
}

func TestKindsOfClaims(t *testing.T) {
	for claim, want := range map[string]research.ClaimKind{
		"Goldfish can remember things for months.":                 research.FactClaim,
		"The market is projected to reach 4 billion dollars.":      research.EstimateClaim,
		"Engineers estimated that the wall holds a billion bricks": research.EstimateClaim,
		"Critics argue that the trial was too small.":              research.OpinionClaim,
	} {
		if got := kindOf(claim); got != want {
			t.Errorf("%s: %s", claim, got)
		}
	}
}

// Queries follow the directions, repeat nothing that was asked, and carry no
// year that nobody named.
func TestQueriesAreNew(t *testing.T) {
	studies(t, func(t *testing.T, question string, s *study) {
		var asked []string
		for _, a := range s.plan.Angles {
			asked = append(asked, a.Query)
		}
		for i, a := range s.plan.Angles {
			job := &task.QueriesTask{Question: question, Line: a, Goal: "Previous goal: " + a.Rationale, Directions: s.learned[i].FollowUps, Asked: asked, Min: 3, Max: 3}
			got := strictly[task.Queries](t, task.NameQueries, job).Queries
			if len(got) != 3 {
				t.Errorf("%d queries on %s", len(got), a.Label)
			}
			followed := 0
			for _, q := range got {
				if slices.ContainsFunc(asked, func(o string) bool { return sameQuery(o) == sameQuery(q.Query) }) {
					t.Errorf("asked before: %q", q.Query)
				}
				asked = append(asked, q.Query)
				if q.Goal == "" || q.Direction > len(job.Directions) {
					t.Errorf("query %+v", q)
				}
				if q.Direction > 0 {
					followed++
				}
			}
			if i == 0 && followed < min(3, len(job.Directions)) {
				t.Errorf("of the directions %q %d were followed: %+v", job.Directions, followed, got)
			}
		}
	})
}

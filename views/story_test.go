package views

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/research"
	"assay/research/port"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with the file of that name in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run with -update to rewrite it); got:\n%s", name, got)
	}
}

// A teller makes up the events of a run.
type teller struct {
	t     *testing.T
	state *research.State
}

var day = time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)

func newTeller(t *testing.T, question string) *teller {
	tl := &teller{t, research.NewState(research.Info{ID: "r1", Question: question, Method: "verify", Created: day})}
	tl.event(research.Began, nil, port.Usage{})
	return tl
}

// event adds an event, two seconds after the last.
func (tl *teller) event(k research.Kind, data any, u port.Usage) {
	tl.t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		tl.t.Fatal(err)
	}
	seq := tl.state.Seq + 1
	tl.state.Add(research.Event{Seq: seq, Time: day.Add(time.Duration(seq) * 2 * time.Second), Kind: k, Key: string(k), Data: raw, Usage: u})
}

func (tl *teller) note(facts ...research.Fact) {
	tl.t.Helper()
	for _, f := range facts {
		e, err := research.EventOf(f)
		if err != nil {
			tl.t.Fatal(err)
		}
		tl.event(e.Kind, f, port.Usage{})
	}
}

func (tl *teller) answered(model string, u port.Usage) {
	tl.t.Helper()
	tl.event(research.Answered, port.Response{Text: "{}", Model: model}, u)
}

func (tl *teller) page(n int, url, title string, g research.SourceGrade, published string) {
	tl.t.Helper()
	tl.note(research.PageRead{
		N: n, Angle: 1, URL: url, FinalURL: url, Title: title, Grade: g, Published: published,
		Hash: "00ff", Fetched: day.Add(time.Minute),
	})
}

// claim adds a claim of a page with its votes; without votes it is not judged.
func (tl *teller) claim(id, page int, text, quote string, votes ...research.VoteCast) {
	tl.t.Helper()
	tl.note(research.ClaimFound{ID: id, Page: page, Text: text, Quote: quote, Importance: research.Central})
	for i, v := range votes {
		v.Claim, v.Voter, v.Model = id, i+1, "small-1"
		v.Lens = []research.Lens{research.InContext, research.Corroborated, research.InScope}[i]
		tl.note(v)
	}
	if tally := (&research.ClaimState{Votes: votes}).Tally(); len(votes) > 0 {
		tl.note(research.ClaimJudged{Claim: id, Outcome: tally.Outcome(), Tally: tally})
	}
}

func (tl *teller) ended(s research.Status, reason string, r *research.Report) {
	tl.t.Helper()
	tl.event(research.Ended, research.Ending{State: s, Reason: reason, Report: r}, port.Usage{})
}

func upheld(evidence string) research.VoteCast {
	return research.VoteCast{Verdict: research.UpheldVote, Evidence: evidence, Confidence: research.High,
		Source: &research.Witness{ID: "S", URL: "https://atlas.example/wall"}}
}

func refuted(evidence, counter string) research.VoteCast {
	return research.VoteCast{Verdict: research.RefutedVote, Evidence: evidence, Confidence: research.Medium,
		CounterSource: &research.Witness{ID: "E1", URL: counter, Title: "Seen from orbit", Text: "It was not seen.", Grade: research.Primary}}
}

func qualified(evidence, caveat string) research.VoteCast {
	return research.VoteCast{Verdict: research.QualifiedVote, Evidence: evidence, Caveat: caveat, Confidence: research.Medium,
		Source: &research.Witness{ID: "E2", URL: "https://survey.example/2012", Title: "Survey of 2012", Text: "21,196 km in all."}}
}

func abstained(why string) research.VoteCast {
	return research.VoteCast{Verdict: research.Abstained, Evidence: why}
}

// wall tells of a run that holds one of everything, with the awkward
// characters of each format in titles and quotes.
func wall(t *testing.T) *teller {
	tl := newTeller(t, "Can the Great Wall be seen from space?")
	tl.answered("big-1", port.Usage{Calls: 1, TokensIn: 1200, TokensOut: 300, Cost: 4200})
	tl.note(
		research.AnglePlanned{N: 1, Angle: research.Angle{Label: "astronauts", Query: "astronaut great wall naked eye", Rationale: "Who looked."}},
		research.AnglePlanned{N: 2, Angle: research.Angle{Label: "measures", Query: "great wall width", Rationale: "How wide."}},
		port.EngineFailed{Engine: "searxng", Query: "great wall width", Reason: "answered 503"},
		research.PageBlocked{N: 3, Angle: 2, URL: "https://paper.example/wall?a=1&b=2", Title: "Wall & paywall", Reason: "behind a paywall"},
	)
	tl.page(1, "https://atlas.example/wall", "The {Great} Wall: 100% #1_atlas & more", research.Secondary, "2024-05")
	tl.page(2, "library://manuals/orbit log.html", "轨道日志 – Orbit log", research.Primary, "2003-10-15")
	tl.page(4, "https://blog.example/myth", "Myths", research.Blog, "")
	tl.page(5, "https://forum.example/t/5", "=1+1 thread", research.Forum, "2019")
	tl.claim(1, 1, "The wall is 21,196 km long.", "a total length of 21,196 km",
		upheld("The page says so."), qualified("Counting all branches.", "Only if all branches are counted"), upheld("E2 agrees."))
	tl.claim(6, 2, "An astronaut in orbit could not see the wall.", "I looked and\ndid not see it",
		upheld("The log is his own."), upheld("Nothing speaks against it."), upheld("It says when."))
	tl.claim(7, 2, "No astronaut has ever seen the wall.", "did not see it",
		upheld("The log says so."), refuted("Another crew took a picture of it.", "https://orbit.example/photo"), upheld("The scope is clear."))
	tl.claim(16, 4, "The wall can be seen from the Moon.", "=visible even from the Moon",
		refuted("Apollo crews deny it.", "https://orbit.example/moon"), refuted("Too thin.", "https://orbit.example/width"), upheld("The page says so."))
	tl.claim(21, 5, "The wall is visible at dawn.", "you can see it at dawn",
		upheld("The thread says so."), abstained("no answer within 120 s"), abstained("the model refused"))
	tl.claim(22, 5, "The wall was painted.", "they painted it once")
	tl.claim(23, 1, "The wall is old.", "built over centuries", upheld("Yes."), upheld("Yes."), upheld("Yes."))
	tl.note(
		research.ClaimDropped{ID: 22, Reason: "beyond the first 25"},
		research.ClaimRejected{Page: 4, Text: "Made up.", Quote: "never said", Reason: "the quote is not in the page"},
	)
	tl.answered("small-1", port.Usage{Calls: 18, TokensIn: 30000, TokensOut: 4000, Cost: 61000, Unpriced: 2})
	tl.ended(research.Partial, "1 of 6 claims could not be verified", &research.Report{
		Summary: "No: it is too narrow.", Confidence: research.High, Why: "the leading finding: no voter could refute it (3-0)",
		Findings: []research.Finding{
			{Claim: "From orbit the wall was looked for and not seen.", Claims: []int{6, 7}, Evidence: "A crew log says so",
				Confidence: research.High, Why: "no voter could refute it (3-0), best source primary", Tally: research.Tally{Upheld: 3}},
			{Claim: "The wall is 21,196 km long.", Claims: []int{1}, Evidence: "The atlas and a survey agree.",
				Confidence: research.Medium, Why: "a voter attached a caveat", Tally: research.Tally{Upheld: 2, Qualified: 1}},
		},
		Omitted:       []research.Omission{{Claim: 23, Why: "says nothing on the question"}},
		Caveats:       "Conditions of light were not compared.",
		OpenQuestions: []string{"Could it be seen with a lens?"},
		Notes:         []string{"The writer was asked twice."},
		MaxPages:      15,
	})
	return tl
}

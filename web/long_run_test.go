package web

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// longRun puts a run that is at work into the journal, with about n events, and
// returns its id.
func (s *site) longRun(tb testing.TB, n int) string {
	tb.Helper()
	info := research.Info{ID: strings.ToLower(rand.Text()), Question: teaQuestion, Method: "verify", Created: time.Now(), Options: research.Options{Depth: "standard"}}
	if _, err := s.Store.Accept(tb.Context(), engine.Admission{Info: info}); err != nil {
		tb.Fatal(err)
	}
	s.append(tb, info.ID, research.Event{Kind: research.Began, Key: "began"}, research.Event{Kind: research.Entered, Key: "read", Phase: "read"})
	s.note(tb, info.ID, research.AnglePlanned{N: 1, Angle: research.Angle{Label: "Oldest tea", Query: "oldest tea"}})
	for i := 1; i*20 <= n; i++ {
		s.chapter(tb, info.ID, i)
	}
	return info.ID
}

// chapter adds twenty events: a page, what is claimed of it, and the votes.
func (s *site) chapter(tb testing.TB, id string, i int) {
	url := fmt.Sprintf("https://tea%d.example/history", i)
	text := strings.Repeat("In that year tea was drunk. ", 100)
	s.append(tb, id, research.Event{Kind: research.Fetched, Key: url, Label: url, Data: data(tb, port.Page{URL: url}), Page: &port.Page{URL: url, Hash: fmt.Sprint("hash ", i), Text: text}})
	for c := range 3 {
		call := fmt.Sprintf("call %d %d", i, c)
		s.append(tb, id,
			research.Event{Kind: research.Started, Key: "started " + call, Phase: "read", Label: "extractor of " + url, Data: data(tb, research.StartedCall{Call: call})},
			research.Event{Kind: research.Answered, Key: call, Phase: "read", Label: "extractor of " + url, Data: data(tb, port.Response{Model: "m"})})
	}
	s.note(tb, id,
		research.HitFound{Angle: 1, Rank: i, Hit: port.Hit{URL: url, Title: "Tea"}},
		research.PageRead{N: i, Angle: 1, URL: url, FinalURL: url, Title: fmt.Sprint("Tea, volume ", i), Grade: research.Primary})
	for c := range 3 {
		claim := 3*i + c
		s.note(tb, id,
			research.ClaimFound{ID: claim, Page: i, Text: fmt.Sprintf("Tea was drunk in the year %d.", claim), Quote: strings.Repeat("In that year tea was drunk. ", 5), Importance: research.Central},
			research.VoteCast{Claim: claim, Voter: 1, Verdict: research.UpheldVote, Evidence: "The quote says it plainly."},
			research.VoteCast{Claim: claim, Voter: 2, Verdict: research.UpheldVote, Evidence: "Nothing speaks against it."},
			research.ClaimJudged{Claim: claim, Outcome: research.Upheld, Tally: research.Tally{Upheld: 2}})
	}
}

// note adds facts to a run's journal.
func (s *site) note(tb testing.TB, id string, facts ...research.Fact) {
	tb.Helper()
	for _, f := range facts {
		e, err := research.EventOf(f)
		if err != nil {
			tb.Fatal(err)
		}
		e.Key = string(e.Data)
		s.append(tb, id, e)
	}
}

// append adds events to a run's journal.
func (s *site) append(tb testing.TB, id string, events ...research.Event) {
	tb.Helper()
	for _, e := range events {
		if err := s.Store.Append(tb.Context(), id, e); err != nil {
			tb.Fatal(err)
		}
	}
}

func data(tb testing.TB, v any) json.RawMessage {
	tb.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

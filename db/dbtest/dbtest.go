// Package dbtest tests implementations of [db.Store].
package dbtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

// TestStore tests a store beyond its being an [engine.Store]. open returns an
// empty one.
func TestStore(t *testing.T, open func(*testing.T) db.Store) {
	for name, test := range map[string]func(*testing.T, db.Store){
		"search finds words":                     testSearchFindsWords,
		"search filters":                         testSearchFilters,
		"hits are marked":                        testHitsAreMarked,
		"search takes any text":                  testSearchTakesAnyText,
		"nothing found suggests less":            testNothingFoundSuggestsLess,
		"similar questions":                      testSimilarQuestions,
		"topics group what builds on each other": testTopicsGroupWhatBuildsOnEachOther,
		"hidden runs come back":                  testHiddenRunsComeBack,
		"a retried run is running":               testARetriedRunIsRunning,
		"sessions end":                           testSessionsEnd,
		"find wants one run":                     testFindWantsOneRun,
		"a clock that was ahead uses up no day":  testAClockThatWasAheadUsesUpNoDay,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// A Story is what a synthetic run found.
type Story struct {
	Question, Answer, Quote string // the quote is that of the one claim
	Confidence              research.Confidence
	Created                 time.Time // zero: 2026-11-01
	From                    string    // the run that it builds on
}

// Tell writes a run with one finding and one claim to the journal.
func Tell(t *testing.T, d db.Store, id string, st Story) {
	t.Helper()
	if st.Created.IsZero() {
		st.Created = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	}
	info := research.Info{ID: id, Question: st.Question, Method: "verify", Options: research.Options{From: st.From}, Created: st.Created}
	if _, err := d.Accept(t.Context(), engine.Admission{Info: info}); err != nil {
		t.Fatal(err)
	}
	claim := "A claim of run " + id + "."
	for i, v := range []any{
		research.AnglePlanned{N: 1, Angle: research.Angle{Label: "Angle of " + id}},
		research.PageRead{N: 1, URL: "https://a.example/"},
		research.ClaimFound{ID: 1, Page: 1, Text: claim, Quote: st.Quote},
		research.ClaimJudged{Claim: 1, Outcome: research.Upheld},
		research.Ending{State: research.Done, Report: &research.Report{
			Summary: st.Answer, Confidence: st.Confidence, OpenQuestions: []string{"What of " + id + "?"},
			Findings: []research.Finding{{Claim: claim, Claims: []int{1}}},
		}},
	} {
		kind := research.Ended
		if e, err := research.EventOf(v); err == nil {
			kind = e.Kind
		}
		Note(t, d, id, fmt.Sprint(kind, i), kind, v)
	}
}

// Note adds an event to a run.
func Note(t *testing.T, d db.Store, id, key string, kind research.Kind, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Append(t.Context(), id, research.Event{Kind: kind, Key: key, Data: data}); err != nil {
		t.Fatal(err)
	}
}

// Found returns the runs that a query finds, in order.
func Found(t *testing.T, d db.Store, q db.Query) string {
	t.Helper()
	f, err := d.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return RunsOf(f.Cards)
}

// RunsOf returns the runs of cards, in order.
func RunsOf(cards []db.Card) string {
	var runs []string
	for _, c := range cards {
		runs = append(runs, c.Run)
	}
	return strings.Join(runs, " ")
}

// Library fills a store with four reports: tea, cafe, cha and more, which builds
// on tea.
func Library(t *testing.T, d db.Store) {
	t.Helper()
	day := func(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }
	Tell(t, d, "tea", Story{"Is tea older than coffee?", "Yes, by far.", "Monasteries in Yemen brewed it.", research.High, day(1), ""})
	Tell(t, d, "cafe", Story{"Where was the first café?", "In Constantinople.", "Kiva Han opened in 1475.", research.Low, day(2), ""})
	Tell(t, d, "cha", Story{"茶の歴史は何年ですか", "約五千年。", "神農が茶を発見した", research.Medium, day(3), ""})
	Tell(t, d, "more", Story{"How old is green tea?", "Older than black tea.", "Steamed leaves are first described in 758.", research.High, day(4), "tea"})
}

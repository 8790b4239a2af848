package db

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

// A story is what a synthetic run found.
type story struct {
	question, answer, quote string
	confidence              research.Confidence
	created                 time.Time
	from                    string
}

// tell writes a run with one finding and one claim to the journal.
func tell(t *testing.T, d *DB, id string, st story) {
	t.Helper()
	if st.created.IsZero() {
		st.created = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	}
	info := research.Info{ID: id, Question: st.question, Method: "verify", Options: research.Options{From: st.from}, Created: st.created}
	if _, err := d.Accept(t.Context(), engine.Admission{Info: info}); err != nil {
		t.Fatal(err)
	}
	claim := "A claim of run " + id + "."
	for i, v := range []any{
		research.AnglePlanned{N: 1, Angle: research.Angle{Label: "Angle of " + id}},
		research.PageRead{N: 1, URL: "https://a.example/"},
		research.ClaimFound{ID: 1, Page: 1, Text: claim, Quote: st.quote},
		research.ClaimJudged{Claim: 1, Outcome: research.Upheld},
		research.Ending{State: research.Done, Report: &research.Report{
			Summary: st.answer, Confidence: st.confidence, OpenQuestions: []string{"What of " + id + "?"},
			Findings: []research.Finding{{Claim: claim, Claims: []int{1}}},
		}},
	} {
		kind := research.Ended
		if e, err := research.EventOf(v); err == nil {
			kind = e.Kind
		}
		note(t, d, id, fmt.Sprint(kind, i), kind, v)
	}
}

func note(t *testing.T, d *DB, id, key string, kind research.Kind, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Append(t.Context(), id, research.Event{Kind: kind, Key: key, Data: data}); err != nil {
		t.Fatal(err)
	}
}

// found returns the runs that a query finds, in order.
func found(t *testing.T, d *DB, q Query) string {
	t.Helper()
	f, err := d.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return runsOf(f.Cards)
}

func runsOf(cards []Card) string {
	var runs []string
	for _, c := range cards {
		runs = append(runs, c.Run)
	}
	return strings.Join(runs, " ")
}

func openIn(t *testing.T) *DB { return open(t, filepath.Join(t.TempDir(), "test.db")) }

func library(t *testing.T) *DB {
	d := openIn(t)
	day := func(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }
	tell(t, d, "tea", story{"Is tea older than coffee?", "Yes, by far.", "Monasteries in Yemen brewed it.", research.High, day(1), ""})
	tell(t, d, "cafe", story{"Where was the first café?", "In Constantinople.", "Kiva Han opened in 1475.", research.Low, day(2), ""})
	tell(t, d, "cha", story{"茶の歴史は何年ですか", "約五千年。", "神農が茶を発見した", research.Medium, day(3), ""})
	tell(t, d, "more", story{"How old is green tea?", "Older than black tea.", "Steamed leaves are first described in 758.", research.High, day(4), "tea"})
	return d
}

func TestSearchFindsWords(t *testing.T) {
	d := library(t)
	for _, c := range []struct{ text, want string }{
		{"monastery", "tea"}, // another form of the word
		{"MONASTERIES yemen", "tea"},
		{"cafe", "cafe"},
		{"CAFÉ", "cafe"},
		{"tea", "tea more"}, // the shorter question
		{"is the tea", "tea more"},
		{"tea -green", "tea"},
		{`"green tea"`, "more"},
		{`"tea green"`, ""},
		{`tea yemen 758`, ""},
		{"歴史", "cha"}, // a part of an unbroken line
		{"神農", "cha"},
		{"農神", ""},
		{"", "more cha cafe tea"},
		{`"`, "more cha cafe tea"}, // nothing to look for
	} {
		if got := found(t, d, Query{Text: c.text}); got != c.want {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
	}
}

func TestSearchFilters(t *testing.T) {
	d := library(t)
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Confidence: research.High}, "more tea"},
		{Query{Text: "tea", Confidence: research.Low}, ""},
		{Query{Status: research.Done, Method: "verify", Text: "coffee"}, "tea"},
		{Query{Method: "other"}, ""},
		{Query{Topic: "Is tea older than coffee"}, "more tea"},
		{Query{After: day(2), Before: day(4)}, "cha cafe"},
		{Query{Text: "tea", After: day(2)}, "more"},
		{Query{Sort: ByConfidence}, "more tea cha cafe"},
		{Query{Text: "tea", Sort: ByConfidence}, "more tea"},
		{Query{Text: "tea", Sort: ByNewest}, "more tea"},
		{Query{Offset: 1, Limit: 2}, "cha cafe"},
		{Query{Text: "tea", Offset: 1}, "more"},
		{Query{Text: "tea", Offset: 9}, ""},
	} {
		if got := found(t, d, c.q); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.q, got, c.want)
		}
	}
}

func TestHitsAreMarked(t *testing.T) {
	d := openIn(t)
	tell(t, d, "a", story{question: "Q?", answer: "A tea \uE0F0fake\uE0F1 answer about 神農 and tea.", quote: strings.Repeat("long ", 200) + "teas " + strings.Repeat("tail ", 200)})
	f, err := d.Search(t.Context(), Query{Text: "tea 神農"})
	if err != nil || len(f.Cards) != 1 {
		t.Fatal(f, err)
	}
	c := f.Cards[0]
	var got []string
	for _, h := range c.Hits {
		s := h.Where + ":"
		for _, p := range h.Parts {
			if p.Match {
				s += "[" + p.Text + "]"
			} else {
				s += p.Text
			}
		}
		got = append(got, s)
	}
	if len(got) != 2 || got[0] != "answer:A [tea] fake answer about [神農] and [tea]." {
		t.Errorf("hits are %q", got)
	}
	if quote := got[1]; !strings.HasPrefix(quote, "quote:… long") || !strings.Contains(quote, "[teas]") || !strings.HasSuffix(quote, "tail …") || len(quote) > 2*hitLength {
		t.Errorf("the long quote is shown as %q", quote)
	}
	if c.Matches != 1 || f.Total != 1 {
		t.Errorf("%d claims match, %d reports", c.Matches, f.Total)
	}
}

// No text may be taken for a command of the search language.
func TestSearchTakesAnyText(t *testing.T) {
	d := library(t)
	texts := []string{`foo" OR (`, "NEAR(tea coffee)", "question : tea", "tea*", "^tea", "tea AND", "NOT tea", "-", "--tea", `"-"`, "{x} : y", "\x00", "\xff", "tea\x00coffee", "'; DROP TABLE reports; --", strings.Repeat("tea ", 5000), strings.Repeat("x", 100_000)}
	if f, err := os.Open("../../shared/data/blns/blns.txt"); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			texts = append(texts, lines.Text())
		}
	}
	for _, text := range texts {
		for _, sort := range []Sort{ByRelevance, ByNewest, ByConfidence} {
			if _, err := d.Search(t.Context(), Query{Text: text, Sort: sort, Topic: text, Method: text}); err != nil {
				t.Errorf("%.80q: %v", text, err)
			}
		}
		if _, err := d.Similar(t.Context(), text, 3); err != nil {
			t.Errorf("similar to %.80q: %v", text, err)
		}
		if _, err := d.SameClaim(t.Context(), text, 3); err != nil {
			t.Errorf("claim like %.80q: %v", text, err)
		}
	}
	if got := found(t, d, Query{}); got != "more cha cafe tea" {
		t.Errorf("afterwards there are %q", got)
	}
}

func TestNothingFoundSuggestsLess(t *testing.T) {
	d := library(t)
	f, err := d.Search(t.Context(), Query{Text: "monastery zeppelin"})
	if err != nil || f.Total != 0 || f.Suggest != "monastery" {
		t.Errorf("found %d, suggests %q, %v", f.Total, f.Suggest, err)
	}
}

// Many newer reports mention two words; the old one that is about them stays on the first page.
func TestAnOldReportIsFoundAmongMany(t *testing.T) {
	d := openIn(t)
	if err := d.fillWith(t.Context(), 0, 600); err != nil {
		t.Fatal(err)
	}
	tell(t, d, "old", story{question: "w0 or w1?", answer: "w0.", quote: "w0 is not w1", created: time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)})
	f, err := d.Search(t.Context(), Query{Text: "w0 w1"})
	if err != nil {
		t.Fatal(err)
	}
	if f.Total <= ranked || len(f.Cards) != 20 || !strings.Contains(runsOf(f.Cards), "old") {
		t.Errorf("of %d the first page holds %s", f.Total, runsOf(f.Cards))
	}
	all := make(map[string]bool)
	for page := 0; page*20 < f.Total; page++ {
		g, err := d.Search(t.Context(), Query{Text: "w0 w1", Offset: page * 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range g.Cards {
			all[c.Run] = true
		}
	}
	if len(all) != f.Total {
		t.Errorf("leafing through shows %d of %d", len(all), f.Total)
	}
}

func TestSimilarQuestions(t *testing.T) {
	d := library(t)
	for _, c := range []struct{ text, want string }{
		{"Is tea older than coffee?", "tea"},
		{"is coffee OLDER than tea", "tea"},
		{"tea older than coffee today?", "tea"},
		{"Is wine older than beer?", ""},
		{"tea", ""},
	} {
		cards, err := d.Similar(t.Context(), c.text, 3)
		if got := runsOf(cards); err != nil || got != c.want {
			t.Errorf("near %q are %q, want %q: %v", c.text, got, c.want, err)
		}
	}
	if cards, err := d.SameClaim(t.Context(), "A claim of run cafe.", 9); err != nil || !strings.HasPrefix(runsOf(cards), "cafe") {
		t.Errorf("the same claim is in %q: %v", runsOf(cards), err)
	}
}

package dbtest

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/researchtest/corpora"
)

func testSearchFindsWords(t *testing.T, d db.Store) {
	Library(t, d)
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
		if got := Found(t, d, db.Query{Text: c.text}); got != c.want {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
	}
}

func testSearchFilters(t *testing.T, d db.Store) {
	Library(t, d)
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		q    db.Query
		want string
	}{
		{db.Query{Confidence: research.High}, "more tea"},
		{db.Query{Text: "tea", Confidence: research.Low}, ""},
		{db.Query{Status: research.Done, Method: "verify", Text: "coffee"}, "tea"},
		{db.Query{Method: "other"}, ""},
		{db.Query{Topic: "Is tea older than coffee"}, "more tea"},
		{db.Query{After: day(2), Before: day(4)}, "cha cafe"},
		{db.Query{Text: "tea", After: day(2)}, "more"},
		{db.Query{Sort: db.ByConfidence}, "more tea cha cafe"},
		{db.Query{Text: "tea", Sort: db.ByConfidence}, "more tea"},
		{db.Query{Text: "tea", Sort: db.ByNewest}, "more tea"},
		{db.Query{Offset: 1, Limit: 2}, "cha cafe"},
		{db.Query{Text: "tea", Offset: 1}, "more"},
		{db.Query{Text: "tea", Offset: 9}, ""},
	} {
		if got := Found(t, d, c.q); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.q, got, c.want)
		}
	}
}

func testHitsAreMarked(t *testing.T, d db.Store) {
	Tell(t, d, "a", Story{Question: "Q?", Answer: "A tea \uE0F0fake\uE0F1 answer about 神農 and tea.", Quote: strings.Repeat("long ", 200) + "teas " + strings.Repeat("tail ", 200)})
	f, err := d.Search(t.Context(), db.Query{Text: "tea 神農"})
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
	if quote := got[1]; !strings.HasPrefix(quote, "quote:… long") || !strings.Contains(quote, "[teas]") || !strings.HasSuffix(quote, "tail …") || len(quote) > 2*db.HitLength {
		t.Errorf("the long quote is shown as %q", quote)
	}
	if c.Matches != 1 || f.Total != 1 {
		t.Errorf("%d claims match, %d reports", c.Matches, f.Total)
	}
}

// No text may be taken for a command of the search language.
func testSearchTakesAnyText(t *testing.T, d db.Store) {
	Library(t, d)
	texts := []string{`foo" OR (`, "NEAR(tea coffee)", "question : tea", "tea*", "^tea", "tea AND", "NOT tea", "-", "--tea", `"-"`, "{x} : y", "\x00", "\xff", "tea\x00coffee", "'; DROP TABLE reports; --", strings.Repeat("tea ", 5000), strings.Repeat("x", 100_000)}
	if f, err := os.Open(filepath.Join(corpora.Dir(t), "blns", "blns.txt")); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			texts = append(texts, lines.Text())
		}
	}
	for _, text := range texts {
		for _, sort := range []db.Sort{db.ByRelevance, db.ByNewest, db.ByConfidence} {
			if _, err := d.Search(t.Context(), db.Query{Text: text, Sort: sort, Topic: text, Method: text}); err != nil {
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
	if got := Found(t, d, db.Query{}); got != "more cha cafe tea" {
		t.Errorf("afterwards there are %q", got)
	}
}

func testNothingFoundSuggestsLess(t *testing.T, d db.Store) {
	Library(t, d)
	f, err := d.Search(t.Context(), db.Query{Text: "monastery zeppelin"})
	if err != nil || f.Total != 0 || f.Suggest != "monastery" {
		t.Errorf("found %d, suggests %q, %v", f.Total, f.Suggest, err)
	}
}

func testSimilarQuestions(t *testing.T, d db.Store) {
	Library(t, d)
	for _, c := range []struct{ text, want string }{
		{"Is tea older than coffee?", "tea"},
		{"is coffee OLDER than tea", "tea"},
		{"tea older than coffee today?", "tea"},
		{"Is wine older than beer?", ""},
		{"tea", ""},
	} {
		cards, err := d.Similar(t.Context(), c.text, 3)
		if got := RunsOf(cards); err != nil || got != c.want {
			t.Errorf("near %q are %q, want %q: %v", c.text, got, c.want, err)
		}
	}
	if cards, err := d.SameClaim(t.Context(), "A claim of run cafe.", 9); err != nil || !strings.HasPrefix(RunsOf(cards), "cafe") {
		t.Errorf("the same claim is in %q: %v", RunsOf(cards), err)
	}
}

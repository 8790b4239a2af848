package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/db/dbtest"
	"assay/research"
)

// pourTea writes reports on one question, a few of them with much confidence.
func pourTea(t *testing.T, d *DB, reports int) {
	t.Helper()
	err := d.inTx(t.Context(), func(tx *sql.Tx) error {
		for n := range int64(reports) {
			c := db.Card{N: n + 2000<<10, Run: runID(int(n)), Question: "Where does tea with milk and sugar come from?"}
			if n%100 == 0 {
				c.Confidence = research.High
			}
			if err := errors.Join(insertCard(t.Context(), tx, c, 1), insertTexts(t.Context(), tx, c.N, research.NewState(research.Info{Question: c.Question}), c)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// However many newer questions hold a word too, the old one that asks for
// nothing else comes first.
func TestAnOldQuestionComesFirstAmongManyThatHoldItsWords(t *testing.T) {
	d := openIn(t)
	pourTea(t, d, 3000)
	dbtest.Tell(t, d, "old", dbtest.Story{Question: "Tea with milk?", Created: time.UnixMilli(1)})
	for text, total := range map[string]int{"tea": 3001, "milk tea": 3001, `"with milk"`: mostPhrases} {
		f, err := d.Search(t.Context(), db.Query{Text: text})
		if err != nil || f.Total != total || f.Capped != (total == mostPhrases) || f.Cards[0].Run != "old" {
			t.Errorf("%q finds %d, first %s, %v", text, f.Total, dbtest.RunsOf(f.Cards), err)
		}
	}
}

// So it does among few matches, if their words are everywhere else.
func TestAnOldQuestionComesFirstAmongFewOfManyThatHoldItsWords(t *testing.T) {
	d := openIn(t)
	pourTea(t, d, most)
	dbtest.Tell(t, d, "old", dbtest.Story{Question: "Tea with milk?", Confidence: research.High, Created: time.UnixMilli(1)})
	f, err := d.Search(t.Context(), db.Query{Text: "tea", Confidence: research.High})
	if err != nil || f.Total != most/100+1 || f.Cards[0].Run != "old" {
		t.Errorf("it finds %d, first %s, %v", f.Total, dbtest.RunsOf(f.Cards), err)
	}
}

// A phrase ranks although its words are everywhere, as long as not too many
// reports have to be looked into.
func TestAReportThatRepeatsAPhraseComesFirst(t *testing.T) {
	d := openIn(t)
	if err := d.fillWith(t.Context(), 0, 600); err != nil {
		t.Fatal(err)
	}
	dbtest.Tell(t, d, "old", dbtest.Story{Question: "Q?", Answer: "w0 w1, w0 w1 and w0 w1", Created: time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)})
	f, err := d.Search(t.Context(), db.Query{Text: `"w0 w1"`})
	if err != nil || f.Total < 100 || f.Total > ranked || f.Cards[0].Run != "old" {
		t.Errorf("of %d the first are %s, %v", f.Total, dbtest.RunsOf(f.Cards), err)
	}
}

// However many reports on some words are asked for, it is the beginning of the
// same list, whether or not there are so few that it is made of them all.
func TestAboutIsOneList(t *testing.T) {
	d := openIn(t)
	if err := d.fillWith(t.Context(), 0, 600); err != nil {
		t.Fatal(err)
	}
	for i, question := range []string{"w0?", "w1 w0", "w0 w1 and w0 w1 once more", "w0 w1"} {
		dbtest.Tell(t, d, fmt.Sprint("run", i), dbtest.Story{Question: question, Created: time.UnixMilli(int64(i + 1))})
	}
	for _, text := range []string{"w0", "w0 w1", `"w0 w1"`, `w0 -w1`, "w0 zeppelin"} {
		q, words := db.Query{Text: text}, db.TermsOf(text)
		all, err := d.about(t.Context(), q, words, ranked)
		if err != nil {
			t.Fatal(err)
		}
		for limit := range len(all) {
			some, err := d.about(t.Context(), q, words, limit)
			if err != nil || !slices.Equal(some, all[:limit]) {
				t.Errorf("%d about %q are %v, want %v, %v", limit, text, some, all[:limit], err)
			}
		}
	}
}

func TestWordsOfATerm(t *testing.T) {
	for term, want := range map[string]string{
		"tea":                  "tea",
		"green tea-time, 1475": "green tea time 1475",
		db.Term("茶の"):          "茶 の",
	} {
		if got := strings.Join(db.Words(term), " "); got != want {
			t.Errorf("words of %s are %s, want %s", term, got, want)
		}
	}
}

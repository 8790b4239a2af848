package sqlite

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/db/dbtest"
)

// Many newer reports mention two words; the old one that is about them stays on the first page.
func TestAnOldReportIsFoundAmongMany(t *testing.T) {
	d := openIn(t)
	if err := d.fillWith(t.Context(), 0, 600); err != nil {
		t.Fatal(err)
	}
	dbtest.Tell(t, d, "old", dbtest.Story{Question: "w0 or w1?", Answer: "w0.", Quote: "w0 is not w1", Created: time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)})
	f, err := d.Search(t.Context(), db.Query{Text: "w0 w1"})
	if err != nil {
		t.Fatal(err)
	}
	if f.Total <= ranked || len(f.Cards) != 20 || !strings.Contains(dbtest.RunsOf(f.Cards), "old") {
		t.Errorf("of %d the first page holds %s", f.Total, dbtest.RunsOf(f.Cards))
	}
	all := make(map[string]bool)
	for page := 0; page*20 < f.Total; page++ {
		g, err := d.Search(t.Context(), db.Query{Text: "w0 w1", Offset: page * 20})
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

func openIn(t *testing.T) *DB { return open(t, filepath.Join(t.TempDir(), "test.db")) }

func library(t *testing.T) *DB {
	d := openIn(t)
	dbtest.Library(t, d)
	return d
}

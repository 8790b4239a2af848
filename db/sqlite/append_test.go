package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"assay/db"
	"assay/db/dbtest"
	"assay/research"
	"assay/research/engine"
)

// writeTogether joins events of runs to one batch, in order, and writes it.
func writeTogether(d *DB, entries ...entry) []error {
	var b *batch
	for _, e := range entries {
		b, _ = d.join(e)
	}
	return b.write()
}

func started(run, key string) entry {
	return entry{run: run, Event: research.Event{Kind: research.Started, Key: key, Label: key}}
}

func wantKeys(t *testing.T, d *DB, run, want string) {
	t.Helper()
	events, err := d.Events(t.Context(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range events {
		got += fmt.Sprint(e.Seq, e.Key, " ")
	}
	if got != want {
		t.Errorf("run %s holds %q, want %q", run, got, want)
	}
}

func TestEventsThatComeTogetherKeepTheirOrder(t *testing.T) {
	d := openIn(t)
	errs := writeTogether(d, started("one", "a"), started("other", "x"), started("one", "b"), started("one", "a"), started("one", "c"))
	if err := errors.Join(errs...); err != nil || len(errs) != 5 {
		t.Fatal(errs)
	}
	wantKeys(t, d, "one", "1a 2b 3c ")
	wantKeys(t, d, "other", "1x ")
	if errs := writeTogether(d, started("one", "d")); errs[0] != nil {
		t.Error(errs)
	}
	wantKeys(t, d, "one", "1a 2b 3c 4d ")
}

func TestTheErrorOfOneEventIsNotThatOfOthers(t *testing.T) {
	d := openIn(t)
	if _, err := d.write.Exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.label = 'bad' BEGIN SELECT raise(ABORT, 'refused'); END`); err != nil {
		t.Fatal(err)
	}
	errs := writeTogether(d, started("one", "a"), started("other", "bad"), started("one", "b"))
	if errs[0] != nil || errs[1] == nil || errs[2] != nil {
		t.Errorf("the errors are %v", errs)
	}
	wantKeys(t, d, "one", "1a 2b ")
	wantKeys(t, d, "other", "")
}

// Whoever is gone before its event is taken leaves nothing behind.
func TestNothingIsWrittenForACallThatIsOver(t *testing.T) {
	d := openIn(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Append(ctx, "run", started("run", "a").Event); !errors.Is(err, context.Canceled) {
		t.Errorf("Append = %v, want Canceled", err)
	}
	wantKeys(t, d, "run", "")
}

// Runs that end together are all indexed.
func TestRunsThatEndTogetherAreAllFound(t *testing.T) {
	d := openIn(t)
	var ends []entry
	for _, id := range []string{"one", "two", "three"} {
		if _, err := d.Accept(t.Context(), engine.Admission{Info: research.Info{ID: id, Question: "What of " + id + "?", Method: "verify", Created: time.Unix(1e9, 0)}}); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, entry{run: id, Event: research.Event{Kind: research.Ended, Key: "end", Data: []byte(`{"state":"done","report":{"summary":"S"}}`)}})
	}
	if err := errors.Join(writeTogether(d, ends...)...); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"one", "two", "three"} {
		if got := dbtest.Found(t, d, db.Query{Text: id}); got != id {
			t.Errorf("%q finds %q", id, got)
		}
	}
}

// A batch that could not begin, as the database is closed, tells everybody.
func TestABatchThatCannotBeginIsAnErrorForAll(t *testing.T) {
	d := openIn(t)
	d.Close()
	for i, err := range writeTogether(d, started("one", "a"), started("other", "b")) {
		if err == nil {
			t.Errorf("event %d was written", i)
		}
	}
	if d.gathering != nil {
		t.Error("others would still join the batch")
	}
}

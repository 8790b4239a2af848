package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

// write adds n events to a run.
func write(t *testing.T, d *DB, run string, from, n int) {
	t.Helper()
	for i := from; i < from+n; i++ {
		if err := d.Append(context.Background(), run, research.Event{Kind: research.Kept, Key: fmt.Sprint(i), Label: "x"}); err != nil {
			t.Error(err)
			return
		}
	}
}

func TestABackupUnderLoadIsWholeAndCanBeRestored(t *testing.T) {
	dir := t.TempDir()
	d := open(t, filepath.Join(dir, "assay.db"))
	if _, err := d.Accept(t.Context(), engine.Admission{Info: research.Info{ID: "run", Question: "Q?", Created: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	write(t, d, "run", 0, 50)
	var busy sync.WaitGroup
	busy.Go(func() { write(t, d, "run", 50, 300) })
	copy := filepath.Join(dir, "copy.db")
	if err := d.Backup(t.Context(), copy); err != nil {
		t.Fatal(err)
	}
	busy.Wait()
	if err := d.Backup(t.Context(), copy); err == nil {
		t.Error("a backup wrote over another")
	}
	write(t, d, "run", 350, 10)
	if _, err := Restore(t.Context(), copy, d.file); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("restored under a running server: %v", err)
	}
	d.Close()
	kept, err := Restore(t.Context(), copy, d.file)
	if err != nil {
		t.Fatal(err)
	}
	count := func(file string) int {
		d := open(t, file)
		defer d.Close()
		events, err := d.Events(t.Context(), "run", 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range events {
			if e.Seq != int64(i+1) {
				t.Fatalf("event %d has number %d", i+1, e.Seq)
			}
		}
		return len(events)
	}
	if n := count(d.file); n < 50 || n > 350 {
		t.Errorf("the copy holds %d events", n)
	}
	if n := count(kept); n != 360 {
		t.Errorf("what was there before holds %d events, want all 360", n)
	}
}

func TestWhatIsNoBackupIsNotRestored(t *testing.T) {
	dir := t.TempDir()
	d := open(t, filepath.Join(dir, "assay.db"))
	write(t, d, "run", 0, 5)
	d.Close()
	whole, err := os.ReadFile(d.file)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"text": "not a database", "torn": string(whole[:len(whole)/2]), "empty": ""} {
		bad := filepath.Join(dir, name)
		if err := os.WriteFile(bad, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), bad, d.file); err == nil {
			t.Errorf("%s was restored", name)
		}
	}
	if _, err := Restore(t.Context(), filepath.Join(dir, "missing"), d.file); err == nil {
		t.Error("a missing file was restored")
	}
	again := open(t, d.file)
	if events, err := again.Events(t.Context(), "run", 0); err != nil || len(events) != 5 {
		t.Errorf("the database holds %d events, %v", len(events), err)
	}
}

// With no room left runs pause, reading works, and runs go on by themselves
// once there is room.
func TestRunsPauseWhileThereIsNoRoom(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "assay.db"))
	var pages int
	if err := d.write.QueryRow(`PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := d.write.Exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+6)); err != nil {
		t.Fatal(err)
	}
	paused := make(chan struct{}, 100)
	m := &engine.Method{Name: "fill", Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		for i := range 20 {
			_, err := engine.Keep(ctx, r, fmt.Sprint(i), func() (string, error) { return strings.Repeat("x", 4000), nil })
			if err != nil {
				return nil, err
			}
		}
		return &research.Report{Summary: "done"}, nil
	}}
	e := engine.NewEngine(d, func(research.Info) (engine.Desk, error) { return engine.Desk{}, nil }, 0, m)
	e.Pause = time.Millisecond
	e.Fault = func(_ research.Info, err error) {
		if !errors.Is(err, engine.ErrFull) {
			t.Errorf("the fault is %v", err)
		}
		paused <- struct{}{}
	}
	t.Cleanup(func() { e.Close(context.Background()) })
	info, err := e.Start(t.Context(), "Q?", "fill", research.Options{})
	if err != nil {
		t.Fatal(err)
	}
	<-paused
	<-paused // and again: it tries and tries
	before, err := d.Events(t.Context(), info.ID, 0)
	if err != nil || len(before) == 0 {
		t.Fatalf("%d events can be read, %v", len(before), err)
	}
	if _, err := e.Start(t.Context(), strings.Repeat("why ", 900), "fill", research.Options{}); err == nil || !errors.Is(err, engine.ErrFull) {
		t.Errorf("a run was accepted without room for it: %v", err)
	}
	if _, err := d.write.Exec(`PRAGMA max_page_count = 1000000`); err != nil {
		t.Fatal(err)
	}
	var s *research.State
	for s == nil || !s.Status.Over() {
		if s, err = db.State(t.Context(), d, info); err != nil {
			t.Fatal(err)
		}
		if !s.Status.Over() {
			if err := d.Wait(t.Context(), info.ID, s.Seq); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.Status != research.Done {
		t.Errorf("the run is %s: %s", s.Status, s.Reason)
	}
	after, err := d.Events(t.Context(), info.ID, 0)
	if err != nil || len(after) <= len(before) || after[0].Key != before[0].Key {
		t.Errorf("%d events, %d before, %v", len(after), len(before), err)
	}
}

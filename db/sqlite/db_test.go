package sqlite

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"assay/db"
	"assay/db/dbtest"
	"assay/research"
	"assay/research/engine"
	"assay/research/researchtest"
)

func TestJournal(t *testing.T) {
	researchtest.TestJournal(t, func(t *testing.T) research.Journal { return open(t, filepath.Join(t.TempDir(), "test.db")) })
}

func TestStore(t *testing.T) {
	researchtest.TestStore(t, func(t *testing.T) engine.Store { return open(t, filepath.Join(t.TempDir(), "test.db")) })
}

func TestStoreOfTheProgram(t *testing.T) {
	dbtest.TestStore(t, func(t *testing.T) db.Store { return openIn(t) })
}

// Two processes share a database; here, two handles on one file.
func TestWaitSeesEventsOfAnotherProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "test.db")
	a, b := open(t, file), open(t, file)
	done := make(chan error)
	go func() { done <- a.Wait(t.Context(), "run", 0) }()
	if err := b.Append(t.Context(), "run", research.Event{Kind: research.Began, Key: "began"}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestLockKeepsOthersOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "test.db")
	a, b := open(t, file), open(t, file)
	unlock, ok, err := a.Lock("run")
	if err != nil || !ok {
		t.Fatalf("first lock: %v, %v", ok, err)
	}
	if _, ok, err := b.Lock("run"); ok || err != nil {
		t.Errorf("second lock: %v, %v", ok, err)
	}
	unlock()
	unlock, ok, err = b.Lock("run")
	if err != nil || !ok {
		t.Fatalf("lock after unlock: %v, %v", ok, err)
	}
	unlock()
}

// An older Assay must not write into a database whose schema it does not know.
func TestRefusesNewerSchema(t *testing.T) {
	file := filepath.Join(t.TempDir(), "test.db")
	d := open(t, file)
	if _, err := d.write.Exec(`PRAGMA user_version = 99`); err != nil {
		t.Fatal(err)
	}
	d.Close()
	_, err := Open(t.Context(), file)
	if err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Fatalf("Open = %v, want a refusal", err)
	}
}

// A migration that fails leaves the schema as it was before it.
func TestMigrationIsAllOrNothing(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "test.db"))
	names, err := fs.Glob(schema, "schema/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	bad := fstest.MapFS{"schema/999-bad.sql": {Data: []byte(`CREATE TABLE extra (x); CREATE TABLE runs (again);`)}}
	for _, name := range names {
		bad[name] = new(fstest.MapFile) // was run when it was opened
	}
	if err := d.migrate(t.Context(), bad); err == nil {
		t.Fatal("the bad migration went through")
	}
	var version, tables int
	if err := d.write.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	if err := d.write.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'extra'`).Scan(&tables); err != nil {
		t.Fatal(err)
	}
	if version != len(names) || tables != 0 {
		t.Errorf("schema %d with %d new tables, want %d with none", version, tables, len(names))
	}
}

// Nothing updates or deletes an event or a page: the journal is the account of
// what was asked, paid and read, and every quote rests on it.
func TestOnlyInsertsTouchTheJournal(t *testing.T) {
	for _, file := range []string{"append.go", "journal.go", "page.go", "run.go", "db.go"} {
		src := readSource(t, file)
		for _, verb := range []string{"UPDATE ", "DELETE ", "REPLACE "} {
			if strings.Contains(src, verb) {
				t.Errorf("%s holds %q", file, verb)
			}
		}
	}
}

func open(t *testing.T, file string) *DB {
	t.Helper()
	d, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

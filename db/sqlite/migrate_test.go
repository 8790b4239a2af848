package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"modernc.org/sqlite"

	"assay/research"
	"assay/research/engine"
)

// diesAfter makes the test binary open the database that DIES_IN names, and
// kill itself after that many statements of its migrations.
const diesAfter = "ASSAY_TEST_MIGRATION_DIES_AFTER"

func TestMain(m *testing.M) {
	if n, err := strconv.Atoi(os.Getenv(diesAfter)); err == nil {
		dieMigrating(os.Getenv("ASSAY_TEST_DIES_IN"), n)
	}
	if n, err := strconv.Atoi(os.Getenv(restoreDiesAfter)); err == nil {
		dieRestoring(os.Getenv("ASSAY_TEST_DIES_IN"), n)
	}
	os.Exit(m.Run())
}

// dieMigrating migrates the database in file and dies after n statements.
func dieMigrating(file string, n int) {
	sqlite.MustRegisterScalarFunction("die", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	})
	d := &DB{file: file, more: make(map[string]chan struct{})}
	fmt.Fprintln(os.Stderr, d.open(context.Background(), deadly(n)))
	os.Exit(7)
}

// deadly returns the schema with a statement that kills the process after n of
// its own.
func deadly(n int) fs.FS {
	out := make(fstest.MapFS)
	names, _ := fs.Glob(schema, "schema/*.sql")
	for _, name := range names {
		text, _ := fs.ReadFile(schema, name)
		var b strings.Builder
		for line := range strings.Lines(string(text)) {
			b.WriteString(line)
			if endsStatement(line) {
				if n--; n == 0 {
					b.WriteString("SELECT die();\n")
				}
			}
		}
		out[name] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return out
}

// endsStatement reports whether a line of the schema ends a statement of its
// own; the lines of a trigger are indented.
func endsStatement(line string) bool {
	return strings.HasSuffix(strings.TrimSpace(strings.SplitN(line, "--", 2)[0]), ";") && !strings.HasPrefix(line, "\t")
}

// Killed after any statement of any migration, the database has its old schema
// or its new one, never a mixture, and the next start brings it up to date.
func TestAMigrationKilledAtAnyStatementLeavesOldOrNew(t *testing.T) {
	names, err := fs.Glob(schema, "schema/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	statements := 0
	for _, name := range names {
		text, err := fs.ReadFile(schema, name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if endsStatement(line) {
				statements++
			}
		}
	}
	whole := tables(t, open(t, filepath.Join(t.TempDir(), "whole.db")))
	for n := 1; n <= statements; n++ {
		file := filepath.Join(t.TempDir(), "killed.db")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", diesAfter, n), "ASSAY_TEST_DIES_IN="+file)
		var exit *exec.ExitError
		if out, err := cmd.CombinedOutput(); !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("after statement %d it did not die: %v\n%s", n, err, out)
		}
		d, err := Open(t.Context(), file)
		if err != nil {
			t.Fatalf("killed after statement %d: %v", n, err)
		}
		var says string
		if err := d.read.QueryRow(`PRAGMA integrity_check`).Scan(&says); err != nil || says != "ok" {
			t.Errorf("killed after statement %d: %s %v", n, says, err)
		}
		if got := tables(t, d); got != whole {
			t.Errorf("killed after statement %d the schema is\n%s\nwant\n%s", n, got, whole)
		}
		d.Close()
	}
	t.Logf("killed after each of %d statements", statements)
}

// tables returns the schema of a database.
func tables(t *testing.T, d *DB) string {
	t.Helper()
	rows, err := d.read.Query(`SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return strings.Join(all, "\n")
}

// Who asked for a run is known after the table of it was made anew.
func TestWhoAskedIsKept(t *testing.T) {
	dir := t.TempDir()
	old := make(fstest.MapFS)
	names, err := fs.Glob(schema, "schema/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names[:3] {
		text, err := fs.ReadFile(schema, name)
		if err != nil {
			t.Fatal(err)
		}
		old[name] = &fstest.MapFile{Data: text}
	}
	before := &DB{file: filepath.Join(dir, "assay.db"), more: make(map[string]chan struct{})}
	if err := before.open(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	_, err = before.write.Exec(`INSERT INTO runs (id, question, method, options, created) VALUES ('run', 'Q?', 'verify', x'7b7d', ?1);
		INSERT INTO asked (run, client, time) VALUES ('run', x'636c69656e74', ?1)`, time.Now().UnixMilli())
	if err := errors.Join(err, before.Close()); err != nil {
		t.Fatal(err)
	}
	d := openAt(t, dir, "assay.db")
	a := engine.Admission{
		Info:  research.Info{ID: "more", Question: "Q?", Method: "verify", Created: time.Now()},
		Asker: engine.Asker{Client: []byte("client"), Limits: engine.Limits{Client: 1}},
	}
	if _, err := d.Accept(t.Context(), a); err == nil || !strings.Contains(err.Error(), "1 of your questions") {
		t.Errorf("one more run of who asked for one before: %v", err)
	}
	if info, err := d.Info(t.Context(), "run"); err != nil || info.Owner != "" {
		t.Errorf("the run is %+v, %v", info, err)
	}
}

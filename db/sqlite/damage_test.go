package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/db"
)

// What the log of a damaged database holds is kept with it.
func TestTheLogOfADamagedDatabaseIsKept(t *testing.T) {
	dir := t.TempDir()
	copy, file := filepath.Join(dir, "copy.db"), filepath.Join(dir, "assay.db")
	if err := openAt(t, dir, "other.db").Backup(t.Context(), copy); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{file: strings.Repeat("no database ", 1000), file + "-wal": "what was written last"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := Restore(t.Context(), copy, file)
	if err != nil {
		t.Fatal(err)
	}
	if log, err := os.ReadFile(kept + "-wal"); err != nil || string(log) != "what was written last" {
		t.Errorf("the log is %q, %v", log, err)
	}
	if err := openAt(t, dir, "assay.db").Check(t.Context()); err != nil {
		t.Errorf("what was put back: %v", err)
	}
}

// A database whose file was written over is found to be damaged: when it is
// opened, when it is read, or when it is checked.
func TestADamagedDatabaseIsFound(t *testing.T) {
	dir := t.TempDir()
	d := openAt(t, dir, "assay.db")
	write(t, d, "run", 0, 400)
	if err := d.Check(t.Context()); err != nil {
		t.Errorf("a whole one: %v", err)
	}
	d.Close()
	whole, err := os.ReadFile(filepath.Join(dir, "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for at := 0; at < len(whole); at += page * (1 + len(whole)/page/12) {
		file := filepath.Join(t.TempDir(), "assay.db")
		torn := append([]byte(nil), whole...)
		for i := range page {
			torn[at+i] = byte(i*7 + 13)
		}
		if err := os.WriteFile(file, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open(t.Context(), file)
		if err == nil {
			err = d.Check(t.Context())
			d.Close()
		}
		if !errors.Is(Damaged(err), db.ErrDamaged) {
			t.Errorf("page %d of %d written over: %v", at/page, len(whole)/page, err)
		}
	}
}

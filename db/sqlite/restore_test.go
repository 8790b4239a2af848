package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// restoreDiesAfter makes the test binary put copy.db in the place of the
// assay.db beside it, and kill itself after so many of the things that it does
// to files.
const restoreDiesAfter = "ASSAY_TEST_RESTORE_DIES_AFTER"

// A dyingDisk kills its process after so many calls.
type dyingDisk struct {
	disk
	left int
}

func (d *dyingDisk) done(err error) error {
	if d.left--; d.left == 0 {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return err
}

func (d *dyingDisk) link(from, to string) error   { return d.done(d.disk.link(from, to)) }
func (d *dyingDisk) remove(file string) error     { return d.done(d.disk.remove(file)) }
func (d *dyingDisk) rename(from, to string) error { return d.done(d.disk.rename(from, to)) }
func (d *dyingDisk) sync(file string) error       { return d.done(d.disk.sync(file)) }

// dieRestoring restores and dies.
func dieRestoring(dir string, n int) {
	_, err := restore(context.Background(), &dyingDisk{left: n}, filepath.Join(dir, "copy.db"), filepath.Join(dir, "assay.db"))
	fmt.Fprintln(os.Stderr, err)
	os.Exit(7) // it came to its end
}

// Killed after anything that it does to files, a restore leaves the old database
// or the new one; where there was none before, the next start says what to do.
func TestARestoreKilledAnywhereLeavesOldOrNew(t *testing.T) {
	for _, before := range []int{20, 0} { // events in the database that was there; 0 is none at all
		for n := 1; ; n++ {
			dir := t.TempDir()
			write(t, openAt(t, dir, "copied.db"), "run", 0, 50)
			if err := openAt(t, dir, "copied.db").Backup(t.Context(), filepath.Join(dir, "copy.db")); err != nil {
				t.Fatal(err)
			}
			if before > 0 {
				d := openAt(t, dir, "assay.db")
				write(t, d, "run", 0, before)
				d.Close()
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), fmt.Sprint(restoreDiesAfter, "=", n), "ASSAY_TEST_DIES_IN="+dir)
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				t.Fatalf("%v: %s", err, out)
			}
			d, err := Open(t.Context(), filepath.Join(dir, "assay.db"))
			if err != nil {
				if before > 0 || !strings.Contains(err.Error(), "do it again") {
					t.Errorf("killed after %d: %v", n, err)
				}
				continue
			}
			events, err := d.Events(t.Context(), "run", 0)
			if err = errors.Join(err, d.Close()); err != nil || len(events) != 50 && (len(events) != before || before == 0) {
				t.Errorf("killed after %d with %d events there: %d events, %v", n, before, len(events), err)
			}
			if exit.ExitCode() == 7 {
				if len(events) != 50 || n < 5 {
					t.Errorf("it ended with %d events after %d steps: %s", len(events), n, out)
				}
				break
			}
		}
	}
}

// A copy is put back on a machine that has no data folder.
func TestACopyIsPutBackWhereThereIsNoFolder(t *testing.T) {
	dir := t.TempDir()
	d := openAt(t, dir, "assay.db")
	write(t, d, "run", 0, 5)
	copy := filepath.Join(dir, "copy.db")
	if err := d.Backup(t.Context(), copy); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(copy); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info.Mode(), err)
	}
	if _, err := os.Stat(copy + ".part"); err == nil {
		t.Error("a part is left")
	}
	kept, err := Restore(t.Context(), copy, filepath.Join(dir, "new", "folder", "assay.db"))
	if err != nil || kept != "" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	if events, err := openAt(t, dir, "new/folder/assay.db").Events(t.Context(), "run", 0); err != nil || len(events) != 5 {
		t.Errorf("it holds %d events, %v", len(events), err)
	}
}

func openAt(t *testing.T, dir, name string) *DB { return open(t, filepath.Join(dir, name)) }

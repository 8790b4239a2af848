package db

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// What a client asked for while the clock was years ahead counts against it
// only then, not until those years have passed.
func TestAClockThatWasAheadUsesUpNoDay(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	now, client := time.Now(), []byte("client")
	for i, at := range []time.Time{now.AddDate(10, 0, 0), now.Add(-time.Hour), now.Add(-25 * time.Hour)} {
		if err := d.Asked(t.Context(), fmt.Sprint("run ", i), client, at); err != nil {
			t.Fatal(err)
		}
	}
	own, all, err := d.LoadOf(t.Context(), client, now.Add(-24*time.Hour), now)
	if err != nil || own.Lately != 1 || all.Lately != 1 {
		t.Errorf("%+v, %+v, %v", own, all, err)
	}
}

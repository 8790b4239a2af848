package db

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

// What a client asked for while the clock was years ahead counts against it
// only then, not until those years have passed.
func TestAClockThatWasAheadUsesUpNoDay(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	now := time.Now()
	for i, at := range []time.Time{now.AddDate(10, 0, 0), now.Add(-time.Hour), now.Add(-25 * time.Hour), now} {
		a := engine.Admission{Info: research.Info{ID: fmt.Sprint("run ", i), Created: at}, Asker: engine.Asker{Client: []byte("client")}}
		if i == 3 {
			a.Limits = engine.Limits{ClientDay: 1, AllDay: 9}
		}
		_, err := d.Accept(t.Context(), a)
		if busy := new(engine.BusyError); i == 3 && !errors.As(err, &busy) || i < 3 && err != nil {
			t.Errorf("run %d: %v", i, err)
		}
	}
	a := engine.Admission{Info: research.Info{ID: "one more", Created: now}, Asker: engine.Asker{Client: []byte("client"), Limits: engine.Limits{ClientDay: 2, AllDay: 2}}}
	if _, err := d.Accept(t.Context(), a); err != nil {
		t.Errorf("within the limit: %v", err)
	}
}

package sqlite

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

var long = flag.Bool("long", false, "run the long forms of tests")

// A power cut leaves the write-ahead log cut off anywhere, perhaps with garbage
// behind. Whatever is left, the database is whole, events are a prefix of what
// was written, and no page's event is there without the page.
func TestAPowerCutAtAnyByte(t *testing.T) {
	cuts := 60
	if *long {
		cuts = 600
	}
	dir := t.TempDir()
	d := open(t, filepath.Join(dir, "assay.db"))
	if _, err := d.write.Exec(`PRAGMA wal_autocheckpoint = 0`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Accept(t.Context(), engine.Admission{Info: research.Info{ID: "run", Question: "Q?", Created: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	const events = 120
	for i := range events {
		e := research.Event{Kind: research.Answered, Key: fmt.Sprint(i), Data: fmt.Appendf(nil, `"%d"`, i)}
		if i%4 == 0 {
			e.Kind = research.Fetched
			e.Page = &port.Page{URL: fmt.Sprint("https://example.org/", i), Hash: fmt.Sprint(i), Text: fmt.Sprintf("text %d", i)}
		}
		if err := d.Append(t.Context(), "run", e); err != nil {
			t.Fatal(err)
		}
	}
	data, wal := readAll(t, d.file), readAll(t, d.file+"-wal")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	least, most := events, 0
	for i := range cuts {
		cut := wal[:rnd.IntN(len(wal)+1)]
		if i%3 == 0 {
			garbage := make([]byte, 1+rnd.IntN(10_000))
			for j := range garbage {
				garbage[j] = byte(rnd.Uint32())
			}
			cut = append(append([]byte{}, cut...), garbage...)
		}
		n := survives(t, filepath.Join(dir, fmt.Sprint(i)), data, cut)
		least, most = min(least, n), max(most, n)
	}
	t.Logf("%d cuts: between %d and %d of %d events left, 0 databases corrupt, 0 torn", cuts, least, most, events)
}

// survives opens a database with a log that was cut off, and returns how many
// events are left.
func survives(t *testing.T, dir string, data, wal []byte) int {
	t.Helper()
	file := filepath.Join(dir, "assay.db")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{file: data, file + "-wal": wal} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := open(t, file)
	defer os.RemoveAll(dir)
	defer d.Close()
	var says string
	if err := d.read.QueryRow(`PRAGMA integrity_check`).Scan(&says); err != nil || says != "ok" {
		t.Errorf("the database is corrupt: %s, %v", says, err)
	}
	events, err := d.Events(t.Context(), "run", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != int64(i+1) || e.Key != fmt.Sprint(i) {
			t.Fatalf("event %d is number %d with key %s", i+1, e.Seq, e.Key)
		}
		if e.Kind == research.Fetched {
			if _, err := d.Page(t.Context(), "run", fmt.Sprint("https://example.org/", i)); err != nil {
				t.Fatalf("event %d is there without its page: %v", i+1, err)
			}
		}
	}
	return len(events)
}

func readAll(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

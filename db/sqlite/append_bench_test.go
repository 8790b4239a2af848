package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// Each writer has a run of its own, as the calls of many runs do.
func BenchmarkAppend(b *testing.B) {
	data := fmt.Appendf(nil, `{"text":%q}`, strings.Repeat("A model's answer. ", 50))
	for _, writers := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprint(writers, " writers"), func(b *testing.B) {
			d, err := Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			b.ReportAllocs()
			b.ResetTimer()
			var all sync.WaitGroup
			for w := range writers {
				all.Go(func() {
					for i := w; i < b.N; i += writers {
						if err := d.Append(b.Context(), fmt.Sprint("run ", w), research.Event{Kind: research.Answered, Key: fmt.Sprint(i), Data: data}); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// Readers ask for what came after the last event that they saw.
func BenchmarkEvents(b *testing.B) {
	d, err := Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	const events = 300
	for i := range events {
		e := research.Event{Kind: research.Fetched, Key: fmt.Sprint(i), Page: &port.Page{URL: fmt.Sprint(i), Hash: fmt.Sprint(i), Text: "A page."}}
		if err := d.Append(b.Context(), "run", e); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := d.Accept(b.Context(), engine.Admission{Info: research.Info{ID: "run", Question: "Q?"}}); err != nil {
		b.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"the last":  func() error { _, err := d.Events(b.Context(), "run", events-1); return err },
		"all":       func() error { _, err := d.Events(b.Context(), "run", 0); return err },
		"wait":      func() error { return d.Wait(b.Context(), "run", events-1) },
		"a page":    func() error { _, err := d.Page(b.Context(), "run", "7"); return err },
		"a run row": func() error { _, err := d.Info(b.Context(), "run"); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

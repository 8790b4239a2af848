package db

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/research"
)

// ASSAY_BENCH_REPORTS sets how many synthetic reports the search is measured
// on; each has 25 claims. 100,000 of them take some minutes and 2 GB.
func BenchmarkSearch(b *testing.B) {
	size, _ := strconv.Atoi(os.Getenv("ASSAY_BENCH_REPORTS"))
	d, err := Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	if err := d.fillWith(b.Context(), max(size, 2000)); err != nil {
		b.Fatal(err)
	}
	for _, q := range []struct {
		name string
		Query
	}{
		{"first page", Query{}},
		{"common word", Query{Text: "w0"}},
		{"three common words", Query{Text: "w0 w1 w2"}},
		{"common and rare word", Query{Text: "w1 w3000"}},
		{"middling word", Query{Text: "w300"}},
		{"rare word", Query{Text: "w9000"}},
		{"common word, filtered", Query{Text: "w1", Confidence: research.High, Status: research.Done}},
		{"common word, newest first", Query{Text: "w0", Sort: ByNewest}},
		{"common word, by confidence", Query{Text: "w0", Sort: ByConfidence}},
		{"filters only", Query{Confidence: research.High}},
	} {
		b.Run(q.name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := d.Search(b.Context(), q.Query); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	b.Run("similar", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Similar(b.Context(), "w0 w1 w2 w40 w300 w5", 3); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// fillWith writes n reports of words in Zipf's proportions.
func (db *DB) fillWith(ctx context.Context, n int) error {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 8, 20000)
	text := func(words int) string {
		var b strings.Builder
		for range words {
			fmt.Fprintf(&b, "w%d ", zipf.Uint64())
		}
		return b.String()
	}
	texts := func(n, words int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = text(words)
		}
		return out
	}
	for i := 0; i < n; i += 1000 {
		err := db.inTx(ctx, func(tx *sql.Tx) error {
			for j := i; j < min(n, i+1000); j++ {
				at := time.Date(2020, 1, 1, 0, j, 0, 0, time.UTC)
				c := Card{n: at.UnixMilli() << 10, Run: fmt.Sprintf("run%023d", j), Question: text(9), Method: "verify", Status: research.Done,
					Confidence: []research.Confidence{research.Low, research.Medium, research.High}[j%3], Summary: text(30), Topic: text(5)}
				if err := insertCard(ctx, tx, c, 1); err != nil {
					return err
				}
				s := research.NewState(research.Info{Question: c.Question})
				for _, t := range texts(8, 20) {
					s.Findings = append(s.Findings, research.Finding{Claim: t})
				}
				for _, t := range texts(25, 10) {
					s.Claims = append(s.Claims, &research.ClaimState{ClaimFound: research.ClaimFound{Text: t, Quote: text(12)}})
				}
				if err := insertTexts(ctx, tx, c.n, s, c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

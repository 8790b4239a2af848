package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
)

// BenchmarkSearch measures what people ask the reports for. See [openBench]
// for how many there are. A round takes every case once more, with other words
// of the same kind where there are some, so that no cache knows the answer.
func BenchmarkSearch(b *testing.B) {
	d := openBench(b)
	round := 0
	ask := func(q db.Query) func(context.Context) error {
		return func(ctx context.Context) error {
			r := q
			r.Text = fmt.Sprintf(strings.ReplaceAll(q.Text, "#", "%[1]d"), round%10)
			_, err := d.Search(ctx, r)
			return err
		}
	}
	for _, c := range []struct {
		name string
		call func(context.Context) error
	}{
		{"first page", ask(db.Query{})},
		{"deep page", ask(db.Query{Offset: 9980})},
		{"rare word", ask(db.Query{Text: "w900#"})},
		{"middling word", ask(db.Query{Text: "w30#"})},
		{"common word", ask(db.Query{Text: "w#"})},
		{"three common words", ask(db.Query{Text: "w0 w# w1#"})},
		{"common and rare word", ask(db.Query{Text: "w1 w300#"})},
		{"common word but not another", ask(db.Query{Text: "w# -w11"})},
		{"phrase of common words", ask(db.Query{Text: `"w0 w#"`})},
		{"phrase of three common words", ask(db.Query{Text: `"w0 w1 w#"`})},
		{"phrase of words that are seldom together", ask(db.Query{Text: `"w20 w1#"`})},
		{"phrase that is rare", ask(db.Query{Text: `"w30 w30#"`})},
		{"nothing found", ask(db.Query{Text: "w# w1 zeppelin"})},
		{"common word, deep page", ask(db.Query{Text: "w#", Offset: 9980})},
		{"common word, filtered", ask(db.Query{Text: "w#", Confidence: research.High, Status: research.Done})},
		{"common word, newest first", ask(db.Query{Text: "w#", Sort: db.ByNewest})},
		{"common word, by confidence", ask(db.Query{Text: "w#", Sort: db.ByConfidence})},
		{"filters only", ask(db.Query{Confidence: research.High})},
		{"a topic", ask(db.Query{Topic: "topic 7"})},
		{"topics", func(ctx context.Context) error { _, err := d.Topics(ctx, 100); return err }},
		{"similar", func(ctx context.Context) error {
			_, err := d.Similar(ctx, "w0 w1 w2 w40 w300 w5", 3)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var times []time.Duration
			for b.Loop() {
				round++
				start := time.Now()
				if err := c.call(b.Context()); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			reportQuantiles(b, times)
		})
	}
}

// reportQuantiles reports the median and the 99th percentile in milliseconds.
func reportQuantiles(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	ms := func(share int) float64 { return float64(times[len(times)*share/100].Microseconds()) / 1000 }
	b.ReportMetric(ms(50), "p50-ms")
	b.ReportMetric(ms(99), "p99-ms")
	b.ReportMetric(0, "ns/op")
}

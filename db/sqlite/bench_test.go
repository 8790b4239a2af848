package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
)

// openBench opens a database of synthetic reports, each with 25 claims.
// ASSAY_BENCH_REPORTS sets how many, 2,000 if it is not set: 100,000 of them
// take some minutes and 2 GB. ASSAY_BENCH_DB names a file that is built once
// and kept, so that figures can be taken again.
func openBench(b *testing.B) *DB {
	b.Helper()
	file := os.Getenv("ASSAY_BENCH_DB")
	if file == "" {
		file = filepath.Join(b.TempDir(), "bench.db")
	}
	d, err := Open(b.Context(), file)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	var have int
	if err := d.read.QueryRow(`SELECT count(*) FROM reports`).Scan(&have); err != nil {
		b.Fatal(err)
	}
	size, _ := strconv.Atoi(os.Getenv("ASSAY_BENCH_REPORTS"))
	if size == 0 && have == 0 {
		size = 2000
	}
	if have < size {
		if err := d.fillWith(b.Context(), have, size); err != nil {
			b.Fatal(err)
		}
	}
	return d
}

// fillWith writes the synthetic reports from number to number, of words in
// Zipf's proportions: w0 is in all of them, w9000 in some hundred of 100,000.
func (d *DB) fillWith(ctx context.Context, from, to int) error {
	w := newWords(uint64(from))
	for i := from; i < to; i += 1000 {
		err := d.inTx(ctx, func(tx *sql.Tx) error {
			w.insert = tx.StmtContext(ctx, d.insertEvent)
			for j := i; j < min(to, i+1000); j++ {
				if err := w.report(ctx, tx, j); err != nil {
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

// words write texts, and reports of them.
type words struct {
	zipf   *rand.Zipf
	insert *sql.Stmt // of events
}

func newWords(seed uint64) *words {
	return &words{zipf: rand.NewZipf(rand.New(rand.NewPCG(1, 2+seed)), 1.1, 8, 20000)}
}

func (w *words) text(words int) string {
	var b strings.Builder
	for range words {
		fmt.Fprintf(&b, "w%d ", w.zipf.Uint64())
	}
	return b.String()
}

// report writes the run number j, with as much of its journal as says that it
// ended, and its report.
func (w *words) report(ctx context.Context, tx *sql.Tx, j int) error {
	at := time.Date(2020, 1, 1, 0, j, 0, 0, time.UTC)
	c := db.Card{N: at.UnixMilli() << 10, Run: runID(j), Question: w.text(9), Method: "verify", Status: research.Done,
		Confidence: []research.Confidence{research.Low, research.Medium, research.High}[j%3], Summary: w.text(30), Topic: fmt.Sprint("topic ", j%5000)}
	s := research.NewState(research.Info{ID: c.Run, Question: c.Question, Method: c.Method, Created: at})
	for range 8 {
		s.Findings = append(s.Findings, research.Finding{Claim: w.text(20)})
	}
	for range 25 {
		s.Claims = append(s.Claims, &research.ClaimState{ClaimFound: research.ClaimFound{Text: w.text(10), Quote: w.text(12)}})
	}
	if err := w.accepted(ctx, tx, s.Info, c); err != nil {
		return err
	}
	if err := insertCard(ctx, tx, c, 2); err != nil {
		return err
	}
	if err := insertTopic(ctx, tx, c.N, s); err != nil {
		return err
	}
	return insertTexts(ctx, tx, c.N, s, c)
}

// runID returns an id in the form that the pages know, in order of j.
func runID(j int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprintf("%026d", j))
}

// accepted writes a run that began and ended.
func (w *words) accepted(ctx context.Context, tx *sql.Tx, info research.Info, c db.Card) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO runs (id, question, method, options, created) VALUES (?, ?, ?, CAST('{}' AS BLOB), ?)`,
		info.ID, info.Question, info.Method, info.Created.UnixMilli()); err != nil {
		return err
	}
	ending, err := json.Marshal(research.Ending{State: c.Status, Report: &research.Report{Summary: c.Summary, Confidence: c.Confidence}})
	if err != nil {
		return err
	}
	for _, e := range []research.Event{{Kind: research.Began, Key: "began"}, {Kind: research.Ended, Key: "ended", Data: ending}} {
		if _, err := appendEvent(ctx, w.insert, info.ID, e); err != nil {
			return err
		}
	}
	return nil
}

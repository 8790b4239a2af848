package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"assay/test/harness"
)

// BenchmarkStart measures the released program from its start to its first
// page, with the database that ASSAY_BENCH_DB names, if it does: see the
// benchmarks of package db/sqlite, which build it.
func BenchmarkStart(b *testing.B) {
	assay, data := harness.Release(b), b.TempDir()
	if file := os.Getenv("ASSAY_BENCH_DB"); file != "" {
		if err := os.Symlink(file, filepath.Join(data, "assay.db")); err != nil {
			b.Fatal(err)
		}
	}
	for _, path := range []string{"/", "/reports"} {
		b.Run("GET "+path, func(b *testing.B) {
			var times, cpu []time.Duration
			for b.Loop() {
				wall, work := startOnce(b, assay, data, path)
				times, cpu = append(times, wall), append(cpu, work)
			}
			for name, all := range map[string][]time.Duration{"p50-ms": times, "cpu-p50-ms": cpu} {
				slices.Sort(all)
				b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// startOnce starts the program, asks for a page, and stops it. It returns the
// time from its start to the end of the page, and what work all of it was.
func startOnce(b *testing.B, assay, data, path string) (wall, work time.Duration) {
	b.Helper()
	cmd := exec.Command(assay, "--data", data, "--addr", "127.0.0.1:0")
	cmd.Env = []string{"HOME=" + data}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	var base string
	if _, err := fmt.Fscanf(out, "Assay is at %s\n", &base); err != nil {
		b.Fatal(err)
	}
	res, err := http.Get(base + path)
	if err != nil {
		b.Fatal(err)
	}
	page, err := io.ReadAll(res.Body)
	wall = time.Since(began)
	if res.Body.Close(); err != nil || res.StatusCode != http.StatusOK || len(page) == 0 {
		b.Fatalf("%s: %s, %d bytes, %v", path, res.Status, len(page), err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"assay/db/sqlite"
	"assay/test/harness"
)

// BenchmarkTenRuns measures the released server while it does ten runs of verify
// in their full shape, one after the other, against the simulator. It prints
//
//	peak-MB     the most memory that was resident
//	cpu-s/run   user and system time by run, its start and end included
func BenchmarkTenRuns(b *testing.B) {
	const runs = 10
	world, err := (&benchCmd{ModelLatency: time.Second, SearchLatency: 300 * time.Millisecond, PageLatency: 300 * time.Millisecond, Seed: 1}).world()
	if err != nil {
		b.Fatal(err)
	}
	defer world.close()
	data, addr := b.TempDir(), harness.FreePort(b)
	cmd := exec.Command(harness.Release(b), "--data", data, "--addr", addr, "--parallel", "64")
	cmd.Env = append(world.env, "HOME="+data)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	s := &stage{tb: b, server: &harness.Server{Addr: addr}}
	for b.Loop() {
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		var base string
		if _, err := fmt.Fscanf(out, "Assay is at %s\n", &base); err != nil {
			b.Fatal(err)
		}
		d, err := sqlite.Open(b.Context(), filepath.Join(data, "assay.db"))
		if err != nil {
			b.Fatal(err)
		}
		for i := range runs {
			info, err := d.Info(b.Context(), s.ask(i))
			if err != nil {
				b.Fatal(err)
			}
			harness.End(b, d, info)
		}
		b.ReportMetric(float64(residentPeak(b, cmd.Process.Pid))/(1<<10), "peak-MB")
		d.Close()
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric((cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Seconds()/runs, "cpu-s/run")
		b.ReportMetric(0, "ns/op")
	}
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// residentPeak returns the most memory of a process that was resident, in KB.
func residentPeak(b *testing.B, pid int) int {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("the system does not tell: ", err)
	}
	kb, err := strconv.Atoi(string(highWater.FindSubmatch(status)[1]))
	if err != nil {
		b.Fatal(err)
	}
	return kb
}

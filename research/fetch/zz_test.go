package fetch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/pprof"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	seeds := []string{page("Bridges", "<table><tr><td>x"), "<svg><title><template></p><br><a><table><b><select>", page("B", "<ul><li>12 May 2020<div class=comment>x</div></ul><time>2020-01-01</time><pre>a</pre>")}
	end := time.Now().Add(40 * time.Second)
	n := 0
	var worst time.Duration
	for time.Now().Before(end) {
		s := []byte(seeds[r.IntN(len(seeds))])
		for range 1 + r.IntN(20) {
			i := r.IntN(len(s))
			switch r.IntN(4) {
			case 0:
				s[i] = byte(r.Uint32())
			case 1:
				s = append(s[:i], s[min(len(s), i+r.IntN(30)):]...)
			case 2:
				j := min(len(s), i+r.IntN(40))
				s = append(s[:j:j], s[i:]...)
			case 3:
				k := r.IntN(len(s))
				s[i], s[k] = s[k], s[i]
			}
			if len(s) == 0 {
				s = []byte("<")
			}
		}
		n++
		done := make(chan bool)
		st := time.Now()
		go func() { readHTML(string(s), "http://example.com/"); close(done) }()
		select {
		case <-done:
			worst = max(worst, time.Since(st))
		case <-time.After(5 * time.Second):
			fmt.Printf("HANG %q\n", s)
			pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
			t.Fatal()
		}
	}
	fmt.Println(n, worst)
}

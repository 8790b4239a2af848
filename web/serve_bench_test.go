package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"assay/research"
	"assay/web/live"
)

// A report's page, asked for by two readers at a time, as Chromium asks for it.
func BenchmarkReportPage(b *testing.B) {
	s := newSite(b, teaWorld)
	id := s.longRun(b, 2000)
	s.end(b, id)
	for _, coding := range []string{"gzip", "identity"} {
		b.Run(coding, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					req, err := http.NewRequest(http.MethodGet, s.url+"/r/"+id, nil)
					if err != nil {
						b.Fatal(err)
					}
					req.Header.Set("Accept-Encoding", coding)
					res, err := s.client.Do(req)
					if err != nil {
						b.Fatal(err)
					}
					n, err := io.Copy(io.Discard, res.Body)
					if res.Body.Close(); err != nil || res.StatusCode != http.StatusOK || n < 1000 {
						b.Fatal(res.Status, n, err)
					}
				}
			})
		})
	}
}

// What it takes to draw the next frame of a run, and to find and pack what
// changed, by how long the run is already.
func BenchmarkPatch(b *testing.B) {
	for _, n := range []int{200, 2000} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			s := newSite(b, teaWorld)
			id := s.longRun(b, n)
			b.ReportAllocs()
			last, err := drawn(b.Context(), s, id)
			if err != nil {
				b.Fatal(err)
			}
			var step live.Piece
			i := 0
			for b.Loop() {
				b.StopTimer()
				i++
				s.append(b, id, research.Event{Kind: research.Kept, Key: fmt.Sprint("kept ", i), Label: "a decision"})
				b.StartTimer()
				f, err := drawn(b.Context(), s, id)
				if err != nil {
					b.Fatal(err)
				}
				step = f.Step(last)
				last = f
			}
			b.ReportMetric(float64(len(step.Plain)), "B/step")
			b.ReportMetric(float64(len(step.Packed)), "B/packed")
		})
	}
}

// drawn draws the frame of a run.
func drawn(ctx context.Context, s *site, id string) (*live.Frame, error) {
	d, err := drawer{s.Server}.Draw(ctx, id)
	if err != nil {
		return nil, err
	}
	return live.NewFrame(d)
}

// What a viewer takes who waits, in the server: heap and stacks.
func BenchmarkIdleViewer(b *testing.B) {
	const viewers = 1000
	s := newSite(b, teaWorld)
	id := s.longRun(b, 200)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		conns := make([]net.Conn, viewers)
		for i := range conns {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			if err != nil {
				b.Fatal(err)
			}
			conns[i] = conn
			fmt.Fprintf(conn, "GET /r/%s/events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n\r\n", id)
			io.ReadFull(conn, make([]byte, 1000)) // into the first frame
		}
		for range 4 { // stacks shrink by half each time
			runtime.GC()
		}
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/viewers, "heap-B/viewer")
		b.ReportMetric(float64(after.StackInuse-before.StackInuse)/viewers, "stack-B/viewer")
		for _, conn := range conns {
			conn.Close()
		}
	}
}

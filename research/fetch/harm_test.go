package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research/port"
	"assay/research/researchtest"
)

// A harm is an answer that is made to cost whoever reads it.
type harm func(w *bufio.Writer, sent func() bool)

// head is the header of an answer with a page.
const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"

// endlessly writes s over and over, every so often.
func endlessly(begin, s string, pause time.Duration) harm {
	return func(w *bufio.Writer, sent func() bool) {
		_, _ = w.WriteString(begin)
		for {
			_, _ = w.WriteString(s)
			if (pause > 0 || w.Buffered() > 1<<15) && !sent() {
				return
			}
			time.Sleep(pause)
		}
	}
}

func once(answer string) harm {
	return func(w *bufio.Writer, sent func() bool) { _, _ = w.WriteString(answer); sent() }
}

func bomb(coding string, size int64) harm {
	body := string(coded(coding, io.LimitReader(zeros{}, size)))
	return once(head + "Content-Encoding: " + coding + "\r\n\r\n" + body)
}

// harms are what a server may do to a fetcher. A trickling one sends a byte
// every pause.
func harms(size int64, pause time.Duration) map[string]harm {
	article := page("Lies", "")
	all := map[string]harm{
		"endless body":          endlessly(head+"\r\n", "<p>word word word word word word word word word word", 0),
		"endless chunks":        endlessly(head+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 0),
		"endless extension":     endlessly(head+"Transfer-Encoding: chunked\r\n\r\n1;", "xxxxxxxxxxxxxxxx", 0),
		"endless trailer":       endlessly(head+"Transfer-Encoding: chunked\r\nTrailer: x\r\n\r\n5\r\n<p>xx\r\n0\r\n", "X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", 0),
		"endless header":        endlessly(head, "X-Header: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", 0),
		"endless header line":   endlessly("HTTP/1.1 200 OK\r\nX: ", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", 0),
		"endless hints":         endlessly("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 0),
		"slow hints":            endlessly("", "HTTP/1.1 103 Early Hints\r\n\r\n", pause),
		"huge header":           once(head + "X: " + strings.Repeat("x", 10<<20) + "\r\n\r\n" + article),
		"slow body":             endlessly(head+"\r\n<html>", "x", pause),
		"slow header":           endlessly("HTTP/1.1 200 OK\r\nX: ", "y", pause),
		"slow chunks":           endlessly(head+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", pause),
		"slow gzip":             endlessly(head+"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "\x00\x00\x00\xff\xff", pause),
		"silence":               endlessly("", "", pause),
		"a million divs":        once(head + "\r\n" + strings.Repeat("<div>", 1_000_000)),
		"a million closed divs": once(head + "\r\n" + strings.Repeat("<p>x", 1_000_000)),
		"one 10 MB paragraph":   once(head + "\r\n<p>" + strings.Repeat("word word ", 1_000_000)),
		"one 5 MB paragraph":    once(head + "\r\n<p>" + strings.Repeat("word word ", 500_000)),
		"reopened elements":     once(head + "\r\n<p>" + manyTags(450) + "</p>" + strings.Repeat("<p>x</p>", 99_000)),
		"quadratic Markdown":    once(strings.Replace(head, "text/html", "text/markdown", 1) + "\r\n" + strings.Repeat("[a](*b_ ", 600_000)),
		"length too long":       once(head + "Content-Length: 99999999\r\n\r\n" + article),
		"length beyond numbers": once(head + "Content-Length: 99999999999999999999\r\n\r\n" + article),
		"negative length":       once(head + "Content-Length: -1\r\n\r\n" + article),
		"two lengths":           once(head + "Content-Length: 10\r\nContent-Length: 100000\r\n\r\n" + article),
		"chunk too long":        once(head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffff\r\n" + article),
		"damaged deflate":       once(head + "Content-Encoding: deflate\r\n\r\n" + article),
	}
	for coding := range coders {
		all[coding+" bomb"] = bomb(coding, size)
	}
	return all
}

func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<b a=%d>", i)
	}
	return b.String()
}

// harmful serves h at an address of its own.
func harmful(t *testing.T, h harm) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = c.Read(make([]byte, 4096))
				w := bufio.NewWriterSize(c, 1<<16)
				h(w, func() bool { return w.Flush() == nil })
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/"
}

// harmless is a Fetcher for these tests: in the short form it has a fiftieth
// of the patience.
func harmless(t *testing.T) (f *Fetcher, pause time.Duration) {
	f = newLocal(t)
	if *long {
		return f, time.Second
	}
	f.limits.attempt, f.limits.window = 1500*time.Millisecond, 200*time.Millisecond
	return f, 20 * time.Millisecond
}

// Every answer ends the fetch within its limits, alone.
func TestHarmfulAnswersEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for one after the other: not with -short, which has them all at once")
	}
	f, pause := harmless(t)
	size := int64(64 << 20)
	if *long {
		size = 1 << 30
	}
	all := harms(size, pause)
	var slowest time.Duration
	var largest int64
	for _, name := range slices.Sorted(maps.Keys(all)) {
		url := harmful(t, all[name])
		all[name] = nil
		var p port.Page
		var err error
		spent := researchtest.Spend(func() { p, err = f.Fetch(context.Background(), url) })
		slowest, largest = max(slowest, spent.Time), max(largest, spent.Memory)
		t.Logf("%-22s %-18s %d bytes of text, %v", name, spent, len(p.Text), reason(err))
		if spent.Time > 20*time.Second || spent.Memory > 300<<20 || len(p.Text) > longestText {
			t.Errorf("%s: cost %s", name, spent)
		}
	}
	t.Logf("%d answers: at most %s and %d MiB each", len(all), slowest.Round(time.Millisecond), largest>>20)
}

func reason(err error) string {
	if f := failure(err); f != nil {
		return f.Reason
	}
	return fmt.Sprint(err)
}

// All of them at once, from as many hosts as the fetcher takes: the pages of
// others still arrive, and memory holds.
func TestHarmfulAnswersHarmNoOthers(t *testing.T) {
	f, pause := harmless(t)
	honest := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, page("Honest", "")) })
	all := harms(64<<20, pause)
	var slowest time.Duration
	spent := researchtest.Spend(func() {
		var wg sync.WaitGroup
		for _, name := range slices.Sorted(maps.Keys(all)) {
			url := harmful(t, all[name])
			wg.Go(func() {
				if _, err := f.Fetch(context.Background(), url); errors.Is(err, context.Canceled) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		for range 20 {
			start := time.Now()
			if p, err := f.Fetch(context.Background(), honest); err != nil || p.Title != "Honest" {
				t.Errorf("an honest page: %v", err)
			}
			slowest = max(slowest, time.Since(start))
		}
		wg.Wait()
	})
	t.Logf("%d answers at once: %s; 20 honest pages meanwhile, the slowest in %s", len(all), spent, slowest.Round(time.Millisecond))
	if spent.Memory > 300<<20 {
		t.Errorf("took %d MiB", spent.Memory>>20)
	}
	if slowest > 60*time.Second {
		t.Errorf("an honest page took %s", slowest)
	}
}

// Redirects end: to themselves, in a circle, and on and on.
func TestRedirectsEnd(t *testing.T) {
	f := newLocal(t)
	asked := 0
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		to := map[string]string{"/self": "/self", "/a": "/b", "/b": "/a"}[r.URL.Path]
		if to == "" {
			to = fmt.Sprintf("/on/%d", asked)
		}
		if r.URL.Path == "/refresh" {
			w.Header().Set("Refresh", "0; url=/refresh")
			_, _ = io.WriteString(w, page("Refresh", `<meta http-equiv=refresh content="0;url=/refresh">`))
			return
		}
		http.Redirect(w, r, to, http.StatusFound)
	})
	for _, path := range []string{"/self", "/a", "/on/0"} {
		asked = 0
		wantFailure(t, f, url+path, port.Blocked, "more than 5 redirects")
		if asked != mostHops+1 {
			t.Errorf("%s: asked %d times", path, asked)
		}
	}
	if _, err := f.Fetch(context.Background(), url+"/refresh"); err != nil || asked != mostHops+2 {
		t.Errorf("a page that refreshes: asked %d times, %v", asked-mostHops-1, err)
	}
}

// A robots.txt that never ends, or is a bomb, ends with its limits too.
func TestHarmfulRobotsEnd(t *testing.T) {
	if !*long {
		t.Skip("takes as long as a robots.txt is waited for; run with -long")
	}
	for name, h := range harms(64<<20, time.Second) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := New(Config{Allow: loopback})
			url := harmful(t, h)
			start := time.Now()
			_, err := f.Fetch(context.Background(), url)
			took := time.Since(start)
			t.Logf("%s, %s", took.Round(time.Millisecond), reason(err))
			if took > robotsWait+20*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

func TestRetryWaitsAsLongAsItIsAsked(t *testing.T) {
	for header, want := range map[string]time.Duration{"30": 30 * time.Second, "": 500 * time.Millisecond, "Sat, 01 Jan 2000 00:01:00 GMT": time.Minute} {
		synctest.Test(t, func(t *testing.T) { // whose clock starts at the beginning of 2000
			f := New(Config{})
			start := time.Now()
			n := 0
			_, err := f.retry(context.Background(), func(context.Context) (*answer, error) {
				if n++; n == 1 {
					return &answer{status: 429, header: http.Header{"Retry-After": {header}}}, nil
				}
				return &answer{status: 200}, nil
			})
			if waited := time.Since(start); err != nil || n != 2 || waited < want || waited > want+want {
				t.Errorf("Retry-After %q: waited %s over %d attempts, %v", header, waited, n, err)
			}
		})
	}
}

func TestRetryGivesUpAfterThreeAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := New(Config{})
		for _, c := range []struct {
			err  error
			want int
		}{{errReset, 3}, {errAddress, 1}, {port.Fail(port.TimedOut, "slow"), 1}} {
			n := 0
			_, err := f.retry(context.Background(), func(context.Context) (*answer, error) { n++; return nil, c.err })
			if n != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v: %d attempts, %v", c.err, n, err)
			}
		}
	})
}

func TestSlowBodiesAreNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, fail := context.WithCancelCause(context.Background())
		r, w := io.Pipe()
		body := watch(r, 5*time.Second, 5<<10, fail)
		defer body.stop()
		go io.Copy(io.Discard, body)
		time.Sleep(time.Second) // out of step with the windows
		for range 4 {           // fast enough
			w.Write(make([]byte, 6<<10))
			time.Sleep(5 * time.Second)
		}
		if ctx.Err() != nil {
			t.Fatal("gave up on a body that came fast enough")
		}
		w.Write(make([]byte, 1<<10))
		<-ctx.Done()
		if f := failure(context.Cause(ctx)); f == nil || f.Class != port.TimedOut {
			t.Errorf("got %v", context.Cause(ctx))
		}
		w.Close()
	})
}

func TestTurnsBoundHostsAndAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(2, 3)
		ctx, cancel := context.WithCancel(context.Background())
		var done []func()
		for _, host := range []string{"a", "a", "b"} {
			d, err := turns.take(ctx, host)
			if err != nil {
				t.Fatal(err)
			}
			done = append(done, d)
		}
		got := make(chan string, 2)
		for _, host := range []string{"a", "c"} {
			go func() {
				d, err := turns.take(ctx, host)
				if err != nil {
					host = "nothing"
				} else {
					defer d()
				}
				got <- host
			}()
		}
		synctest.Wait()
		if len(got) != 0 {
			t.Fatalf("%s got a turn beyond the limits", <-got)
		}
		done[2]() // b's: now there is room for c, but a is still crowded
		if h := <-got; h != "c" {
			t.Errorf("%s got the turn of c", h)
		}
		cancel()
		if h := <-got; h != "nothing" {
			t.Errorf("%s got a turn after its context ended", h)
		}
		done[0]()
		done[1]()
		if len(turns.hosts) != 0 {
			t.Errorf("remembers %d hosts with nothing to do", len(turns.hosts))
		}
	})
}

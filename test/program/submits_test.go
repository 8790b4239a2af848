package program

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"assay/research/simulator"
	"assay/test/harness"
)

// quickly is what every hundredth page may take while a thousand questions
// come in; a test on a busy machine fails only at ten times as much.
const quickly = 100 * time.Millisecond

// A thousand questions in ten seconds, with limits on runs and without, leave
// the reports that there are as quick to read as before.
func TestSubmitsLeaveReportsQuick(t *testing.T) {
	harness.SkipIfShort(t, "measures times")
	submits, over := 200, 2*time.Second
	if harness.Long() {
		submits, over = 1000, 10*time.Second
	}
	for name, env := range map[string][]string{"usual limits": nil, "no limits": {"ASSAY_ALL_RUNS=0", "ASSAY_ALL_DAY=0"}} {
		t.Run(name, func(t *testing.T) {
			if env == nil && !harness.Long() {
				t.Skip("most are turned away: -long")
			}
			model := &simulator.ModelServer{Latency: time.Second, Refuted: 0.3, Seed: 1}
			p := harness.NewProgram(t, append(env, "OPENAI_BASE_URL="+harness.Site(t, 0, model)+"/v1", "OPENAI_API_KEY=k", "ASSAY_MODEL=gpt-4o-mini", "ASSAY_ENGINES=sample")...)
			report := p.Ask(t, harness.Question(0), "--model", "reader").ID
			s := p.Start(t)
			paths := []string{"/r/" + report, "/r/" + report + "/c/1", "/r/" + report + ".md", "/reports", "/reports?q=lightning", "/"}
			before := hammer(t, s.URL(), paths, func() { submit(t, s.URL(), 0, over/4) })
			var answers map[int]int
			during := hammer(t, s.URL(), paths, func() { answers = submit(t, s.URL(), submits, over) })
			if n := answers[http.StatusSeeOther] + answers[http.StatusTooManyRequests]; n != submits {
				t.Errorf("%d questions were answered with %v", submits, answers)
			}
			for _, path := range paths {
				if p99 := at(during[path], 0.99); p99 > 10*quickly {
					t.Errorf("%s takes %s", path, p99)
				}
			}
			all := slices.Concat(during[paths[0]], during[paths[1]], during[paths[2]])
			t.Logf("%d questions in %s, %d taken and %d turned away: pages of a report at p50 %s, p99 %s (%d read); before, p99 %s",
				submits, over, answers[http.StatusSeeOther], answers[http.StatusTooManyRequests], at(all, 0.5), at(all, 0.99), len(all),
				at(slices.Concat(before[paths[0]], before[paths[1]], before[paths[2]]), 0.99))
			t.Logf("the other pages at p99: /reports %s, a search %s, the question box %s", at(during[paths[3]], 0.99), at(during[paths[4]], 0.99), at(during[paths[5]], 0.99))
		})
	}
}

// submit sends n questions, evenly over a time, and counts the answers.
func submit(t *testing.T, base string, n int, over time.Duration) map[int]int {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	if n == 0 {
		<-time.After(over)
		return nil
	}
	tick := time.NewTicker(over / time.Duration(n))
	defer tick.Stop()
	var mu sync.Mutex
	var sent sync.WaitGroup
	answers := make(map[int]int)
	for i := range n {
		<-tick.C
		sent.Go(func() {
			form := url.Values{"question": {fmt.Sprintf("Does lightning strike twice (%d)?", i)}, "method": {harness.Methods[i%len(harness.Methods)].Name}, "token": {fmt.Sprint("form", i)}}
			res, err := client.PostForm(base+"/ask", form)
			if err != nil {
				t.Error(err)
				return
			}
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			answers[res.StatusCode]++
		})
	}
	sent.Wait()
	return answers
}

// hammer has readers read the paths over and over while work goes on, and
// returns how long each reading took, by path.
func hammer(t *testing.T, base string, paths []string, work func()) map[string][]time.Duration {
	ctx, cancel := context.WithCancel(t.Context())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: len(paths)}}
	defer client.CloseIdleConnections()
	took := make([][]time.Duration, len(paths))
	var readers sync.WaitGroup
	for i, path := range paths {
		readers.Go(func() {
			pace := time.NewTicker(20 * time.Millisecond) // as people do, not as fast as they can
			defer pace.Stop()
			for ctx.Err() == nil {
				begun := time.Now()
				res, err := client.Get(base + path)
				if err != nil {
					t.Error(err)
					return
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode != http.StatusOK {
					t.Errorf("%s: %s", path, res.Status)
					return
				}
				took[i] = append(took[i], time.Since(begun))
				select {
				case <-pace.C:
				case <-ctx.Done():
				}
			}
		})
	}
	work()
	cancel()
	readers.Wait()
	out := make(map[string][]time.Duration)
	for i, path := range paths {
		out[path] = took[i]
	}
	return out
}

// at returns the duration at a share of the way from the shortest to the longest.
func at(ds []time.Duration, share float64) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	slices.Sort(ds)
	return ds[min(len(ds)-1, int(share*float64(len(ds))))].Round(100 * time.Microsecond)
}

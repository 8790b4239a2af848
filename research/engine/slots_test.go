package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
)

func TestAFreeSlotGoesToTheLowestRankThenToWhoCameFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		s.take(nil, rankPlan)
		var served []string
		for i, job := range []string{task.NameVote, task.NameVote, task.NameExtract, task.NameVote, task.NameGrade, "of nobody's", task.NameLearn} {
			go func() {
				if s.take(nil, ranks[job]) {
					served = append(served, fmt.Sprint(i, job))
					s.leave()
				}
			}()
			synctest.Wait()
		}
		s.leave()
		synctest.Wait()
		want := []string{"4grade", "5of nobody's", "2extract", "6learn", "0vote", "1vote", "3vote"}
		if !slices.Equal(served, want) {
			t.Errorf("served %q, want %q", served, want)
		}
	})
}

func TestWhoGivesUpWaitingTakesNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		s.take(nil, rankPlan)
		stop := make(chan struct{})
		gone := make(chan bool)
		go func() { gone <- s.take(stop, rankPlan) }()
		synctest.Wait()
		close(stop)
		if <-gone {
			t.Error("a slot was given to nobody")
		}
		if s.leave(); s.take(stop, rankPlan) {
			t.Error("a slot was given to one who had stopped waiting")
		}
		if s.taken != 0 || len(s.queue) != 0 {
			t.Errorf("%d slots are taken, %d wait", s.taken, len(s.queue))
		}
	})
}

// A deskFunc answers searches and page reads with nothing, in its own time.
type deskFunc func()

func (f deskFunc) Search(context.Context, port.Query) (port.Results, error) {
	f()
	return port.Results{}, nil
}

func (f deskFunc) Fetch(context.Context, string) (port.Page, error) {
	f()
	return port.Page{Text: "x"}, nil
}

// With one slot, a model call, a search and a page read are in flight side by
// side, but no two of a kind are.
func TestSearchesAndPageReadsTakeNoSlotFromModelCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second := deskFunc(func() { time.Sleep(time.Second) })
		d := Desk{Parallel: 1, Searcher: second, Fetcher: second, Model: modelOf(func(context.Context, port.Request) (port.Usage, error) {
			second()
			return port.Usage{Calls: 1}, nil
		})}
		began := time.Now()
		work(t, d, new(MemStore), research.Options{}, func(ctx context.Context, r *Run) error {
			_, err := Each(ctx, []string{"a", "b"}, func(ctx context.Context, s string) (struct{}, error) {
				_, err := Each(ctx, []func() error{
					func() error { _, err := r.Search(ctx, port.Query{Text: s}); return err },
					func() error { _, err := r.Read(ctx, "https://"+s+".example"); return err },
					func() error { _, err := Ask[answered](ctx, r, Task{Role: s}); return err },
				}, func(_ context.Context, do func() error) (struct{}, error) { return struct{}{}, do() })
				return struct{}{}, err
			})
			return err
		})
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("two calls of each kind took %v, want 2 s", took)
		}
	})
}

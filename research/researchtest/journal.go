package researchtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research"
	"assay/research/port"
)

// TestJournal tests a Journal implementation. open returns an empty journal.
func TestJournal(t *testing.T, open func(*testing.T) research.Journal) {
	for _, c := range journalChecks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.check(t.Context(), open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// journalChecks are functions rather than tests so that they can be tried on
// journals that ought to fail them.
var journalChecks = []struct {
	name  string
	check func(context.Context, research.Journal) error
}{
	{"numbers events from 1", func(ctx context.Context, j research.Journal) error {
		return errors.Join(
			add(ctx, j, "run", "a", "b", "c"), add(ctx, j, "other", "a"),
			want(ctx, j, "run", 0, "1a 2b 3c"), want(ctx, j, "run", 2, "3c"),
			want(ctx, j, "run", 3, ""), want(ctx, j, "run", 99, ""), want(ctx, j, "other", 0, "1a"))
	}},
	{"keeps the first event of a key", func(ctx context.Context, j research.Journal) error {
		return errors.Join(add(ctx, j, "run", "a", "a", "b", "a"), want(ctx, j, "run", 0, "1a 2b"))
	}},
	{"returns events as they were appended", keepsFields},
	{"numbers concurrent events without gaps", numbersWithoutGaps},
	{"keeps pages with their events", keepsPages},
	{"wait sees events old and new", waits},
	{"wait ends with its context", func(ctx context.Context, j research.Journal) error {
		ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		if err := j.Wait(ctx, "run", 0); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("waiting ends with %v, want DeadlineExceeded", err)
		}
		return nil
	}},
}

func keepsFields(ctx context.Context, j research.Journal) error {
	in := research.Event{
		Kind: research.Answered, Phase: "verify", Key: "k", Label: "skeptic 1", Data: []byte(`{"text":"\u00e9\r\n"}`),
		Usage: port.Usage{Calls: 1, TokensIn: 2, TokensCached: 3, TokensOut: 4, Cost: 5, Unpriced: 6},
	}
	before := time.Now().Add(-time.Second)
	if err := j.Append(ctx, "run", in); err != nil {
		return err
	}
	events, err := j.Events(ctx, "run", 0)
	if err != nil || len(events) != 1 {
		return fmt.Errorf("%d events, %v", len(events), err)
	}
	out := events[0]
	if out.Time.Before(before) || out.Time.After(time.Now().Add(time.Second)) {
		return fmt.Errorf("an event has the time %v", out.Time)
	}
	if out.Kind != in.Kind || out.Phase != in.Phase || out.Key != in.Key || out.Label != in.Label || string(out.Data) != string(in.Data) || out.Usage != in.Usage {
		return fmt.Errorf("got %+v, want %+v", out, in)
	}
	return nil
}

func numbersWithoutGaps(ctx context.Context, j research.Journal) error {
	const n = 50
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = add(ctx, j, "run", fmt.Sprint(i)) })
	}
	wg.Wait()
	events, err := j.Events(ctx, "run", 0)
	if err := errors.Join(append(errs, err)...); err != nil {
		return err
	}
	for i, e := range events {
		if e.Seq != int64(i+1) {
			return fmt.Errorf("event %d has Seq %d", i, e.Seq)
		}
	}
	if len(events) != n {
		return fmt.Errorf("%d events, want %d", len(events), n)
	}
	return nil
}

func keepsPages(ctx context.Context, j research.Journal) error {
	page := port.Page{
		URL: "https://a.example/x", FinalURL: "https://a.example/y", Title: "T", Author: "A", Site: "S", Published: "2020-01", Language: "en",
		Kind: "primary", Type: "text/html", Status: 200, Fetched: time.Date(2026, 1, 2, 3, 4, 5, 6000000, time.UTC), Hash: "h", RawHash: "r", Extractor: "e",
		Text: "Tea – 茶.\n\nOld.",
	}
	if err := j.Append(ctx, "run", research.Event{Kind: research.Fetched, Key: "p", Page: &page}); err != nil {
		return err
	}
	changed := page
	changed.Text, changed.Hash = "New.", "h2"
	if err := j.Append(ctx, "other", research.Event{Kind: research.Fetched, Key: "p", Page: &changed}); err != nil {
		return err
	}
	got, err := j.Page(ctx, "run", page.URL)
	if err != nil {
		return err
	}
	if !got.Fetched.Equal(page.Fetched) {
		return fmt.Errorf("a page was fetched at %v, want %v", got.Fetched, page.Fetched)
	}
	got.Fetched = page.Fetched
	if got != page {
		return fmt.Errorf("got %+v, want %+v", got, page)
	}
	if other, err := j.Page(ctx, "other", page.URL); err != nil || other.Text != "New." {
		return fmt.Errorf("the other run's page is %q, %v", other.Text, err)
	}
	if _, err := j.Page(ctx, "run", "https://a.example/never"); !errors.Is(err, research.ErrNotFound) {
		return fmt.Errorf("a page never read: %v, want ErrNotFound", err)
	}
	return nil
}

func waits(ctx context.Context, j research.Journal) error {
	if err := errors.Join(add(ctx, j, "run", "a"), j.Wait(ctx, "run", 0)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	done := make(chan error)
	go func() { done <- j.Wait(ctx, "run", 1) }()
	err := errors.Join(add(ctx, j, "other", "x"), add(ctx, j, "run", "b"))
	return errors.Join(err, <-done)
}

func add(ctx context.Context, j research.Journal, run string, keys ...string) error {
	for _, k := range keys {
		if err := j.Append(ctx, run, research.Event{Kind: research.Started, Key: k}); err != nil {
			return err
		}
	}
	return nil
}

func want(ctx context.Context, j research.Journal, run string, after int64, want string) error {
	events, err := j.Events(ctx, run, after)
	if err != nil {
		return err
	}
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprint(e.Seq)+e.Key)
	}
	if got := strings.Join(got, " "); got != want {
		return fmt.Errorf("Events(%s, %d) = %q, want %q", run, after, got, want)
	}
	return nil
}

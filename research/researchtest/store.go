package researchtest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

// TestStore tests a Store implementation beyond its being a Journal. open
// returns an empty store.
func TestStore(t *testing.T, open func(*testing.T) engine.Store) {
	t.Run("returns runs as they were created", func(t *testing.T) {
		s := open(t)
		in := research.Info{ID: "a", Question: "Why – 茶?", Method: "verify", Created: time.Date(2026, 1, 2, 3, 4, 5, 6000000, time.UTC)}
		in.Options.Budget = research.Budget{Tokens: 7, Cost: 8, Time: time.Hour}
		in.Options.Search.Exclude = []string{"x.example"}
		if _, err := s.Accept(t.Context(), engine.Admission{Info: in}); err != nil {
			t.Fatal(err)
		}
		out, err := s.Info(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", out) != fmt.Sprintf("%+v", in) {
			t.Errorf("got %+v, want %+v", out, in)
		}
		if _, err := s.Info(t.Context(), "b"); !errors.Is(err, research.ErrNotFound) {
			t.Errorf("a run never created: %v, want ErrNotFound", err)
		}
	})
	t.Run("knows which runs are unfinished", func(t *testing.T) {
		s := open(t)
		var ids []string
		check := func(want ...string) {
			t.Helper()
			open, err := s.Unfinished(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			ids = nil
			for _, info := range open {
				ids = append(ids, info.ID)
			}
			if !slices.Equal(ids, want) {
				t.Errorf("unfinished: %v, want %v", ids, want)
			}
		}
		tell := func(run string, k research.Kind, key string) {
			t.Helper()
			if err := s.Append(t.Context(), run, research.Event{Kind: k, Key: key}); err != nil {
				t.Fatal(err)
			}
		}
		for i, id := range []string{"b", "a", "c"} {
			if _, err := s.Accept(t.Context(), engine.Admission{Info: research.Info{ID: id, Method: "m", Created: time.Unix(int64(i), 0)}}); err != nil {
				t.Fatal(err)
			}
		}
		check("b", "a", "c")
		tell("a", research.Began, "began/0")
		tell("b", research.Ended, "ended/0")
		check("a", "c")
		tell("b", research.Retried, "retried/0")
		check("b", "a", "c")
		tell("b", research.Ended, "ended/1")
		check("a", "c")
	})
	t.Run("lets one worker at a run", func(t *testing.T) {
		s := open(t)
		unlock, ok, err := s.Lock("a")
		if err != nil || !ok {
			t.Fatalf("first lock: %v, %v", ok, err)
		}
		if _, ok, err := s.Lock("a"); ok || err != nil {
			t.Errorf("second lock: %v, %v", ok, err)
		}
		if other, ok, err := s.Lock("b"); !ok || err != nil {
			t.Errorf("lock of another run: %v, %v", ok, err)
		} else {
			other()
		}
		unlock()
		if unlock, ok, err = s.Lock("a"); err != nil || !ok {
			t.Fatalf("lock after unlock: %v, %v", ok, err)
		}
		unlock()
	})
	t.Run("admits what limits and forms allow", func(t *testing.T) { testAdmission(t, open) })
}

package web

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

// Whoever tries addresses at random pushes no run out of memory.
func TestRunsThatDoNotExistTakeNoPlace(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.longRun(t, 20)
	s.get(t, "/r/"+id).want(t, http.StatusOK)
	kept, _ := s.folds.byRun.Peek(id)
	for range 2 * maxFolds {
		nowhere := "/r/" + strings.ToLower(rand.Text())
		s.get(t, nowhere).want(t, http.StatusNotFound)
		s.get(t, nowhere+"/events").want(t, http.StatusNotFound)
	}
	if n, now := s.folds.byRun.Len(), s.folds.get(id, nil, 0); n != 1 || now != kept {
		t.Errorf("%d folds are kept", n)
	}
	if s.hubs.Watched(id) {
		t.Error("a hub is kept")
	}
}

// However many runs are watched, each patch reads only what is new.
func TestWatchedRunsAreNotForgotten(t *testing.T) {
	s := newSite(t, teaWorld)
	held := make(map[string]*fold)
	for range maxFolds + 10 {
		info := research.Info{ID: strings.ToLower(rand.Text()), Question: teaQuestion, Method: "verify", Created: time.Now()}
		if _, err := s.Store.Accept(t.Context(), engine.Admission{Info: info}); err != nil {
			t.Fatal(err)
		}
		f, err := s.foldOf(t.Context(), info.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		held[info.ID] = f
	}
	for id, f := range held {
		if now, _ := s.folds.byRun.Peek(id); now != f {
			t.Fatalf("the run that is watched was forgotten")
		}
	}
	for _, f := range held {
		s.folds.release(f)
	}
	if n := s.folds.byRun.Len(); n != maxFolds {
		t.Errorf("%d folds are kept once nobody watches, want %d", n, maxFolds)
	}
}

package dbtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

func testTopicsGroupWhatBuildsOnEachOther(t *testing.T, d db.Store) {
	Library(t, d)
	topics, err := d.Topics(t.Context(), 10)
	if err != nil || len(topics) != 3 {
		t.Fatalf("%d topics, %v", len(topics), err)
	}
	tea := topics[0]
	if tea.Name != "Is tea older than coffee" || RunsOf(tea.Reports) != "more tea" || strings.Join(tea.Explored, ", ") != "Angle of more, Angle of tea" ||
		strings.Join(tea.Open, ", ") != "What of more?" || strings.Join(tea.Findings, ", ") != "A claim of run more." {
		t.Errorf("the topic is %+v", tea)
	}
	if got := db.TopicName("  What, in the end, is known about the very early history of tea drinking in   western Yunnan?"); got != "What, in the end, is known about the very early history of …" {
		t.Errorf("shortened: %q", got)
	}
}

func testHiddenRunsComeBack(t *testing.T, d db.Store) {
	Library(t, d)
	if err := d.Hide(t.Context(), "tea"); err != nil {
		t.Fatal(err)
	}
	if got := Found(t, d, db.Query{}); got != "more cha cafe" {
		t.Errorf("listed are %q", got)
	}
	if got := Found(t, d, db.Query{Text: "yemen"}); got != "" {
		t.Errorf("found is %q", got)
	}
	if n, err := d.Repair(t.Context()); n != 0 || err != nil {
		t.Errorf("repair brought %d back, %v", n, err)
	}
	if err := d.Show(t.Context(), "tea"); err != nil {
		t.Fatal(err)
	}
	if got := Found(t, d, db.Query{Text: "yemen"}); got != "tea" {
		t.Errorf("found is %q", got)
	}
}

func testARetriedRunIsRunning(t *testing.T, d db.Store) {
	Library(t, d)
	running := func() string {
		infos, err := d.Running(t.Context(), 9)
		if err != nil {
			t.Fatal(err)
		}
		s := ""
		for _, info := range infos {
			s += info.ID
		}
		return s
	}
	Note(t, d, "tea", "again", research.Retried, research.Retry{})
	if got := running() + "/" + Found(t, d, db.Query{}); got != "tea/more cha cafe" {
		t.Errorf("while it is retried: %s", got)
	}
	Note(t, d, "tea", "end", research.Ended, research.Ending{State: research.Partial, Report: &research.Report{}})
	if got := running() + "/" + Found(t, d, db.Query{Status: research.Partial}); got != "/tea" {
		t.Errorf("after the retry: %s", got)
	}
}

func testFindWantsOneRun(t *testing.T, d db.Store) {
	for _, id := range []string{"abc1", "abc2"} {
		if _, err := d.Accept(t.Context(), engine.Admission{Info: research.Info{ID: id, Question: "q", Method: "m", Created: time.Now()}}); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := d.Find(t.Context(), "abc2"); err != nil || info.ID != "abc2" {
		t.Errorf("Find(abc2) = %v, %v", info.ID, err)
	}
	if _, err := d.Find(t.Context(), "abc"); err == nil || errors.Is(err, research.ErrNotFound) {
		t.Errorf("Find(abc) = %v, want a complaint about two runs", err)
	}
	if _, err := d.Find(t.Context(), "zzz"); !errors.Is(err, research.ErrNotFound) {
		t.Errorf("Find(zzz) = %v, want ErrNotFound", err)
	}
}

// What a client asked for while the clock was years ahead counts against it
// only then, not until those years have passed.
func testAClockThatWasAheadUsesUpNoDay(t *testing.T, d db.Store) {
	now := time.Now()
	for i, at := range []time.Time{now.AddDate(10, 0, 0), now.Add(-time.Hour), now.Add(-25 * time.Hour), now} {
		a := engine.Admission{Info: research.Info{ID: fmt.Sprint("run ", i), Created: at}, Asker: engine.Asker{Client: []byte("client")}}
		if i == 3 {
			a.Limits = engine.Limits{ClientDay: 1, AllDay: 9}
		}
		_, err := d.Accept(t.Context(), a)
		if busy := new(engine.BusyError); i == 3 && !errors.As(err, &busy) || i < 3 && err != nil {
			t.Errorf("run %d: %v", i, err)
		}
	}
	a := engine.Admission{Info: research.Info{ID: "one more", Created: now}, Asker: engine.Asker{Client: []byte("client"), Limits: engine.Limits{ClientDay: 2, AllDay: 2}}}
	if _, err := d.Accept(t.Context(), a); err != nil {
		t.Errorf("within the limit: %v", err)
	}
}

package db

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/engine"
)

func TestTopicsGroupWhatBuildsOnEachOther(t *testing.T) {
	d := library(t)
	topics, err := d.Topics(t.Context(), 10)
	if err != nil || len(topics) != 3 {
		t.Fatalf("%d topics, %v", len(topics), err)
	}
	tea := topics[0]
	if tea.Name != "Is tea older than coffee" || runsOf(tea.Reports) != "more tea" || strings.Join(tea.Explored, ", ") != "Angle of more, Angle of tea" ||
		strings.Join(tea.Open, ", ") != "What of more?" || strings.Join(tea.Findings, ", ") != "A claim of run more." {
		t.Errorf("the topic is %+v", tea)
	}
	if got := shorten("  What, in the end, is known about the very early history of tea drinking in   western Yunnan?"); got != "What, in the end, is known about the very early history of …" {
		t.Errorf("shortened: %q", got)
	}
}

func TestHiddenRunsComeBack(t *testing.T) {
	d := library(t)
	if err := d.Hide(t.Context(), "tea"); err != nil {
		t.Fatal(err)
	}
	if got := found(t, d, Query{}); got != "more cha cafe" {
		t.Errorf("listed are %q", got)
	}
	if got := found(t, d, Query{Text: "yemen"}); got != "" {
		t.Errorf("found is %q", got)
	}
	if n, err := d.Repair(t.Context()); n != 0 || err != nil {
		t.Errorf("repair brought %d back, %v", n, err)
	}
	if err := d.Show(t.Context(), "tea"); err != nil {
		t.Fatal(err)
	}
	if got := found(t, d, Query{Text: "yemen"}); got != "tea" {
		t.Errorf("found is %q", got)
	}
}

func TestTheIndexIsDerived(t *testing.T) {
	d := library(t)
	before, err := d.Search(t.Context(), Query{Text: "tea"})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"catalog", "questions", "reports"} {
		if _, err := d.write.Exec(`DELETE FROM ` + table); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := d.Repair(t.Context()); n != 4 || err != nil {
		t.Errorf("repair indexed %d, %v", n, err)
	}
	after, err := d.Search(t.Context(), Query{Text: "tea"})
	if err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("%v\n%v\n%v", before, after, err)
	}
	if stale, err := d.Stale(t.Context()); len(stale) > 0 || err != nil {
		t.Errorf("stale are %v, %v", stale, err)
	}
}

func TestARetriedRunIsRunning(t *testing.T) {
	d := library(t)
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
	note(t, d, "tea", "again", research.Retried, research.Retry{})
	if got := running() + "/" + found(t, d, Query{}); got != "tea/more cha cafe" {
		t.Errorf("while it is retried: %s", got)
	}
	note(t, d, "tea", "end", research.Ended, research.Ending{State: research.Partial, Report: &research.Report{}})
	if got := running() + "/" + found(t, d, Query{Status: research.Partial}); got != "/tea" {
		t.Errorf("after the retry: %s", got)
	}
}

func TestPastIsTheMiddle(t *testing.T) {
	d := openIn(t)
	for i := range 20 {
		_, err := d.write.Exec(`INSERT INTO reports (n, run, form, seq, question, method, depth, status, confidence, sure, summary, topic, upheld, refuted, unverified, cost, seconds, ended)
			VALUES (?1, ?1, 1, 1, '', 'verify', '', 'done', '', 0, '', '', 0, 0, 0, ?1 * 1000, ?1, 0)`, i+1)
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := d.Past(t.Context(), "verify", research.Options{})
	if want := (Past{20, 3 * time.Second, 18 * time.Second, 3000, 18000}); err != nil || p != want {
		t.Errorf("past is %+v, %v, want %+v", p, err, want)
	}
	thrifty := research.Options{Params: map[string]string{research.VotesParam: research.EconomyVotes}}
	if p, err := d.Past(t.Context(), "verify", thrifty); err != nil || p.Runs != 0 {
		t.Errorf("past of economy runs where there are none is %+v, %v", p, err)
	}
	for i := range 10 {
		o := research.Options{}
		if i >= 6 {
			o = thrifty
		}
		if _, err := d.Accept(t.Context(), engine.Admission{Info: research.Info{ID: fmt.Sprint(i + 1), Method: "verify", Options: o}}); err != nil {
			t.Fatal(err)
		}
	}
	p, err = d.Past(t.Context(), "verify", thrifty)
	if want := (Past{4, 7 * time.Second, 10 * time.Second, 7000, 10000}); err != nil || p != want {
		t.Errorf("past of economy runs is %+v, %v, want %+v", p, err, want)
	}
	if p, err := d.Past(t.Context(), "verify", research.Options{}); err != nil || p.Runs != 16 {
		t.Errorf("past of the others is %+v, %v, want 16 runs", p, err)
	}
	if p, err := d.Past(t.Context(), "other", research.Options{}); err != nil || p.Runs != 0 {
		t.Errorf("past of nothing is %+v, %v", p, err)
	}
}

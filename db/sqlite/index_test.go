package sqlite

import (
	"fmt"
	"testing"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

func TestTheIndexIsDerived(t *testing.T) {
	d := library(t)
	before, err := d.Search(t.Context(), db.Query{Text: "tea"})
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
	after, err := d.Search(t.Context(), db.Query{Text: "tea"})
	if err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("%v\n%v\n%v", before, after, err)
	}
	if stale, err := d.Stale(t.Context()); len(stale) > 0 || err != nil {
		t.Errorf("stale are %v, %v", stale, err)
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
	if want := (db.Past{Runs: 20, Fastest: 3 * time.Second, Slowest: 18 * time.Second, Least: 3000, Most: 18000}); err != nil || p != want {
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
	if want := (db.Past{Runs: 4, Fastest: 7 * time.Second, Slowest: 10 * time.Second, Least: 7000, Most: 10000}); err != nil || p != want {
		t.Errorf("past of economy runs is %+v, %v, want %+v", p, err, want)
	}
	if p, err := d.Past(t.Context(), "verify", research.Options{}); err != nil || p.Runs != 16 {
		t.Errorf("past of the others is %+v, %v, want 16 runs", p, err)
	}
	if p, err := d.Past(t.Context(), "other", research.Options{}); err != nil || p.Runs != 0 {
		t.Errorf("past of nothing is %+v, %v", p, err)
	}
}

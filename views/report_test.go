package views

import (
	"strings"
	"testing"

	"assay/research"
)

func TestSourcesAreNumberedInOrderOfCitation(t *testing.T) {
	r := ReportOf(wall(t).state)
	var got []string
	for i, src := range r.Sources {
		if src.N != i+1 {
			t.Errorf("source %d has number %d", i+1, src.N)
		}
		got = append(got, string(src.Used)+" "+src.URL)
	}
	want := "cited library://manuals/orbit log.html\ncited https://atlas.example/wall\nrefuted https://blog.example/myth\nuncited https://forum.example/t/5"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if q := r.Findings[0].Quotes[0]; q.N != 1 || q.URL != r.Sources[0].URL {
		t.Errorf("the first quote is of source %d, %s", q.N, q.URL)
	}
}

func TestAClaimIsListedByWhatBecameOfIt(t *testing.T) {
	r := ReportOf(wall(t).state)
	ids := func(claims []*Claim) (out []int) {
		for _, c := range claims {
			out = append(out, c.ID)
		}
		return out
	}
	for _, c := range []struct {
		name string
		got  []*Claim
		want int
	}{{"refuted", r.Refuted, 16}, {"qualified", r.Qualified, 1}, {"unverified", r.Unverified, 21}} {
		if got := ids(c.got); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %v, want [%d]", c.name, got, c.want)
		}
	}
	if len(r.Claims) != 7 || r.Claims[5].Outcome != Untested || r.Claims[5].Why != "beyond the first 25" {
		t.Errorf("of %d claims the sixth is %+v", len(r.Claims), r.Claims[5])
	}
	if len(r.Omitted) != 1 || r.Omitted[0].ID != 23 || r.Omitted[0].Why != "says nothing on the question" {
		t.Errorf("omitted: %+v", r.Omitted)
	}
}

func TestAFindingHasItsStrongestObjection(t *testing.T) {
	r := ReportOf(wall(t).state)
	if got := r.Findings[0].Objection; got != "Another crew took a picture of it." {
		t.Errorf("a refuting voter's reason is the objection; got %q", got)
	}
	if got := r.Findings[1].Objection; got != "Only if all branches are counted" {
		t.Errorf("without one a caveat is; got %q", got)
	}
	if got := r.Findings[1].Corroboration; len(got) != 1 || got[0].URL != "https://survey.example/2012" {
		t.Errorf("corroboration: %+v", got)
	}
	if got := objection(nil); got != "" {
		t.Errorf("of no claims: %q", got)
	}
}

func TestStatsCountWhatTheRunDid(t *testing.T) {
	st := ReportOf(wall(t).state).Stats
	want := Stats{Angles: 2, Claims: 7, Fetched: 4, MaxFetch: 15, Verified: 5, Unverified: 1, Confirmed: 4, Killed: 1, Findings: 2, Votes: 16, Abstained: 2,
		Calls: 19, TokensIn: 31200, TokensOut: 4300, Cost: 0.0652, Unpriced: 2, Seconds: st.Seconds}
	if st != want || st.Seconds <= 0 {
		t.Errorf("got  %+v\nwant %+v", st, want)
	}
}

func TestStatsLine(t *testing.T) {
	for want, st := range map[string]Stats{
		"Searched 5 angles · fetched 12/15 sources · verified 25 claims · 18 confirmed, 7 killed (after semantic dedup: 9 findings).": {Angles: 5, Fetched: 12, MaxFetch: 15, Verified: 25, Confirmed: 18, Killed: 7, Findings: 9},
		"Searched 1 angle · fetched 0/1 source · verified 1 claim · 1 confirmed, 0 killed (after semantic dedup: 1 finding).":         {Angles: 1, MaxFetch: 1, Verified: 1, Confirmed: 1, Findings: 1},
	} {
		if got := st.Line(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestARunThatIsNotDoneSaysWhereTheReaderStands(t *testing.T) {
	for _, c := range []struct {
		status research.Status
		reason string
		want   string
	}{
		{research.FailedRun, "the key was refused", "This run failed: the key was refused. Kept: 1 page read, 1 claim backed by quotes (1 upheld, 0 refuted). Retry the run"},
		{research.Cancelled, "stopped by the user", "This run was cancelled: stopped by the user. Kept: 1 page read"},
		{research.FailedRun, "", "This run failed. Kept"},
	} {
		tl := newTeller(t, "Why?")
		tl.page(1, "https://a.example/", "A", research.Primary, "")
		tl.claim(1, 1, "It is so.", "so it is", upheld("Yes."), upheld("Yes."), upheld("Yes."))
		tl.ended(c.status, c.reason, nil)
		r := ReportOf(tl.state)
		if n, ok := r.Notice(); !ok || !strings.HasPrefix(n.String(), c.want) {
			t.Errorf("got %v %q, want %q...", ok, n, c.want)
		}
		if len(r.Omitted) != 1 || r.Omitted[0].Why != "no report was written" {
			t.Errorf("the upheld claim is lost: %+v", r.Omitted)
		}
	}
	if n, ok := ReportOf(research.NewState(research.Info{})).Notice(); !ok || n.Happened != "This run has not begun yet." || n.Kept != "It has read no pages." {
		t.Errorf("of a queued run: %+v", n)
	}
	tl := newTeller(t, "Why?")
	tl.ended(research.Done, "", &research.Report{Summary: "So."})
	if n, ok := ReportOf(tl.state).Notice(); ok {
		t.Errorf("of a run that is done: %+v", n)
	}
}

func TestAFindingOfUnknownClaimsIsShownWithoutSources(t *testing.T) {
	tl := newTeller(t, "Why?")
	tl.claim(3, 9, "Of a page that is not there.", "no page")
	tl.ended(research.Done, "", &research.Report{Findings: []research.Finding{{Claim: "So.", Claims: []int{3, 4}}}})
	r := ReportOf(tl.state)
	if f := r.Findings[0]; len(f.Sources) != 0 || len(f.Quotes) != 1 || f.Quotes[0].Text != "no page" {
		t.Errorf("got %+v", f)
	}
}

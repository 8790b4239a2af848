package views

import (
	"io"
	"strings"
	"testing"
	"time"

	"assay/research"
	"assay/research/port"
)

func TestEveryStateOfARunIsAWholePage(t *testing.T) {
	for name, p := range stages(t) {
		inspect(t, name, drawn(t, Run(p)))
	}
}

func TestTheRegionOfARunIsOneMain(t *testing.T) {
	for name, p := range stages(t) {
		body := all(drawn(t, RunRegion(p)), "body")[0]
		if main := body.FirstChild; main == nil || main.Data != "main" || attr(main, "id") != "run" || main.NextSibling != nil {
			t.Errorf("%s: the region is not one main element", name)
		}
	}
}

func TestHostileTextOnPagesOfARunStaysText(t *testing.T) {
	for _, s := range hostile {
		inspectAll(t, s)
	}
}

func TestCollectedHostileTextOnPagesOfARunStaysText(t *testing.T) {
	for i, s := range corpus(t) {
		if i%8 == 0 { // eleven pages each
			inspectAll(t, s)
		}
	}
}

// inspectAll inspects all pages of a run whose foreign texts are s.
func inspectAll(t *testing.T, s string) {
	t.Helper()
	for name, p := range fullPages(t, s) {
		inspect(t, name+" of "+s, drawn(t, Run(p)))
	}
	for _, p := range claimPages(t, s) {
		inspect(t, "claim of "+s, drawn(t, ClaimDoc(p)))
	}
	inspect(t, "snapshot of "+s, drawn(t, Snapshot(snapshotOf(t, s))))
}

func TestARunSaysWhereItIsAndWhatToDo(t *testing.T) {
	for _, c := range []struct{ stage, id, says string }{
		{"queued", "h-queued", "Waiting for its turn"},
		{"planned", "h-plan", "Plan"},
		{"another offer", "h-offer", "A choice that this page cannot show"},
		{"running", "h-claims", "Claims under test"},
		{"report", "h-state", "This report is partial"},
		{"failed", "h-state", "The run failed"},
		{"cancelled", "h-state", "The run was stopped"},
		{"budget", "h-state", "Budget reached"},
		{"time", "h-state", "Out of time"},
		{"nothing found", "answer", "Not enough evidence"},
	} {
		if got := words(byID(t, drawn(t, Run(stages(t)[c.stage])), c.id)); got != c.says {
			t.Errorf("%s: the heading is %q", c.stage, got)
		}
	}
}

func TestWhatIsAnnouncedChangesSeldom(t *testing.T) {
	tl := newTeller(t, "Why?")
	tl.enter("verify")
	tl.page(1, "https://a.example/", "A", research.Primary, "")
	for id := 1; id <= 25; id++ {
		tl.note(research.ClaimFound{ID: id, Page: 1, Text: "So.", Importance: research.Central})
	}
	said := make(map[string]bool)
	for id := 1; id <= 25; id++ {
		tl.note(research.ClaimJudged{Claim: id, Outcome: research.Upheld})
		said[announcement(tl.at(0))] = true
	}
	if len(said) != 6 || !said["Verify: at least 25 of 25 claims judged."] {
		t.Errorf("25 verdicts are announced as %v", said)
	}
	for stage, want := range map[string]string{"report": "This report is partial: 1 of 6 claims could not be verified.", "nothing found": "The report is ready.", "planned": "The run is waiting for your choice."} {
		if got := words(byID(t, drawn(t, Run(stages(t)[stage])), "run-said")); got != want {
			t.Errorf("%s: %q", stage, got)
		}
	}
}

func TestAPageReloadsItselfOnlyWhileThereIsNothingToTypeInto(t *testing.T) {
	all := stages(t)
	for stage, want := range map[string]int{"queued": 5, "running": 5, "planned": 0, "report": 0, "failed": 0} {
		if got := all[stage].frame().Refresh; got != want {
			t.Errorf("%s: after %d s", stage, got)
		}
	}
}

func TestTheClockRunsFromWhereTheWorkBegan(t *testing.T) {
	p := midway(t, "Why?").at(3 * time.Second)
	g := gaugesOf(p)
	if want := p.State.Last.Add(-p.State.Elapsed); !g[0].Start.Equal(want) || g[0].Value != clock(p.State.Elapsed+3*time.Second) {
		t.Errorf("%v from %v, want from %v", g[0].Value, g[0].Start, want)
	}
	if g[0].Small != "up to 3 min left, stops at 10:00" {
		t.Errorf("left: %q", g[0].Small)
	}
	p.Now = p.Now.Add(7 * time.Minute)
	if got := gaugesOf(p)[0].Small; !strings.HasPrefix(got, "longer than usual") {
		t.Errorf("left after 7 minutes: %q", got)
	}
	if g[1].Value != "$0.46" || g[1].Small != "of $1.20 limit" || g[1].N != 460_000 || g[1].Of != 1_200_000 {
		t.Errorf("spent: %+v", g[1])
	}
	if g[3].Value != "1" || g[3].Small != "1 blocked, 2 to go" {
		t.Errorf("pages: %+v", g[3])
	}
	if got := moneyGauge(port.Usage{Calls: 3, TokensIn: 12345}, research.Budget{}); got.Value != "12\u202f345" || got.Small != "tokens, free" {
		t.Errorf("without a price: %+v", got)
	}
}

func TestARunThatMetALimitOffersMore(t *testing.T) {
	all := stages(t)
	for stage, want := range map[string]raise{"budget": {"budget", "0.60", "Add $0.60 and carry on"}, "time": {"deadline", "5", "Add 5 min and carry on"}} {
		if got := all[stage].raises(); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v", stage, got)
		}
	}
	if got := all["failed"].raises(); len(got) != 0 {
		t.Errorf("failed: %v", got)
	}
}

// The page of a report with 25 claims is to take less than 10 ms.
func BenchmarkReport(b *testing.B) {
	tl := wall(&testing.T{})
	for id := 30; id < 48; id++ {
		tl.claim(id, 1, strings.Repeat("A claim. ", 20), strings.Repeat("Its quote. ", 30), upheld("Yes."), upheld("Yes."), refuted("No.", "https://a.example/"))
	}
	for b.Loop() {
		if err := Run(tl.at(0)).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

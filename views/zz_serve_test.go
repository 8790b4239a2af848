package views

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/a-h/templ"

	"assay/research"
	"assay/static"
)

var claimTexts = []string{
	"Firms that kept the schedule for two years reported output within 2% of their starting level.",
	"Staff turnover fell in the first year at most of the firms that were followed.",
	"A four-day week raises revenue by 35% on average.",
	"Gains in self-rated wellbeing fade after the first twelve months.",
	"Shift-based employers drop out of trials more often than office employers.",
	"Sick days fell by about a fifth during the trial period.",
	"No company has ever gone back to five days after a trial.",
	"Customer response times lengthen unless cover is staggered.",
	"Total weekly hours worked fell by four, not eight.",
	"Public-sector pilots in Iceland covered about one per cent of the working population and found that productivity stayed the same or improved in most workplaces.",
	"Two of the 61 firms in the British pilot stopped before it ended.",
	"Energy use per employee fell in the third quarter.",
}

func rich(t *testing.T, stop int) *teller {
	tl := newTeller(t, "Do four-day work weeks keep output steady for more than a year?")
	tl.state.ID = "abcdefghijklmnopqrstuvwxyz"
	tl.state.Options.Budget = research.Budget{Cost: 1_200_000}
	tl.state.Options.Depth = "standard"
	tl.enter("scope")
	tl.begin("planner")
	if stop == 0 {
		return tl
	}
	tl.end("planner", research.Answered, research.Response{Model: "gpt-large-2026"})
	labels := []string{"Long-run output data", "Wellbeing and retention", "Who drops out, and why", "Critics and null results", "Law and public-sector pilots"}
	if stop == 1 {
		var plan research.Plan
		plan.Summary = "Output over time, people, drop-outs, critics, and what the law and the public sector did."
		for _, l := range labels {
			plan.Angles = append(plan.Angles, research.Angle{Label: l, Query: "four-day week " + l, Rationale: "Adds what the other angles leave out: " + l + "."})
		}
		tl.offered("plan", plan)
		return tl
	}
	for i, l := range labels {
		tl.note(research.AnglePlanned{N: i + 1, Angle: research.Angle{Label: l, Query: "four-day week " + l}})
	}
	tl.enter("search")
	grades := []research.SourceGrade{research.Primary, research.Secondary, research.Secondary, research.Blog, research.Forum, research.Unreliable}
	n := 0
	for i, l := range labels {
		q := "four-day week " + l
		tl.begin(q)
		tl.end(q, research.Searched, nil)
		for r := 1; r <= 5; r++ {
			u := fmt.Sprintf("https://www.site%d%d.example/reports/2026/long-run-panel", i, r)
			if i == 4 && r == 2 {
				u = "library://handbook/pilot.md"
			}
			tl.note(research.HitFound{Angle: i + 1, Rank: r, Hit: research.Hit{URL: u, Title: fmt.Sprintf("%s: report %d of the panel", l, r)}})
			if r > 3 {
				tl.note(research.HitDropped{Angle: i + 1, Rank: r})
			}
		}
	}
	tl.enter("read")
	for i, l := range labels {
		for r := 1; r <= 3; r++ {
			n++
			u := fmt.Sprintf("https://www.site%d%d.example/reports/2026/long-run-panel", i, r)
			if i == 4 && r == 2 {
				u = "library://handbook/pilot.md"
			}
			tl.begin(u)
			if stop == 2 && n > 12 {
				continue
			}
			if n%6 == 5 {
				tl.end(u, research.Failed, research.FailedCall{Failure: research.Failure{Reason: "behind a paywall"}, Call: u})
				tl.note(research.PageBlocked{N: n, Angle: i + 1, URL: u, Title: l + ": the paywalled one", Reason: "behind a paywall"})
				continue
			}
			tl.end(u, research.Fetched, nil)
			tl.note(research.PageRead{N: n, Angle: i + 1, URL: u, FinalURL: u, Title: fmt.Sprintf("%s: report %d of the panel", l, r), Grade: grades[n%6], Published: "2025-06", Fetched: day, Hash: "9a730537fd110abc018b13b9329fa4cabca71aa79b459b8d1e83c5f27a940475"})
		}
	}
	tl.enter("verify")
	imp := []research.Importance{research.Central, research.Central, research.Supporting, research.Tangential}
	for i, c := range claimTexts {
		id := i + 1
		pg := []int{1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 1, 2}[i]
		tl.note(research.ClaimFound{ID: id, Page: pg, Text: c, Quote: "Two years on, output per firm stood at 98 to 102 percent of its starting level across the panel.", Importance: imp[i/3]})
		if stop == 2 && i > 7 {
			continue
		}
		tl.begin(c)
		if stop == 2 && i > 5 {
			continue
		}
		tl.end(c, research.Searched, nil)
		var votes []research.VoteCast
		switch i % 6 {
		case 0, 5:
			votes = []research.VoteCast{upheld("The passage says so of 48 of 61 firms, and the table beneath agrees."), upheld("An independent panel reports the same range."), upheld("The date and the sample are stated.")}
		case 1:
			votes = []research.VoteCast{upheld("The passage says so."), qualified("True of office firms; the shift firms were not followed.", "Holds for office firms only"), refuted("The job market fell in the same year, which also lowers resignations.", "https://www.site21.example/reports/2026/long-run-panel")}
		case 2:
			votes = []research.VoteCast{refuted("The figure compares growing firms with the year before.", "https://orbit.example/x"), refuted("Two sources that repeat it cite each other.", "https://orbit.example/y"), refuted("It is an average of 12 firms.", "https://orbit.example/z")}
		case 3:
			votes = []research.VoteCast{upheld("The cohort says so."), upheld("So does a second one."), qualified("One panel finds no decline.", "Not in all panels")}
		case 4:
			votes = []research.VoteCast{upheld("The page says so."), abstained("no answer within 120 s"), abstained("the model refused")}
		}
		for k, v := range votes {
			v.Claim, v.Voter, v.Lens, v.Model = id, k+1, []research.Lens{research.InContext, research.Corroborated, research.InScope}[k], "gpt-large-2026"
			if stop == 2 && i == 5 && k == 2 {
				continue
			}
			tl.note(v)
		}
		if stop == 2 && i >= 5 {
			continue
		}
		tl.note(research.ClaimJudged{Claim: id, Outcome: research.Count(votes).Outcome(), Tally: research.Count(votes)})
	}
	tl.note(research.EngineFailed{Engine: "searxng", Reason: "answered 503"})
	tl.event(research.Answered, research.Response{Model: "gpt-large-2026"}, research.Usage{Calls: 61, TokensIn: 90000, TokensOut: 4000, Cost: 460_000})
	tl.begin("skeptic 3")
	return tl
}

func TestZZServe(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip()
	}
	done := rich(t, 3)
	done.ended(research.Partial, "2 of 12 claims could not be verified: too few of their votes could be cast", &research.Report{
		Summary:    "Mostly yes, for the office-based firms that have been measured. Output stayed within a few percent of its starting point for two years, and fewer people quit. Evidence for shift-based work is thin.",
		Confidence: research.Medium, Why: "the leading finding: a voter attached a caveat, best source secondary, 2 independent sources",
		Findings: []research.Finding{
			{Claim: "Output held roughly level at the firms that stayed in for two years.", Claims: []int{1, 6, 10}, Evidence: "Three independent panels report output within a few percent of baseline at 24 months. The largest measured output from payroll and sales records.", Confidence: research.High, Why: "no voter could refute it (3-0), best source primary, 3 independent sources", Tally: research.Tally{Upheld: 3}},
			{Claim: "Turnover dropped in year one, and stayed lower where it was tracked.", Claims: []int{2}, Evidence: "Most firms report fewer leavers in the first year. Only two panels follow turnover into year two.", Confidence: research.Medium, Why: "the vote was split 2-1", Tally: research.Tally{Upheld: 1, Qualified: 1, Refuted: 1}},
			{Claim: "Wellbeing gains shrink after a year but do not vanish.", Claims: []int{4, 10}, Evidence: "Self-rated wellbeing peaks around month nine.", Confidence: research.Low, Why: "a voter attached a caveat, best source blog", Tally: research.Tally{Upheld: 2, Qualified: 1}},
		},
		Omitted: []research.Omission{{Claim: 12, Why: "says nothing on the question"}, {Claim: 7, Why: "not central"}},
		Caveats: "Every panel is made of volunteers. Firms that expected trouble did not sign up.", OpenQuestions: []string{"What happened at the firms that left each panel?", "Does the pattern hold for shift work with fixed cover?"}, MaxPages: 15,
	})
	failed := rich(t, 2)
	failed.ended(research.FailedRun, "the model's key was refused by its provider (401)", nil)
	budget := rich(t, 2)
	budget.ended(research.FailedRun, "budget spent before anything could be reported", nil)
	queued := &teller{t, research.NewState(research.Info{ID: "abcdefghijklmnopqrstuvwxyz", Question: "Why is the sky blue?", Method: "verify", Created: day})}
	del := done.at(0)
	del.Deleted = true
	pages := map[string]templ.Component{
		"scope": Run(rich(t, 0).at(time.Second)), "plan": Run(rich(t, 1).at(time.Second)), "live": Run(rich(t, 2).at(2 * time.Second)), "stalled": Run(rich(t, 2).at(50 * time.Second)),
		"report": Run(done.at(0)), "failed": Run(failed.at(0)), "budget": Run(budget.at(0)), "queued": Run(queued.at(0)), "deleted": Run(del),
		"claim": ClaimDoc(ClaimPage{Frame: Frame{Title: "Claim"}, State: done.state, Claim: done.state.Claims[1], Before: "… Preface to the panel report, as the page had it when it was read. The panel follows 61 firms. ", Quote: done.state.Claims[1].Quote, After: " Firms that left are not counted. Of the 61 firms, 42 remained at month 24. …", Fragment: ":~:text=Two%20years", Confidence: research.Medium, Why: "the vote was split 2-1", Language: "en", Related: []RunCard{{ID: "r9", Question: "Do four-day weeks hold output?", Created: day}}}),
		"snap": Snapshot(SnapshotPage{Frame: Frame{Title: "Snap"}, State: done.state, N: 2, Page: research.Page{URL: "https://www.site02.example/reports/2026/long-run-panel", Title: "Long-run output data: report 2", Fetched: day, Hash: "9a730537fd110abc018b13b9329fa4cabca71aa79b459b8d1e83c5f27a940475", Type: "text/html", Extractor: "trafilatura", Language: "en"},
			Parts: []SnapshotPart{{Text: "Preface to the panel report, as the page had it when it was read.\n\nThe panel follows 61 firms. "}, {Text: "Two years on, output per firm stood at 98 to 102 percent of its starting level across the panel.", Claim: 2}, {Text: " Firms that left are not counted.\n\nOf the 61 firms, 42 remained at month 24.\nA second line."}}}),
	}
	mux := http.NewServeMux()
	mux.Handle("/static/", static.Handler())
	mux.HandleFunc("/p/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		pages[r.PathValue("name")].Render(r.Context(), w)
	})
	t.Log(http.ListenAndServe("127.0.0.1:8977", mux))
}

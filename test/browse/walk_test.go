package browse

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"assay/research/simulator"
	"assay/test/harness"
)

// For every method the plan is shown before anything is spent, and followed as
// it was changed.
func TestEveryPlanIsShownFirstAndFollowedAsChanged(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	for _, m := range harness.Methods {
		t.Run(m.Name, func(t *testing.T) {
			tb := open(t, alloc, s.URL())
			tb.visit("/")
			tb.do(chromedp.SendKeys(chromedp.CSS(questionBox), "Do goldfish forget within seconds?"))
			js[bool](tb, `(() => {
				document.querySelector('input[name=depth][value="`+m.Name+"/"+m.Depths[0].Name+`"]').click();
				if (!document.querySelector("input[name=plan]").checked) document.querySelector("input[name=plan]").click();
				return true })()`)
			tb.click(askButton)
			for range 5 { // questions and past reports may come first
				tb.until(offerShown + ` !== ""`)
				if js[string](tb, offerShown) == "plan" {
					break
				}
				tb.answer(plainest)
			}
			const kept = `#run form[action$="/choose"] input[name=keep]`
			before := js[int](tb, `document.querySelectorAll('`+kept+`').length`)
			if m.Name == "ledger" || harness.Long() {
				axe(tb, "plan-"+m.Name)
			}
			tb.click(kept)
			tb.click(`#add-angle > summary`)
			tb.do(chromedp.SendKeys(chromedp.CSS(`#new_label`), "Of my own"), chromedp.SendKeys(chromedp.CSS(`#new_query`), "goldfish memory training"))
			tb.answer([]string{`button:not([name])`})
			tb.toReport()
			lines := js[string](tb, `fetch(location.pathname + ".json").then(r => r.json()).then(r => r.plan.slice(0, `+string(rune('0'+before))+`).map(a => a.label).join("|"))`)
			if !strings.HasSuffix(lines, "|Of my own") || strings.Count(lines, "|") != before-1 {
				t.Errorf("followed were %s; %d were offered, one left out and one added", lines, before)
			}
		})
	}
}

// From a report one can go on: ask a question that builds on it, and put one of
// its claims before three voters.
func TestGoingOnFromAReport(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.askBy("ledger/standard", "Do goldfish forget within seconds?")
	old := tb.toReport()
	tb.visit(old)
	tb.do(chromedp.SendKeys(chromedp.CSS(`#follow`), "How can goldfish be trained?"))
	tb.click(`section.ask2 button.go`)
	tb.until(`location.pathname === "/" && document.querySelector("` + questionBox + `").value.includes("trained")`)
	axe(tb, "ask-built")
	tb.click(askButton)
	tb.until(`location.pathname.startsWith("/r/")`)
	built := tb.toReport()
	if !js[bool](tb, `!!document.querySelector('a[href^="`+old+`/c/"]')`) {
		t.Errorf("the report does not link back to the claims that it starts from:\n%s", tb.text())
	}
	axe(tb, "report-built")
	tb.visit(old)
	claim := js[string](tb, `document.querySelector('a[href^="`+old+`/c/"]').getAttribute("href")`)
	tb.visit(claim)
	axe(tb, "claim-unvoted")
	tb.click(`form[action="` + claim + `/verify"] button`)
	tb.until(`location.pathname.startsWith("/r/") && location.pathname !== "` + claim + `"`)
	trial := tb.toReport()
	tb.visit(trial)
	axe(tb, "report-trial")
	if n := js[int](tb, `fetch(location.pathname + ".json").then(r => r.json()).then(r => r.claims[0].votes.length)`); n != 3 {
		t.Errorf("%d votes", n)
	}
	tb.visit(claim)
	if !js[bool](tb, `!!document.querySelector('a[href="`+trial+`"]')`) {
		t.Errorf("the claim does not link to its trial:\n%s", tb.text())
	}
	for _, run := range []string{built, trial} {
		s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
	}
}

// Every method's live view is accessible while it works, and what it is asked
// to write up is written up.
func TestEveryMethodIsWatched(t *testing.T) {
	alloc := browser(t)
	model := &simulator.ModelServer{Latency: 200 * time.Millisecond, Refuted: 0.3, Qualified: 0.1, Seed: 5}
	s := harness.NewProgram(t, harness.Modelled(t, model)...).Start(t)
	for depth, phase := range map[string]string{"ledger/standard": "review", "tree/standard": "deep", "team/broad": "round 2", "explore/moderate": "explore"} {
		method, _, _ := strings.Cut(depth, "/")
		t.Run(method, func(t *testing.T) {
			tb := open(t, alloc, s.URL())
			tb.askBy(depth, "Does lightning strike the same place twice?")
			run := tb.path()
			for range 3 { // what the method asks before it begins
				tb.until(reached(phase) + ` || ` + offerShown + ` !== ""`)
				if label := js[string](tb, offerShown); label == "" || strings.HasPrefix(label, "round") {
					break
				}
				tb.answer(plainest)
			}
			tb.until(reached(phase))
			axe(tb, "live-"+method)
			tb.toReport()
			s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
		})
	}
}

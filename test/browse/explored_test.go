package browse

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/test/harness"
)

// An exploration of three rounds, chosen in a browser, survives the death of
// the server while it waits and while it works.
func TestAnExplorationIsWalkedInABrowser(t *testing.T) {
	alloc := browser(t)
	model := harness.Steady()
	s := harness.NewProgram(t, harness.Serve(t, model, harness.Installed(t, harness.Manual)).Env...).Start(t)
	tb := open(t, alloc, s.URL())
	tb.askBy("explore/moderate", harness.BigQuestion)
	run := tb.path()
	tb.until(offerShown + ` === "round 1"`)
	axe(tb, "map")
	tb.expectOutage(true)
	s.Kill()
	s.Up()
	tb.visit(run)
	tb.until(offerShown + ` === "round 1"`)
	tb.expectOutage(false)
	tb.click(`input[name=branch]`)
	tb.do(chromedp.SendKeys(chromedp.CSS(`#run input[name=question], #run textarea[name=question]`), "How does replication lag show?"))
	tb.answer([]string{`button[name=do][value=explore]`})
	tb.until(offerShown + ` === "round 2"`)
	tb.answer([]string{`button[name=do][value=continue]`})
	tb.expectOutage(true)
	s.Kill()
	s.Up()
	tb.visit(run)
	tb.until(offerShown + ` === "round 3"`)
	tb.expectOutage(false)
	if got := js[string](tb, `fetch(location.pathname + "/map.json").then(r => r.json()).then(m => m.history.map(h => h.chosen).join())`); got != "scan,picked,continued" && !strings.HasPrefix(got, "scan,") {
		t.Errorf("the history is %s", got)
	}
	tb.answer([]string{`button[name=do][value=finalize]`})
	tb.shows(reportShown)
	tb.visit(run)
	axe(tb, "report-explore-walked")
	s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
	if again := model.Meter().Repeated(); len(again) > 2*harness.Parallel {
		t.Errorf("%d prompts were paid for twice", len(again))
	}
}

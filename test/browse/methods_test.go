package browse

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/test/harness"
)

// Every method answers the same from a browser.
func TestEveryMethodAnswersInABrowser(t *testing.T) {
	alloc := browser(t)
	samples, documents := harness.NewProgram(t).Start(t), harness.NewProgram(t, "ASSAY_LIBRARY="+harness.Installed(t, harness.Manual)).Start(t)
	for _, m := range harness.Methods {
		t.Run(m.Name, func(t *testing.T) {
			for i, s := range []*harness.Server{samples, documents} {
				tb := open(t, alloc, s.URL())
				for j, a := range harness.Some([][]harness.Asked{harness.SampleQuestions, harness.ManualQuestions}[i]) {
					tb.askBy(m.Name+"/"+m.Depths[0].Name, a.Question)
					run := tb.toReport()
					if words := js[string](tb, `document.querySelector("#run").innerText`); !strings.Contains(strings.ToLower(words), strings.ToLower(a.Says)) {
						t.Errorf("%s: the report does not mention %q", a.Question, a.Says)
					}
					s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
					if i == 0 && j == 0 {
						tb.visit(run)
						axe(tb, "report-"+m.Name)
					}
				}
			}
		})
	}
}

// askBy asks a question by a method at a depth, named as "method/depth".
func (tb *tab) askBy(depth, question string) {
	tb.t.Helper()
	tb.visit("/")
	tb.do(chromedp.SendKeys(chromedp.CSS(questionBox), question))
	js[bool](tb, `(() => { document.querySelector('input[name=depth][value="`+depth+`"]').click(); return true })()`)
	tb.click(askButton)
	tb.until(`location.pathname.startsWith("/r/")`)
}

// toReport answers what the run asks, with the least, until its report is
// there, and returns the run's path.
func (tb *tab) toReport() string {
	tb.t.Helper()
	for range 10 {
		tb.until(`!!document.querySelector("` + reportShown + `, #run form[action$='/choose']")`)
		if js[bool](tb, `!!document.querySelector("`+reportShown+`")`) {
			return tb.path()
		}
		tb.answer(plainest)
	}
	tb.t.Fatalf("the run asks and asks:\n%s", tb.text())
	return ""
}

// plainest are the buttons that answer each offer with the least: skip
// questions, start fresh, follow the plan, write the report.
var plainest = []string{`button[name=skip]`, `button[name=from][value=""]`, `button[name=do][value=finalize]`, `button:not([name])`}

// answer presses the first of the buttons that the open offer has, and waits
// until the offer is answered.
func (tb *tab) answer(buttons []string) {
	tb.t.Helper()
	for _, b := range buttons {
		css := `#run form[action$="/choose"] ` + b
		if !js[bool](tb, `!!document.querySelector(`+quoted(css)+`)`) {
			continue
		}
		label := js[string](tb, offerShown)
		tb.click(css)
		tb.until(offerShown + ` !== ` + quoted(label))
		return
	}
	tb.t.Fatalf("none of %q is there:\n%s", buttons, tb.text())
}

// offerShown is the label of the offer that the page shows, or "".
const offerShown = `(document.querySelector("#run form[action$='/choose'] input[name=offer]")?.value ?? "")`

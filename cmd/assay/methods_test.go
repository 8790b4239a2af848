package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/views"
)

// Questions that the built-in reader can answer from the sample library and
// from PostgreSQL's manual, with a word that the answer must have.
var (
	sampleQuestions = []asked{
		{"Is the Great Wall of China visible from the Moon?", "visible"},
		{"Does sugar make children hyperactive?", "sugar"},
	}
	manualQuestions = []asked{
		{"What is the default transaction isolation level in PostgreSQL?", "isolation"},
		{"How does VACUUM reclaim disk space in PostgreSQL?", "VACUUM"},
	}
)

const manual = "/usr/share/doc/postgresql-doc-15"

type asked struct{ question, says string }

// Every method answers from the sample library and from real documents, on the
// command line. The reports are printed with -v.
func TestEveryMethodAnswersOnTheCommandLine(t *testing.T) {
	p := newProgram(t)
	for _, m := range methods {
		t.Run(m.Name, func(t *testing.T) {
			for _, a := range some(sampleQuestions) {
				a.check(t, p.ask(t, a.question, "--method", m.Name))
			}
			for _, a := range some(manualQuestions) {
				a.check(t, p.ask(t, a.question, "--method", m.Name, "--library", installed(t, manual)))
			}
		})
	}
}

// some returns the questions; in the short form one of them.
func some(all []asked) []asked {
	if *long {
		return all
	}
	return all[:1]
}

// check checks that a report answers the question from its sources.
func (a asked) check(t *testing.T, r views.Report) {
	t.Helper()
	if len(r.Findings) == 0 || !strings.Contains(strings.ToLower(r.Summary), strings.ToLower(a.says)) {
		t.Errorf("%s: %d findings; the summary does not mention %q: %s", a.question, len(r.Findings), a.says, r.Summary)
	}
	for _, f := range r.Findings {
		if len(f.Quotes) == 0 || len(f.Sources) == 0 {
			t.Errorf("%s: a finding without quote or source: %s", a.question, f.Claim)
		}
	}
	t.Logf("%s\n%s\n%d findings, %d claims, %d sources, %.1f s", a.question, r.Summary, len(r.Findings), len(r.Claims), len(r.Sources), r.Stats.Seconds)
}

// Every method answers the same from a browser.
func TestEveryMethodAnswersInABrowser(t *testing.T) {
	alloc := browser(t)
	samples, documents := newProgram(t).start(t), newProgram(t, "ASSAY_LIBRARY="+installed(t, manual)).start(t)
	for _, m := range methods {
		t.Run(m.Name, func(t *testing.T) {
			for i, s := range []*server{samples, documents} {
				tb := open(t, alloc, s.url())
				for j, a := range some([][]asked{sampleQuestions, manualQuestions}[i]) {
					tb.askBy(m.Name+"/"+m.Depths[0].Name, a.question)
					run := tb.toReport()
					if words := js[string](tb, `document.querySelector("#run").innerText`); !strings.Contains(strings.ToLower(words), strings.ToLower(a.says)) {
						t.Errorf("%s: the report does not mention %q", a.question, a.says)
					}
					s.p.verify(t, strings.TrimPrefix(run, "/r/"))
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

package browse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/research/simulator"
	"assay/test/harness"
)

// Where things are on the pages.
const (
	questionBox = `textarea[name=question]`
	askButton   = `form[action="/ask"] button.go`
	reportShown = `#answer`
)

// ask fills in the form and sends it.
func (tb *tab) ask(question string) {
	tb.t.Helper()
	tb.visit("/")
	tb.do(chromedp.SendKeys(chromedp.CSS(questionBox), question))
	tb.click(askButton)
	tb.until(`location.pathname.startsWith("/r/")`)
}

// From the question to the report, and from there to every page that it leads to.
func TestAskToReport(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.ask("Is the Great Wall of China visible from the Moon?")
	run := tb.path()
	tb.shows(reportShown)
	for _, words := range []string{"not visible from the Moon", "no language model was used", "Searched "} {
		if !js[bool](tb, `document.body.innerText.includes(`+quoted(words)+`)`) {
			t.Errorf("the report does not say %q", words)
		}
	}
	tb.visit(run)
	tb.shows(reportShown)
	axe(tb, "report")
	claim := js[string](tb, `document.querySelector('a[href^="`+run+`/c/"]').getAttribute("href")`)
	tb.visit(claim)
	tb.shows("#votes")
	axe(tb, "claim")
	snapshot := js[string](tb, `document.querySelector('a[href^="`+run+`/s/"]').getAttribute("href")`)
	tb.visit(snapshot)
	tb.shows("mark")
	axe(tb, "snapshot")
	tb.visit("/")
	axe(tb, "ask")
	tb.visit("/reports?q=moon")
	tb.shows("mark")
	axe(tb, "index")
	tb.visit("/reports?q=zzzzqqq")
	axe(tb, "index-no-match")
	for _, page := range []string{"topics", "method", "status"} {
		tb.visit("/" + page)
		axe(tb, page)
	}
}

func TestMissingPagesSaySo(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.expectOutage(true) // the browser logs every 404 as an error
	tb.visit("/r/aaaaaaaaaaaaaaaaaaaaaaaaaa")
	axe(tb, "missing")
	tb.visit("/reports")
	axe(tb, "index-empty")
}

// A run on a slow model, so that every phase can be seen.
func slowHouse(t *testing.T) *harness.Program {
	t.Helper()
	model := &simulator.ModelServer{Latency: 700 * time.Millisecond, Refuted: 0.3, Qualified: 0.1, Seed: 5}
	return harness.NewProgram(t, harness.Modelled(t, model)...)
}

// reached is true once the run is in the phase or beyond it.
func reached(phase string) string {
	return `(() => {
		if (document.querySelector("` + reportShown + `")) return true;
		const steps = [...document.querySelectorAll(".rail > li")];
		const at = steps.findIndex(s => s.getAttribute("aria-current") === "step");
		const want = steps.findIndex(s => s.textContent.toLowerCase().includes("` + phase + `"));
		return at >= want && want >= 0;
	})()`
}

// Reloading, hiding the tab and killing the server lose nothing in any phase,
// and the page shows the right state at once.
func TestNothingIsLostInAnyPhase(t *testing.T) {
	alloc := browser(t)
	s := slowHouse(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.ask("Does lightning strike the same place twice?")
	run := tb.path()
	for _, phase := range []string{"search", "read", "verify", "write"} {
		tb.until(reached(phase))
		tb.do(chromedp.Reload())
		if !js[bool](tb, reached(phase)) {
			t.Errorf("after a reload the page is behind %q:\n%s", phase, tb.text())
		}
		hide(tb, true)
		hide(tb, false)
		if phase == "verify" {
			axe(tb, "live")
			tb.expectOutage(true)
			s.Kill()
			s.Up()
		}
	}
	tb.shows(reportShown) // without anyone touching the page
	if tb.path() != run {
		t.Errorf("the report is at %s, the run was at %s", tb.path(), run)
	}
	s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
}

// Stopped, hurried and carried on: each says so, and what it has is kept.
func TestStopHurryAndCarryOn(t *testing.T) {
	alloc := browser(t)
	s := slowHouse(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.ask("Does vitamin C prevent colds?")
	run := tb.path()
	tb.until(reached("verify"))
	tb.click(`#run form[action$="/hurry"] button`)
	tb.until(`document.querySelector("` + reportShown + `") && document.body.innerText.includes("asked to write up")`)
	tb.visit(run)
	axe(tb, "partial")
	tb.click(`form[action$="/retry"] button`)
	tb.until(`!!document.querySelector("#run [data-now]")`)
	tb.until(reached("verify"))
	tb.click(`form[action$="/stop"] button`)
	tb.until(`!document.querySelector("#run [data-now]") && !!document.querySelector('form[action$="/retry"]')`)
	tb.visit(run)
	if state := js[string](tb, `fetch(location.pathname + ".json").then(r => r.json()).then(r => r.state)`); state != "cancelled" {
		t.Errorf("after Stop the run is %s", state)
	}
	axe(tb, "stopped")
	tb.click(`form[action$="/retry"] button`)
	tb.shows(reportShown)
	s.Program.Verify(t, strings.TrimPrefix(run, "/r/"))
}

// hide makes the page believe that its tab is hidden, or shown again.
func hide(tb *tab, yes bool) {
	tb.t.Helper()
	state := "visible"
	if yes {
		state = "hidden"
	}
	js[bool](tb, `(() => {
		Object.defineProperty(document, "hidden", {value: `+boolWord(yes)+`, configurable: true});
		Object.defineProperty(document, "visibilityState", {value: "`+state+`", configurable: true});
		return document.dispatchEvent(new Event("visibilitychange"));
	})()`)
}

func boolWord(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// Two viewers, one of whom comes late, see the same.
func TestTwoViewersSeeTheSame(t *testing.T) {
	alloc := browser(t)
	s := slowHouse(t).Start(t)
	early := open(t, alloc, s.URL())
	early.ask("Do goldfish have a three-second memory?")
	run := early.path()
	early.until(reached("verify"))
	late := open(t, alloc, s.URL())
	late.visit(run)
	early.shows(reportShown)
	late.shows(reportShown)
	const words = `document.querySelector("#run").innerText`
	if a, b := js[string](early, words), js[string](late, words); a != b {
		t.Errorf("one viewer sees\n%s\n\nthe other\n%s", a, b)
	}
}

// Asking, watching, reading and searching work without JavaScript.
func TestWithoutJavaScript(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.scripts(false)
	tb.visit("/")
	tb.do(chromedp.SendKeys(chromedp.CSS(questionBox), "Does cracking your knuckles cause arthritis?"), chromedp.Click(chromedp.CSS(askButton)))
	tb.shows(reportShown) // the page refreshes itself until it is there
	tb.visit("/reports?q=knuckles")
	tb.shows("mark")
}

// The keyboard is enough to ask, watch, open a claim and get at the exports.
func TestKeyboardOnly(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.visit("/")
	tb.focus(questionBox)
	tb.do(chromedp.KeyEvent("Do humans use only ten percent of their brains?"))
	tb.focus(askButton)
	tb.do(chromedp.KeyEvent(kb.Enter))
	tb.shows(reportShown)
	run := tb.path()
	tb.focus(`main a[href*="/c/"]`)
	tb.do(chromedp.KeyEvent(kb.Enter))
	tb.shows("#votes")
	tb.visit(run)
	tb.focus(`button[popovertarget=exp]`)
	tb.do(chromedp.KeyEvent(kb.Enter))
	tb.until(`document.querySelector("#exp").matches(":popover-open")`)
	if n := js[int](tb, `document.querySelectorAll("#exp a[href]").length`); n < 5 {
		t.Errorf("%d exports, want 5", n)
	}
}

// focus moves the focus to an element with the Tab key alone.
func (tb *tab) focus(css string) {
	tb.t.Helper()
	for range 200 {
		if js[bool](tb, `document.activeElement.matches(`+quoted(css)+`) && !!document.activeElement.checkVisibility()`) {
			return
		}
		tb.do(chromedp.KeyEvent(kb.Tab))
	}
	tb.t.Fatalf("the Tab key does not reach %s", css)
}

// A plan is shown before anything is spent on it, and followed as changed.
func TestPlanFirst(t *testing.T) {
	alloc := browser(t)
	s := harness.NewProgram(t).Start(t)
	tb := open(t, alloc, s.URL())
	tb.visit("/")
	tb.do(chromedp.SendKeys(chromedp.CSS(questionBox), "Does sugar make children hyperactive?"))
	if !js[bool](tb, `document.querySelector("input[name=plan]").checked`) {
		tb.click(`input[name=plan]`)
	}
	tb.click(askButton)
	tb.shows(`form[action$="/choose"]`)
	axe(tb, "plan")
	before := js[int](tb, `document.querySelectorAll('form[action$="/choose"] input[name=keep]').length`)
	tb.click(`form[action$="/choose"] input[name=keep]`)
	tb.click(`form[action$="/choose"] button[type=submit], form[action$="/choose"] button:not([type])`)
	tb.shows(reportShown)
	if n := js[int](tb, `fetch(location.pathname + ".json").then(r => r.json()).then(r => r.plan.length)`); n != before-1 {
		t.Errorf("%d angles were followed, want %d", n, before-1)
	}
}

// axe checks the page for accessibility faults in both colour schemes and
// keeps pictures of it at a desk's and a phone's width.
func axe(tb *tab, name string) {
	tb.t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", ".artifacts", "axe", "node_modules", "axe-core", "axe.min.js"))
	for _, scheme := range []string{"light", "dark"} {
		tb.scheme(scheme)
		tb.picture(name+"-"+scheme, 390)
		tb.picture(name+"-"+scheme, 1280)
		if err != nil {
			tb.t.Logf("%s is not checked for accessibility: npm install --prefix .artifacts/axe axe-core@4.14.1", name)
			continue
		}
		faults := js[string](tb, string(source)+`;
			axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
				.then(r => r.violations.map(v => v.id + ": " + v.help + "\n  " + v.nodes.map(n => n.html).slice(0, 3).join("\n  ")).join("\n"))`)
		if faults != "" {
			tb.t.Errorf("%s in %s colours:\n%s", name, scheme, faults)
		}
	}
	tb.scheme("light")
}

// quoted returns s as a JavaScript string.
func quoted(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(s) + "`"
}

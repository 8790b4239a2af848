package browse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"assay/test/harness"
)

// pageWait is how long a page may take to show what it should.
const pageWait = 60 * time.Second

// chromium starts the browser that all tests of the process share; nil if there is none.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, nil
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true))...)
	ctx, leave := chromedp.NewContext(alloc)
	harness.AtEnd(func() { leave(); stop() })
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank")) // starts it: it lives as long as ctx
})

// browser returns Chromium, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	harness.SkipIfShort(t, "takes a browser")
	ctx, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if ctx == nil {
		t.Skip("there is no Chromium: apt-get install chromium")
	}
	return ctx
}

// A tab is a tab of the browser that notices everything that goes wrong in it.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu     sync.Mutex
	faults []string
	calm   bool // the server is down on purpose: failed requests are no faults
}

// open opens a tab on the server at base, which knows nothing of other tabs.
func open(t *testing.T, browser context.Context, base string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	tb := &tab{t: t, ctx: ctx, base: base}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil { // makes the tab, which lives as long as ctx
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, tb.notice); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{call(ctx, network.Enable, network.EnableParams{}), call(ctx, log.Enable, cdp.Empty{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(tb.healthy)
	return tb
}

// notice keeps dialogs, console errors, violations of the content security policy and
// requests that leave the server.
func (tb *tab) notice(ev any) {
	fault := ""
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		fault = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			fault = fmt.Sprintf("console %s: %v", e.Type, e.Args)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" {
			fault = fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		fault = fmt.Sprintf("dialog: %s", e.Message)
	case *network.EventRequestWillBeSent:
		url := e.Request.URL
		if !strings.HasPrefix(url, tb.base+"/") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") {
			fault = "request to " + url
		}
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if fault != "" && !(tb.calm && strings.HasPrefix(fault, "network:")) {
		tb.faults = append(tb.faults, fault)
	}
}

func (tb *tab) expectOutage(yes bool) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.calm = yes
}

// healthy fails the test if anything went wrong in the tab.
func (tb *tab) healthy() {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	for _, f := range tb.faults {
		tb.t.Errorf("the browser reports %s", f)
	}
}

// do takes steps in the tab.
func (tb *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, pageWait)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		tb.t.Fatalf("%v\n%s", err, tb.text())
	}
}

// visit opens a path of the server.
func (tb *tab) visit(path string) {
	tb.t.Helper()
	tb.do(chromedp.Navigate(tb.base + path))
}

// shows waits until the page has an element that fits the CSS selector.
func (tb *tab) shows(css string) {
	tb.t.Helper()
	tb.do(chromedp.WaitReady(chromedp.CSS(css)))
}

// click clicks the first element that fits the CSS selector, once the page's
// fonts are there: what they shift must not move from under the pointer.
func (tb *tab) click(css string) {
	tb.t.Helper()
	tb.until(`document.readyState === "complete" && document.fonts.status === "loaded"`)
	tb.do(chromedp.Click(chromedp.CSS(css)))
}

// js evaluates an expression in the page.
func js[T any](tb *tab, expr string) T {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, pageWait)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// until waits until a JavaScript expression is true.
func (tb *tab) until(expr string) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, pageWait)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expr))
		if err == nil {
			return
		}
		if ctx.Err() != nil { // any other error comes of a page that goes while it is asked
			tb.t.Fatalf("never true: %s: %v\n%s", expr, err, tb.text())
		}
	}
}

// text returns the words of the page, for messages.
func (tb *tab) text() string {
	ctx, cancel := context.WithTimeout(tb.ctx, 5*time.Second)
	defer cancel()
	s, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body ? document.body.innerText.slice(0, 1500) : ""`))
	return s
}

// path returns the path of the page.
func (tb *tab) path() string {
	tb.t.Helper()
	return js[string](tb, `location.pathname`)
}

// scripts switches JavaScript on or off.
func (tb *tab) scripts(on bool) {
	tb.t.Helper()
	if err := call(tb.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on}); err != nil {
		tb.t.Fatal(err)
	}
}

// scheme shows the page in light or dark colours.
func (tb *tab) scheme(name string) {
	tb.t.Helper()
	p := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	if err := call(tb.ctx, emulation.SetEmulatedMedia, p); err != nil {
		tb.t.Fatal(err)
	}
}

// picture keeps a picture of the whole page, at the given width.
func (tb *tab) picture(name string, width int64) {
	tb.t.Helper()
	dir := artifacts(tb.t)
	tb.do(chromedp.EmulateViewport(width, 900))
	ctx, cancel := context.WithTimeout(tb.ctx, pageWait)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		tb.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, width)), png, 0o600); err != nil {
		tb.t.Fatal(err)
	}
	if over := js[bool](tb, `document.documentElement.scrollWidth > innerWidth`); over {
		tb.t.Errorf("%s is wider than %d pixels", name, width)
	}
}

// artifacts returns the git-ignored folder for what tests leave to be looked at.
func artifacts(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../.artifacts/pictures")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// call runs a command of the browser's protocol whose answer does not matter.
func call[P, R any](ctx context.Context, cmd cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(ctx, cmd, params)
	return err
}
